import Coalesced
import CoalescedTesting
import Testing

/// `waitForFlight` and `idle`.
///
/// That a task waits cannot be seen; each test lets it go on by an event and shows in the log what had come before.
@Suite struct WaitingTests {
  @Test func waitForFlightNeverStartsOne() async throws {
    let stage = Stage()
    await stage.coalescer.waitForFlight(1)
    #expect(stage.operation.invocationCount == 0)
    #expect(stage.statistics == Stage().statistics)
  }

  enum End: CaseIterable { case succeeded, failed, cancelled, abandoned, forgottenAndSucceeded }

  @Test(arguments: End.allCases)
  func waitForFlightReturnsWhenTheFlightIsOverWhateverItEndsWith(end: End) async throws {
    let stage = Stage()
    let caller = try await stage.caller()
    let invocation = try await stage.operation.nextInvocation()
    let watcher = Task { await stage.coalescer.waitForFlight(1) }
    switch end {
    case .succeeded: invocation.succeed(with: "one")
    case .failed: invocation.fail(with: TestError())
    case .cancelled: stage.coalescer.cancel(1)
    case .abandoned: caller.cancel()
    case .forgottenAndSucceeded:
      stage.coalescer.forget(1)
      invocation.succeed(with: "one")
    }
    await watcher.value
    #expect(stage.coalescer.keysInFlight.isEmpty)
    _ = try await caller.ending
    #expect(stage.statistics.joined == 0)
  }

  @Test func aWatcherGoesOnAfterTheLandingOnly() async throws {
    let stage = Stage()
    let caller = try await stage.caller()
    let order = Log<String>()
    let began = Switch()
    let watcher = Task {
      began.turnOn()
      await stage.coalescer.waitForFlight(1)
      order.append("watcher")
    }
    try await began.isTurnedOn()
    order.append("landing")
    try await stage.operation.nextInvocation().succeed(with: "one")
    await watcher.value
    #expect(order.elements == ["landing", "watcher"])
    #expect(try await caller.ending == .value("one"))
  }

  @Test func waitForFlightLeavesAtOnceWhenItsTaskIsCancelled() async throws {
    let stage = Stage()
    let caller = try await stage.caller()
    let watcher = Task { await stage.coalescer.waitForFlight(1) }
    watcher.cancel()
    await watcher.value
    #expect(stage.coalescer.callerCount(for: 1) == 1)
    #expect(stage.statistics.left == 0)
    try await stage.operation.nextInvocation().succeed(with: "one")
    #expect(try await caller.ending == .value("one"))
  }

  @Test func idleReturnsAtOnceWhereNothingRuns() async throws {
    let stage = Stage()
    await stage.coalescer.idle()
    await stage.probe.group.idle()
  }

  @Test func idleWaitsForAbandonedCancelledAndForgottenOperations() async throws {
    let stage = Stage()
    let order = Log<String>()
    let abandoned = try await stage.abandonedInvocation(of: 1)
    let cancelledCaller = try await stage.caller(of: 2)
    let cancelled = try await stage.operation.nextInvocation()
    stage.coalescer.cancel(2)
    let forgottenCaller = try await stage.caller(of: 3)
    let forgotten = try await stage.operation.nextInvocation()
    stage.coalescer.forget(3)

    let idler = Task {
      await stage.coalescer.idle()
      order.append("idle")
    }
    try await abandoned.endUnseen()
    order.append("abandoned returned")
    try await cancelled.endUnseen()
    order.append("cancelled returned")
    #expect(try await cancelledCaller.ending == .flightCancelled)
    order.append("forgotten returns")
    forgotten.succeed(with: "three")
    await idler.value
    #expect(order.elements == ["abandoned returned", "cancelled returned", "forgotten returns", "idle"])
    #expect(try await forgottenCaller.ending == .value("three"))
  }

  @Test func idleLeavesAtOnceWhenItsTaskIsCancelled() async throws {
    let stage = Stage()
    let caller = try await stage.caller()
    let idlers = [Task { await stage.coalescer.idle() }, Task { await stage.probe.group.idle() }]
    for idler in idlers { idler.cancel() }
    for idler in idlers { await idler.value }
    try await stage.operation.nextInvocation().succeed(with: "one")
    #expect(try await caller.ending == .value("one"))
  }
}
