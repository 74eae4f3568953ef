import Coalesced
import CoalescedTesting
import Testing

/// The recipes of the module's documentation.
@Suite struct RecipeTests {
  struct UserService: Sendable {
    let user: @Sendable (Int) async throws -> String

    init(fetch: @escaping @Sendable (Int) async throws -> String, in group: FlightGroup? = nil) {
      user = coalesced(fetch, in: group)
    }
  }

  @Test func oneScreenLeavesAndTheOtherIsServed() async throws {
    let operation = SuspendedOperation<Int, String>()
    let probe = FlightProbe()
    let service = UserService(fetch: operation.function, in: probe.group)

    let first = Task { try await service.user(7) }
    let second = Task { try await service.user(7) }
    try await probe.waiting(2)

    first.cancel()
    try await probe.left(1)
    await #expect(throws: CancellationError.self) { try await first.value }

    try await operation.nextInvocation().succeed(with: "seven")
    #expect(try await second.value == "seven")
    #expect(operation.invocationCount == 1)
  }

  @Test func aLingerEndsWhenTheClockReachesIt() async throws {
    let operation = SuspendedOperation<Int, String>()
    let probe = FlightProbe()
    let clock = ManualClock()
    var policy = FlightPolicy()
    policy.abandonment = .cancelAfter(.seconds(2))
    policy.clock = clock
    let fetch = coalesced(operation.function, policy: policy, in: probe.group)

    let caller = Task { try await fetch(7) }
    try await probe.waiting(1)
    caller.cancel()
    try await clock.sleepers(1)
    clock.advance(by: .seconds(2))
    try await probe.abandoned(1)
    try await operation.nextInvocation().waitForCancellation()
  }
}
