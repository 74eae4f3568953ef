import Coalesced
import CoalescedTesting
import Testing

/// C16.
@Suite struct BypassTests {
  @TaskLocal static var tenant = "nobody"

  private func wrapped<Output: Sendable>(
    in group: FlightGroup? = nil,
    _ operation: @escaping @Sendable (Int) async throws -> Output
  ) -> @Sendable (Int) async throws -> Output {
    let key: @Sendable (Int) -> Int? = { _ in nil }
    return coalesced(operation, keyedBy: key, in: group)
  }

  @Test func aCallWithoutAKeyRunsInTheCallersOwnTask() async throws {
    let probe = FlightProbe()
    let fetch = wrapped(in: probe.group) { _ in withUnsafeCurrentTask { $0?.hashValue } }
    let (inside, outside) = try await Task { (try await fetch(1), withUnsafeCurrentTask { $0?.hashValue }) }.value
    #expect(inside == outside)
    #expect(probe.group.statistics.unshared == 1)
    #expect(probe.group.statistics.started == 0)
  }

  @Test func aCallWithoutAKeySeesTheCallersTaskLocals() async throws {
    let fetch = wrapped { _ in Self.tenant }
    #expect(try await Self.$tenant.withValue("caller") { try await fetch(1) } == "caller")
  }

  @Test func aCallWithoutAKeySharesNothing() async throws {
    let operation = SuspendedOperation<Int, String>()
    let fetch = wrapped(operation.function)
    let callers = [Task { try await fetch(1) }, Task { try await fetch(1) }]
    try await operation.nextInvocation().succeed(with: "one")
    try await operation.nextInvocation().succeed(with: "one")
    #expect(try await endings(of: callers) == [.value("one"), .value("one")])
  }

  @Test func aCallWithoutAKeyIsCancelledWithItsCaller() async throws {
    let operation = SuspendedOperation<Int, String>()
    let fetch = wrapped(operation.function)
    let caller = Task { try await fetch(1) }
    let invocation = try await operation.nextInvocation()
    caller.cancel()
    try await invocation.waitForCancellation()
    invocation.succeed(with: "all the same")
    #expect(try await caller.ending == .value("all the same"))
  }

  @Test func aCallWithoutAKeyRunsAlsoWhenItIsAlreadyCancelled() async throws {
    let fetch = wrapped { _ in Task.isCancelled }
    let caller = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await fetch(1)
    }
    #expect(try await caller.ending == .value(true))
  }

  @Test func anErrorOfACallWithoutAKeyReachesItAsItIs() async throws {
    let fetch = wrapped { _ -> String in throw TestError(3) }
    #expect(try await Task { try await fetch(1) }.ending == .failed(TestError(3)))
  }
}
