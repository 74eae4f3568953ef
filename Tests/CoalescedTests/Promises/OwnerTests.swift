import Coalesced
import CoalescedTesting
import Testing

/// C9, and what an owner asks of its scope.
@Suite struct OwnerTests {
  @Test func cancelEndsTheCallersWithItsOwnErrorAndCancelsTheOperation() async throws {
    let stage = Stage()
    let callers = try await stage.callers(3)
    let other = try await stage.caller(of: 2)
    let invocation = try await stage.operation.nextInvocation()
    #expect(stage.coalescer.cancel(1) == 3)
    #expect(try await endings(of: callers) == Array(repeating: .flightCancelled, count: 3))
    try await invocation.waitForCancellation()
    #expect(stage.coalescer.keysInFlight == [2])
    try await stage.operation.nextInvocation().succeed(with: "two")
    #expect(try await other.ending == .value("two"))
    #expect(stage.statistics.cancelled == 1)
    #expect(stage.statistics.left == 0)
    #expect(stage.statistics.abandoned == 0)
  }

  @Test func cancelThrowsTheErrorThatItsOwnerNames() async throws {
    let stage = Stage()
    let caller = try await stage.caller()
    #expect(stage.coalescer.cancel(1, throwing: TestError(4)) == 1)
    #expect(try await caller.ending == .failed(TestError(4)))
  }

  @Test func aCallAfterCancelStartsAFlightOfItsOwn() async throws {
    let stage = Stage()
    let first = try await stage.caller()
    let old = try await stage.operation.nextInvocation()
    stage.coalescer.cancel(1)
    #expect(try await first.ending == .flightCancelled)
    let second = try await stage.caller()
    try await stage.operation.nextInvocation().succeed(with: "new")
    #expect(try await second.ending == .value("new"))
    try await old.endUnseen()
    #expect(stage.statistics.failed == 0)
  }

  @Test func cancelOfAnUnknownKeyReachesNobody() async throws {
    let stage = Stage()
    let caller = try await stage.caller(of: 1)
    #expect(stage.coalescer.cancel(2) == 0)
    #expect(!stage.coalescer.forget(2))
    try await stage.operation.nextInvocation().succeed(with: "one")
    #expect(try await caller.ending == .value("one"))
  }

  @Test func cancelAllReachesEveryFlightTheForgottenOnesToo() async throws {
    let stage = Stage()
    let forgotten = try await stage.callers(2, of: 1)
    #expect(stage.coalescer.forget(1))
    let listed = try await stage.callers(2, of: 1)
    let other = try await stage.caller(of: 2)
    #expect(stage.coalescer.cancelAll() == 5)
    #expect(try await endings(of: forgotten + listed + [other]) == Array(repeating: .flightCancelled, count: 5))
    for _ in 0..<3 { try await stage.operation.nextInvocation().waitForCancellation() }
    #expect(stage.statistics.cancelled == 3)
    #expect(stage.statistics.waiting == 0)
    #expect(stage.coalescer.keysInFlight.isEmpty)
    #expect(stage.coalescer.cancelAll() == 0)
  }

  @Test func forgetLetsTheCallersKeepTheirFlight() async throws {
    let stage = Stage()
    let old = try await stage.callers(2)
    let first = try await stage.operation.nextInvocation()
    #expect(stage.coalescer.forget(1))
    #expect(!stage.coalescer.forget(1))
    #expect(!first.isCancelled)
    #expect(stage.coalescer.keysInFlight.isEmpty)
    #expect(stage.coalescer.callerCount(for: 1) == 0)
    let new = try await stage.caller()
    try await stage.operation.nextInvocation().succeed(with: "new")
    #expect(try await new.ending == .value("new"))
    first.succeed(with: "old")
    #expect(try await endings(of: old) == [.value("old"), .value("old")])
    #expect(stage.statistics.forgotten == 1)
    #expect(stage.statistics.succeeded == 2)
  }

  @Test func theCallersOfAForgottenFlightCanLeaveAndTheLastCancelsIt() async throws {
    let stage = Stage()
    let callers = try await stage.callers(2)
    let invocation = try await stage.operation.nextInvocation()
    stage.coalescer.forget(1)
    callers[0].cancel()
    #expect(try await callers[0].ending == .cancelled)
    #expect(!invocation.isCancelled)
    callers[1].cancel()
    #expect(try await callers[1].ending == .cancelled)
    try await invocation.waitForCancellation()
    #expect(stage.statistics.abandoned == 1)
  }

  @Test func forgetAllLetsGoOfEveryRunningFlight() async throws {
    let stage = Stage()
    var callers: [Task<String, any Error>] = []
    for key in 1...5 { callers.append(try await stage.caller(of: key)) }
    #expect(stage.coalescer.forgetAll() == 5)
    #expect(stage.coalescer.forgetAll() == 0)
    #expect(stage.coalescer.keysInFlight.isEmpty)
    for _ in callers { try await stage.operation.nextInvocation().succeed(with: "x") }
    #expect(try await endings(of: callers) == Array(repeating: .value("x"), count: 5))
  }

  @Test func keysInFlightAndCallerCountSayWhatIsSo() async throws {
    let stage = Stage()
    #expect(stage.coalescer.keysInFlight.isEmpty)
    #expect(stage.coalescer.callerCount(for: 1) == 0)
    let callers = try await stage.callers(2, of: 1) + [stage.caller(of: 2)]
    #expect(Set(stage.coalescer.keysInFlight) == [1, 2])
    #expect(stage.coalescer.callerCount(for: 1) == 2)
    #expect(stage.coalescer.callerCount(for: 2) == 1)
    stage.coalescer.cancelAll()
    #expect(try await endings(of: callers) == Array(repeating: .flightCancelled, count: 3))
  }
}
