import CoalescedTesting

extension SuspendedInvocation {
  /// Ends an invocation whose outcome nobody gets, and waits until its landing is over: only then does the error die.
  func endUnseen() async throws {
    let landed = Switch()
    fail(with: Tracked { landed.turnOn() })
    try await landed.isTurnedOn()
  }
}
