import CoalescedTesting

extension Patience {
  /// For tests that run beside the stress tests: a hang still becomes a message, and a busy machine does not.
  static let ample = Patience(clock: SuspendingClock(), limit: .seconds(900))
}
