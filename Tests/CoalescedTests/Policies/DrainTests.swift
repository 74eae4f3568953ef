import Coalesced
import CoalescedTesting
import Testing

/// `abandonment: .cancelAndDrain`.
@Suite struct DrainTests {
  private func draining(_ change: (inout FlightPolicy) -> Void = { _ in }) -> Stage {
    Stage {
      $0.abandonment = .cancelAndDrain
      change(&$0)
    }
  }

  @Test func theSuccessorStartsWhenTheCancelledOperationHasReturned() async throws {
    let stage = draining()
    let old = try await stage.abandonedInvocation()
    try await old.waitForCancellation()
    let callers = try await stage.callers(3)
    #expect(stage.operation.invocationCount == 1)
    #expect(stage.statistics.started == 1)
    #expect(stage.coalescer.keysInFlight == [1])
    #expect(stage.coalescer.callerCount(for: 1) == 3)
    old.succeed(with: "old")
    try await stage.operation.nextInvocation().succeed(with: "new")
    #expect(try await endings(of: callers) == Array(repeating: .value("new"), count: 3))
    #expect(stage.operation.invocationCount == 2)
    #expect(stage.statistics.abandoned == 1)
    #expect(stage.statistics.succeeded == 1)
    #expect(stage.statistics.joined == 2)
  }

  @Test func withoutASuccessorTheKeyIsFreeWhenTheOperationHasReturned() async throws {
    let stage = draining()
    let old = try await stage.abandonedInvocation()
    #expect(stage.coalescer.keysInFlight.isEmpty)
    try await old.endUnseen()
    let next = try await stage.caller()
    try await stage.operation.nextInvocation().succeed(with: "new")
    #expect(try await next.ending == .value("new"))
  }

  @Test func callersThatWaitForTheSuccessorCanLeave() async throws {
    let stage = draining()
    let old = try await stage.abandonedInvocation()
    let callers = try await stage.callers(2)
    callers[0].cancel()
    #expect(try await callers[0].ending == .cancelled)
    old.fail(with: CancellationError())
    try await stage.operation.nextInvocation().succeed(with: "new")
    #expect(try await callers[1].ending == .value("new"))
  }

  @Test func aSuccessorThatEveryoneLeftNeverRuns() async throws {
    let stage = draining()
    let old = try await stage.abandonedInvocation()
    let callers = try await stage.callers(2)
    for caller in callers { caller.cancel() }
    #expect(try await endings(of: callers) == [.cancelled, .cancelled])
    try await old.endUnseen()
    await stage.coalescer.idle()
    #expect(stage.operation.invocationCount == 1)
    #expect(stage.statistics.abandoned == 1)
    #expect(stage.coalescer.keysInFlight.isEmpty)
    let again = try await stage.caller()
    try await stage.operation.nextInvocation().succeed(with: "again")
    #expect(try await again.ending == .value("again"))
  }

  @Test func otherKeysDoNotWait() async throws {
    let stage = draining()
    let old = try await stage.abandonedInvocation(of: 1)
    let other = try await stage.caller(of: 2)
    try await stage.operation.nextInvocation().succeed(with: "two")
    #expect(try await other.ending == .value("two"))
    old.fail(with: CancellationError())
  }

  @Test func anOwnersCancelDrainsToo() async throws {
    let stage = draining()
    let first = try await stage.caller()
    let old = try await stage.operation.nextInvocation()
    #expect(stage.coalescer.cancel(1) == 1)
    #expect(try await first.ending == .flightCancelled)
    try await old.waitForCancellation()
    let second = try await stage.caller()
    #expect(stage.operation.invocationCount == 1)
    old.succeed(with: "old")
    try await stage.operation.nextInvocation().succeed(with: "new")
    #expect(try await second.ending == .value("new"))
    #expect(stage.statistics.cancelled == 1)
    #expect(stage.statistics.succeeded == 1)
  }

