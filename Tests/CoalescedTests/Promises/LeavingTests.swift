import Coalesced
import CoalescedTesting
import Testing

/// C3, C4 and C7.
@Suite struct LeavingTests {
  @Test(arguments: [0, 1, 2])
  func aCancelledCallerLeavesAtOnceAndNobodyElseNotices(place: Int) async throws {
    let stage = Stage()
    let callers = try await stage.callers(3)
    let invocation = try await stage.operation.nextInvocation()
    callers[place].cancel()
    #expect(try await callers[place].ending == .cancelled)
    #expect(stage.statistics.left == 1)
    #expect(stage.coalescer.callerCount(for: 1) == 2)
    #expect(!invocation.isCancelled)
    invocation.succeed(with: "one")
    for other in callers.indices where other != place { #expect(try await callers[other].ending == .value("one")) }
    #expect(stage.operation.invocationCount == 1)
  }

  @Test func aCallerLeavesAnOperationThatNeverEnds() async throws {
    let stage = Stage()
    let caller = try await stage.caller()
    let invocation = try await stage.operation.nextInvocation()
    caller.cancel()
    #expect(try await caller.ending == .cancelled)
    try await invocation.waitForCancellation()
    #expect(stage.statistics.waiting == 0)
    #expect(stage.statistics.abandoned == 1)
    invocation.succeed(with: "late")
  }

  @Test func theOperationRunsInATaskOfItsOwn() async throws {
    let stage = Stage()
    let leader = try await stage.caller()
    let joiner = try await stage.caller()
    leader.cancel()
    #expect(try await leader.ending == .cancelled)
    let invocation = try await stage.operation.nextInvocation()
    #expect(!invocation.isCancelled)
    let third = try await stage.caller()
    invocation.succeed(with: "one")
    #expect(try await endings(of: [joiner, third]) == [.value("one"), .value("one")])
  }

  @Test func aCallerThatIsCancelledBeforeItCallsStartsNothing() async throws {
    let stage = Stage()
    let caller = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await stage.fetch(1)
    }
    #expect(try await caller.ending == .cancelled)
    #expect(stage.operation.invocationCount == 0)
    #expect(stage.statistics == Stage().statistics)
    #expect(stage.coalescer.keysInFlight.isEmpty)
  }

  @Test func aCallerThatIsCancelledBeforeItCallsJoinsNothing() async throws {
    let stage = Stage()
    let leader = try await stage.caller()
    let late = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await stage.fetch(1)
    }
    #expect(try await late.ending == .cancelled)
    #expect(stage.statistics.joined == 0)
    #expect(stage.statistics.left == 0)
    try await stage.operation.nextInvocation().succeed(with: "one")
    #expect(try await leader.ending == .value("one"))
  }

  @Test func aCallerThatIsCancelledWhileItsKeyIsMadeStartsNothing() async throws {
    let stage = Stage()
    let fetch = coalesced(
      stage.operation.function,
      keyedBy: { key in
        withUnsafeCurrentTask { $0?.cancel() }
        return key
      },
      through: stage.coalescer
    )
    let caller = Task { try await fetch(1) }
    #expect(try await caller.ending == .cancelled)
    #expect(stage.operation.invocationCount == 0)
  }

  /// `onEvent` runs in the caller's task, after it has led or joined and before it waits.
  @Test func aCallerThatIsCancelledBetweenItsArrivalAndItsWaitLeaves() async throws {
    let group = FlightGroup { event in
      if event.kind == .started || event.kind == .joined { withUnsafeCurrentTask { $0?.cancel() } }
    }
    let operation = SuspendedOperation<Int, String>()
    let coalescer = Coalescer<Int, String>(in: group)
    let fetch = coalesced(operation.function, keyedBy: { $0 }, through: coalescer)
    let caller = Task { try await fetch(1) }
    #expect(try await caller.ending == .cancelled)
    try await operation.nextInvocation().waitForCancellation()
    #expect(coalescer.keysInFlight.isEmpty)
    #expect(coalescer.statistics.left == 1)
    #expect(coalescer.statistics.abandoned == 1)
  }

  @Test func aCallerOfOneKeyLeavesWithoutTouchingAnother() async throws {
    let stage = Stage()
    let one = try await stage.caller(of: 1)
    let two = try await stage.caller(of: 2)
    one.cancel()
    #expect(try await one.ending == .cancelled)
    #expect(stage.coalescer.keysInFlight == [2])
    let first = try await stage.operation.nextInvocation()
    let second = try await stage.operation.nextInvocation()
    try await first.waitForCancellation()
    #expect(!second.isCancelled)
    second.succeed(with: "two")
    #expect(try await two.ending == .value("two"))
  }
}
