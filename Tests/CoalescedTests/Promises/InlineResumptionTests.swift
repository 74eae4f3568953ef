import Coalesced
import CoalescedTesting
import Testing

/// C13 and C14: no lock is held while a caller is resumed.
@Suite struct InlineResumptionTests {
  enum End: CaseIterable { case landed, cancelled, allCancelled, left }

  @Test(arguments: End.allCases)
  func aCallerThatGoesOnInsideItsResumptionCallsTheScopeAgain(end: End) async throws {
    let stage = Stage()
    let callers = (0..<3).map { _ in
      Task<Int, any Error>(executorPreference: InlineExecutor()) {
        _ = try? await stage.fetch(1)
        return stage.coalescer.keysInFlight.count + (stage.coalescer.forget(1) ? 1 : 0)
      }
    }
    try await stage.probe.waiting(3)
    let invocation = try await stage.operation.nextInvocation()
    switch end {
    case .landed: invocation.succeed(with: "one")
    case .cancelled: stage.coalescer.cancel(1)
    case .allCancelled: stage.probe.group.cancelAll()
    case .left: for caller in callers { caller.cancel() }
    }
    for caller in callers { #expect([.value(0), .value(2)].contains(try await caller.ending)) }
    #expect(stage.coalescer.keysInFlight.isEmpty)
    if end != .landed { invocation.fail(with: CancellationError()) }
  }
}