  @Test func anOwnersCancelReachesTheSuccessor() async throws {
    let stage = draining()
    let old = try await stage.abandonedInvocation()
    let callers = try await stage.callers(2)
    #expect(stage.coalescer.cancel(1) == 2)
    #expect(try await endings(of: callers) == [.flightCancelled, .flightCancelled])
    try await old.endUnseen()
    #expect(stage.operation.invocationCount == 1)
  }

  @Test func aDrainIsNotForgotten() async throws {
    let stage = draining()
    let old = try await stage.abandonedInvocation()
    #expect(!stage.coalescer.forget(1))
    let next = try await stage.caller()
    #expect(stage.operation.invocationCount == 1)
    old.fail(with: CancellationError())
    try await stage.operation.nextInvocation().succeed(with: "new")
    #expect(try await next.ending == .value("new"))
  }

  @Test func waitForFlightWaitsForTheSuccessorOfADrain() async throws {
    let stage = draining()
    let old = try await stage.abandonedInvocation()
    await stage.coalescer.waitForFlight(1)
    let next = try await stage.caller()
    let watcher = Task { await stage.coalescer.waitForFlight(1) }
    old.fail(with: CancellationError())
    try await stage.operation.nextInvocation().succeed(with: "new")
    await watcher.value
    #expect(try await next.ending == .value("new"))
  }

  @Test func aDrainingOperationKeepsItsPermitAndItsSuccessorWaitsForOne() async throws {
    let stage = draining { $0.concurrencyLimit = 1 }
    let old = try await stage.abandonedInvocation(of: 1)
    let other = try await stage.caller(of: 2)
    let next = try await stage.caller(of: 1)
    #expect(stage.operation.invocationCount == 1)
    old.fail(with: CancellationError())
    // The order of the calls decides.
    let second = try await stage.operation.nextInvocation()
    #expect(second.arguments == 2)
    #expect(stage.statistics.started == 2)
    second.succeed(with: "two")
    #expect(try await other.ending == .value("two"))
    let third = try await stage.operation.nextInvocation()
    #expect(third.arguments == 1)
    third.succeed(with: "one")
    #expect(try await next.ending == .value("one"))
  }

  @Test func underNextTheSuccessorOfAnAbandonedFlightWaitsForItsReturn() async throws {
    let stage = draining { $0.joining = .next }
    let first = try await stage.caller()
    let second = try await stage.caller()
    let old = try await stage.operation.nextInvocation()
    first.cancel()
    #expect(try await first.ending == .cancelled)
    try await old.waitForCancellation()
    let third = try await stage.caller()
    #expect(stage.operation.invocationCount == 1)
    old.fail(with: CancellationError())
    try await stage.operation.nextInvocation().succeed(with: "new")
    #expect(try await endings(of: [second, third]) == [.value("new"), .value("new")])
  }

  @Test func aFlightForgottenForItsAgeDoesNotHoldItsKey() async throws {
    let stage = draining { $0.joinWindow = .seconds(1) }
    let old = try await stage.caller()
    let first = try await stage.operation.nextInvocation()
    stage.clock.advance(by: .seconds(1))
    let new = try await stage.caller()
    try await stage.operation.nextInvocation().succeed(with: "new")
    #expect(try await new.ending == .value("new"))
    old.cancel()
    #expect(try await old.ending == .cancelled)
    try await first.waitForCancellation()
    #expect(stage.coalescer.keysInFlight.isEmpty)
  }

  @Test func whatADrainingOperationReturnsIsNotServedAgain() async throws {
    let stage = draining { $0.reuseWindow = .seconds(10) }
    let old = try await stage.abandonedInvocation()
    try await old.waitForCancellation()
    old.succeed(with: "old")
    await stage.coalescer.idle()
    let next = try await stage.caller()
    try await stage.operation.nextInvocation().succeed(with: "new")
    #expect(try await next.ending == .value("new"))
  }
}
