import Coalesced
import CoalescedTesting
import Testing

/// C1.
@Suite struct OneInvocationTests {
  @Test func callsWithEqualKeysThatOverlapRunTheOperationOnce() async throws {
    let stage = Stage()
    let callers = try await stage.callers(3)
    try await stage.operation.nextInvocation().succeed(with: "one")
    #expect(try await endings(of: callers) == Array(repeating: .value("one"), count: 3))
    #expect(stage.operation.invocationCount == 1)
    #expect(stage.statistics.started == 1)
    #expect(stage.statistics.joined == 2)
  }

  @Test func everyCallerGetsTheSameObject() async throws {
    let operation = SuspendedOperation<Int, Tracked>()
    let probe = FlightProbe()
    let fetch = coalesced(operation.function, in: probe.group)
    let first = Task { try await fetch(1) }
    let second = Task { try await fetch(1) }
    try await probe.waiting(2)
    let value = Tracked()
    try await operation.nextInvocation().succeed(with: value)
    #expect(try await first.value === value)
    #expect(try await second.value === value)
  }

  @Test func everyCallerGetsTheSameError() async throws {
    let stage = Stage()
    let callers = try await stage.callers(3)
    let error = Tracked(7)
    try await stage.operation.nextInvocation().fail(with: error)
    for caller in callers {
      let thrown = await #expect(throws: Tracked.self) { try await caller.value }
      #expect(thrown === error)
    }
    #expect(stage.statistics.failed == 1)
  }

  @Test func callsWithDifferentKeysRunSideBySide() async throws {
    let stage = Stage()
    let one = try await stage.caller(of: 1)
    let two = try await stage.caller(of: 2)
    let first = try await stage.operation.nextInvocation()
    let second = try await stage.operation.nextInvocation()
    #expect([first.arguments, second.arguments] == [1, 2])
    second.succeed(with: "two")
    #expect(try await two.ending == .value("two"))
    first.succeed(with: "one")
    #expect(try await one.ending == .value("one"))
  }

  @Test func twoWrappersOfOneOperationDoNotShare() async throws {
    let operation = SuspendedOperation<Int, String>()
    let probe = FlightProbe()
    let first = coalesced(operation.function, in: probe.group)
    let second = coalesced(operation.function, in: probe.group)
    let callers = [Task { try await first(1) }, Task { try await second(1) }]
    try await probe.waiting(2)
    try await operation.nextInvocation().succeed(with: "x")
    try await operation.nextInvocation().succeed(with: "x")
    #expect(try await endings(of: callers) == [.value("x"), .value("x")])
    #expect(probe.group.statistics.joined == 0)
  }

  @Test func functionsThroughOneCoalescerShareTheFlightOfWhicheverLed() async throws {
    let stage = Stage()
    let other = coalesced({ (_: String) in "never" }, keyedBy: { $0.count }, through: stage.coalescer)
    let leader = try await stage.caller(of: 1)
    let joiner = Task { try await other("x") }
    try await stage.probe.joined(1)
    try await stage.operation.nextInvocation().succeed(with: "one")
    #expect(try await leader.ending == .value("one"))
    #expect(try await joiner.ending == .value("one"))
  }

  @Test func aJoinAfterOtherJoinersLeftGetsTheValue() async throws {
    let stage = Stage()
    let leader = try await stage.caller()
    for _ in 0..<3 {
      let leavers = try await stage.callers(3)
      for leaver in leavers { leaver.cancel() }
      #expect(try await endings(of: leavers) == [.cancelled, .cancelled, .cancelled])
    }
    let joiners = try await stage.callers(5)
    #expect(stage.coalescer.callerCount(for: 1) == 6)
    try await stage.operation.nextInvocation().succeed(with: "one")
    #expect(try await endings(of: [leader] + joiners) == Array(repeating: .value("one"), count: 6))
  }
}
