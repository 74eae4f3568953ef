import Coalesced
import CoalescedTesting
import Testing

/// C5 and C8.
@Suite struct AbandonmentTests {
  @Test func theLastLeaveFreesTheKeyAndCancelsTheOperation() async throws {
    let stage = Stage()
    let callers = try await stage.callers(3)
    let invocation = try await stage.operation.nextInvocation()
    for (index, caller) in callers.enumerated() {
      #expect(stage.coalescer.keysInFlight == [1])
      #expect(!invocation.isCancelled)
      caller.cancel()
      try await stage.probe.left(index + 1)
    }
    #expect(try await endings(of: callers) == [.cancelled, .cancelled, .cancelled])
    try await invocation.waitForCancellation()
    #expect(stage.coalescer.keysInFlight.isEmpty)
    #expect(stage.statistics.abandoned == 1)
    #expect(stage.statistics.inFlight == 0)
    invocation.fail(with: CancellationError())
  }

  @Test func aCallDuringTheUnwindingStartsAFlightOfItsOwn() async throws {
    let stage = Stage()
    let old = try await stage.abandonedInvocation()
    let next = try await stage.caller()
    let new = try await stage.operation.nextInvocation()
    try await old.endUnseen()
    #expect(stage.coalescer.callerCount(for: 1) == 1)
    new.succeed(with: "new")
    #expect(try await next.ending == .value("new"))
    #expect(stage.statistics.succeeded == 1)
    #expect(stage.statistics.abandoned == 1)
  }

  @Test func whenTheOperationLearnsOfItsCancellationItsKeyIsFreeAlready() async throws {
    let scope = WeakScope<Int, String>()
    let seen = Log<[Int]>()
    let stage = Stage(onCancel: { seen.append(scope.keysInFlight) })
    scope.hold(stage.coalescer)
    let caller = try await stage.caller()
    caller.cancel()
    #expect(try await seen.first(1) == [[]])
  }

  enum End: CaseIterable { case abandoned, forgotten, cancelled }

  @Test(arguments: End.allCases)
  func aFlightThatLandsLateTouchesNothingOfTheOneThatTookItsKey(end: End) async throws {
    let stage = Stage()
    let first = try await stage.caller()
    let old = try await stage.operation.nextInvocation()
    switch end {
    case .abandoned:
      first.cancel()
      #expect(try await first.ending == .cancelled)
    case .forgotten:
      #expect(stage.coalescer.forget(1))
    case .cancelled:
      #expect(stage.coalescer.cancel(1) == 1)
      #expect(try await first.ending == .flightCancelled)
    }
    let second = try await stage.caller()
    let new = try await stage.operation.nextInvocation()
    if end == .forgotten {
      old.succeed(with: "old")
      #expect(try await first.ending == .value("old"))
    } else {
      try await old.endUnseen()
    }
    let third = try await stage.caller()
    #expect(stage.coalescer.callerCount(for: 1) == 2)
    new.succeed(with: "new")
    #expect(try await endings(of: [second, third]) == [.value("new"), .value("new")])
    #expect(stage.operation.invocationCount == 2)
  }

  @Test func aCancellationThatComesLateTouchesNothingOfTheNextFlight() async throws {
    let stage = Stage()
    let first = try await stage.caller()
    try await stage.operation.nextInvocation().succeed(with: "first")
    #expect(try await first.ending == .value("first"))
    let second = try await stage.caller()
    first.cancel()
    #expect(stage.coalescer.callerCount(for: 1) == 1)
    try await stage.operation.nextInvocation().succeed(with: "second")
    #expect(try await second.ending == .value("second"))
    #expect(stage.statistics.left == 0)
  }
}
