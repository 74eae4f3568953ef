import Coalesced
import CoalescedTesting
import Testing

/// `joining: .next`, as the policy of a scope and of one call.
@Suite struct NextTests {
  private func next(_ change: (inout FlightPolicy) -> Void = { _ in }) -> Stage {
    Stage {
      $0.joining = .next
      change(&$0)
    }
  }

  @Test func callsDuringAFlightShareOneSuccessorThatStartsWhenItHasLanded() async throws {
    let stage = next()
    let first = try await stage.caller()
    let later = try await stage.callers(3)
    let invocation = try await stage.operation.nextInvocation()
    #expect(stage.operation.invocationCount == 1)
    #expect(stage.coalescer.callerCount(for: 1) == 4)
    #expect(stage.coalescer.keysInFlight == [1])
    invocation.succeed(with: "one")
    #expect(try await first.ending == .value("one"))
    let successor = try await stage.operation.nextInvocation()
    // These arrive during the successor and wait for the one after it.
    let last = try await stage.callers(2)
    successor.succeed(with: "two")
    #expect(try await endings(of: later) == Array(repeating: .value("two"), count: 3))
    try await stage.operation.nextInvocation().succeed(with: "three")
    #expect(try await endings(of: last) == [.value("three"), .value("three")])
    #expect(stage.operation.invocationCount == 3)
  }

  @Test func theSuccessorStartsAlsoAfterAnError() async throws {
    let stage = next()
    let callers = try await stage.callers(2)
    try await stage.operation.nextInvocation().fail(with: TestError())
    try await stage.operation.nextInvocation().succeed(with: "two")
    #expect(try await endings(of: callers) == [.failed(TestError()), .value("two")])
  }

  @Test func theSuccessorStartsAtOnceWhenTheFlightIsAbandoned() async throws {
    let stage = next()
    let callers = try await stage.callers(2)
    let old = try await stage.operation.nextInvocation()
    callers[0].cancel()
    #expect(try await callers[0].ending == .cancelled)
    try await stage.operation.nextInvocation().succeed(with: "two")
    #expect(try await callers[1].ending == .value("two"))
    #expect(old.isCancelled)
  }

  @Test func theSuccessorStartsAtOnceWhenTheFlightIsForgotten() async throws {
    let stage = next()
    let callers = try await stage.callers(2)
    let old = try await stage.operation.nextInvocation()
    #expect(stage.coalescer.forget(1))
    try await stage.operation.nextInvocation().succeed(with: "two")
    #expect(try await callers[1].ending == .value("two"))
    old.succeed(with: "one")
    #expect(try await callers[0].ending == .value("one"))
  }

  @Test func anOwnersCancelReachesTheFlightAndItsSuccessor() async throws {
    let stage = next()
    let callers = try await stage.callers(3)
    #expect(stage.coalescer.cancel(1) == 3)
    #expect(try await endings(of: callers) == Array(repeating: .flightCancelled, count: 3))
    try await stage.operation.nextInvocation().endUnseen()
    #expect(stage.operation.invocationCount == 1)
    #expect(stage.statistics.cancelled == 1)
  }

  @Test func aSuccessorThatEveryoneLeftNeverRuns() async throws {
    let stage = next()
    let callers = try await stage.callers(3)
    callers[1].cancel()
    callers[2].cancel()
    #expect(try await callers[1].ending == .cancelled)
    #expect(try await callers[2].ending == .cancelled)
    try await stage.operation.nextInvocation().succeed(with: "one")
    #expect(try await callers[0].ending == .value("one"))
    await stage.coalescer.idle()
    #expect(stage.operation.invocationCount == 1)
    #expect(stage.statistics.abandoned == 0)
  }

  @Test func oneCallAsksForTheNextFlightInAScopeThatJoinsTheCurrentOne() async throws {
    let stage = Stage()
    let suspend: @Sendable (Int) async throws -> String = stage.operation.function
    let first = try await stage.caller()
    let refresh = Task { try await stage.coalescer.value(for: 1, joining: .next) { try await suspend(1) } }
    try await stage.probe.waiting(2)
    let current = try await stage.caller()
    #expect(stage.operation.invocationCount == 1)
    try await stage.operation.nextInvocation().succeed(with: "before the change")
    #expect(try await endings(of: [first, current]) == [.value("before the change"), .value("before the change")])
    try await stage.operation.nextInvocation().succeed(with: "after the change")
    #expect(try await refresh.ending == .value("after the change"))
  }

