import Coalesced
import CoalescedTesting
import Testing

/// Many callers on one flight.
@Suite struct CrowdTests {
  @Test func aHundredThousandCallersGetOneFlightsValue() async throws {
    let count = 100_000
    let operation = SuspendedOperation<Int, Int>(patience: .ample)
    let probe = FlightProbe(patience: .ample)
    let coalescer = Coalescer<Int, Int>(in: probe.group)
    let suspend: @Sendable (Int) async throws -> Int = operation.function
    let total = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<count { group.addTask { try await coalescer.value(for: 1) { try await suspend(1) } } }
      let invocation = try await operation.nextInvocation()
      try await probe.waiting(count)
      invocation.succeed(with: 1)
      return try await group.reduce(0, +)
    }
    #expect(total == count)
    #expect(coalescer.statistics.started == 1)
    #expect(coalescer.statistics.joined == count - 1)
    #expect(coalescer.statistics.waiting == 0)
  }

  @Test func thirtyTwoThousandCallersLeaveAndTheRestStay() async throws {
    let leaving = 32_000
    let operation = SuspendedOperation<Int, Int>(patience: .ample)
    let suspend: @Sendable (Int) async throws -> Int = operation.function
    let probe = FlightProbe(patience: .ample)
    let coalescer = Coalescer<Int, Int>(in: probe.group)
    let stays = Task { try await coalescer.value(for: 1) { try await suspend(1) } }
    let invocation = try await operation.nextInvocation()
    try await probe.waiting(1)
    let leavers = (0..<leaving).map { _ in Task { try await coalescer.value(for: 1) { 0 } } }
    try await probe.waiting(leaving + 1)
    for leaver in leavers.shuffled() { leaver.cancel() }
    var left = 0
    for leaver in leavers {
      if case .failure(is CancellationError) = await leaver.result { left += 1 }
    }
    #expect(left == leaving)
    #expect(coalescer.callerCount(for: 1) == 1)
    #expect(coalescer.statistics.left == leaving)
    #expect(!invocation.isCancelled)
    invocation.succeed(with: 5)
    #expect(try await stays.value == 5)
    #expect(coalescer.statistics.abandoned == 0)
  }
}
