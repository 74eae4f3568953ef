import CoalescedTesting

extension Patience {
  /// For callers by the ten thousand: a hang still becomes a message, and a busy machine does not.
  static let ample = Patience(clock: SuspendingClock(), limit: .seconds(900))
}