  @Test func oneCallAsksForTheCurrentFlightInAScopeThatWaitsForTheNext() async throws {
    let stage = next()
    let first = try await stage.caller()
    let current = Task { try await stage.coalescer.value(for: 1, joining: .current) { "never" } }
    try await stage.probe.waiting(2)
    try await stage.operation.nextInvocation().succeed(with: "one")
    #expect(try await endings(of: [first, current]) == [.value("one"), .value("one")])
  }

  @Test func aCallThatAsksForTheNextFlightLeadsWhereNoneRuns() async throws {
    let stage = Stage()
    #expect(try await stage.coalescer.value(for: 1, joining: .next) { "at once" } == "at once")
  }

  @Test func aFlightThatHasNotStartedIsSharedByCallsThatAskForTheNext() async throws {
    let stage = next { $0.concurrencyLimit = 1 }
    let first = try await stage.caller(of: 1)
    let queued = try await stage.callers(3, of: 2)
    try await stage.operation.nextInvocation().succeed(with: "one")
    #expect(try await first.ending == .value("one"))
    try await stage.operation.nextInvocation().succeed(with: "two")
    #expect(try await endings(of: queued) == Array(repeating: .value("two"), count: 3))
    #expect(stage.operation.invocationCount == 2)
  }

  @Test func aSuccessorWaitsForAPermitBehindThoseThatCameBefore() async throws {
    let stage = next { $0.concurrencyLimit = 1 }
    let first = try await stage.caller(of: 1)
    let other = try await stage.caller(of: 2)
    let successor = try await stage.caller(of: 1)
    try await stage.operation.nextInvocation().succeed(with: "one")
    #expect(try await first.ending == .value("one"))
    let second = try await stage.operation.nextInvocation()
    #expect(second.arguments == 2)
    #expect(stage.statistics.started == 2)
    second.succeed(with: "two")
    #expect(try await other.ending == .value("two"))
    try await stage.operation.nextInvocation().succeed(with: "one again")
    #expect(try await successor.ending == .value("one again"))
  }

  @Test func aValueOfBeforeIsNotServedToACallThatAsksForTheNext() async throws {
    let stage = next { $0.reuseWindow = .seconds(10) }
    let first = try await stage.caller()
    try await stage.operation.nextInvocation().succeed(with: "old")
    #expect(try await first.ending == .value("old"))
    let second = try await stage.caller()
    try await stage.operation.nextInvocation().succeed(with: "new")
    #expect(try await second.ending == .value("new"))
  }

  @Test func theValueThatASuccessorReplacesIsNotServed() async throws {
    let stage = Stage { $0.reuseWindow = .seconds(10) }
    let suspend: @Sendable (Int) async throws -> String = stage.operation.function
    let first = try await stage.caller()
    let refresh = Task { try await stage.coalescer.value(for: 1, joining: .next) { try await suspend(1) } }
    try await stage.probe.waiting(2)
    try await stage.operation.nextInvocation().succeed(with: "old")
    #expect(try await first.ending == .value("old"))
    let joiner = try await stage.caller()
    try await stage.operation.nextInvocation().succeed(with: "new")
    #expect(try await endings(of: [refresh, joiner]) == [.value("new"), .value("new")])
    #expect(try await stage.call().ending == .value("new"))
  }

  @Test func aSuccessorStartsWhenItsPredecessorIsTooOld() async throws {
    let stage = next { $0.joinWindow = .seconds(1) }
    let first = try await stage.caller()
    let second = try await stage.caller()
    let old = try await stage.operation.nextInvocation()
    stage.clock.advance(by: .seconds(1))
    let third = try await stage.caller()
    try await stage.operation.nextInvocation().succeed(with: "two")
    #expect(try await second.ending == .value("two"))
    // It arrived when the second flight was starting.
    try await stage.operation.nextInvocation().succeed(with: "three")
    #expect(try await third.ending == .value("three"))
    old.succeed(with: "one")
    #expect(try await first.ending == .value("one"))
  }
}
