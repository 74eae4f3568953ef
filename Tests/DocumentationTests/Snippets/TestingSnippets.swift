import Coalesced
import CoalescedTesting
import Testing

// snippet: a service that takes its operation
struct UserService: Sendable {
  let user: @Sendable (Int) async throws -> String

  init(fetch: @escaping @Sendable (Int) async throws -> String, in group: FlightGroup? = nil) {
    user = coalesced(fetch, in: group)
  }
}
// end

protocol UserAPI: Sendable {
  func user(id: Int) async throws -> String
}

// snippet: a fake of a protocol
struct FakeUserAPI: UserAPI {
  let operation = SuspendedOperation<Int, String>()

  func user(id: Int) async throws -> String {
    let user = operation.function
    return try await user(id)
  }
}
// end

/// What the documentation of `CoalescedTesting` shows.
@Suite struct TestingSnippets {
  @Test func suspendedOperationInTheServicesPlace() async throws {
    // snippet: a suspended operation in the service's place
    let operation = SuspendedOperation<Int, String>()
    let probe = FlightProbe()
    let service = UserService(fetch: operation.function, in: probe.group)
    // end

    let caller = Task { try await service.user(7) }
    try await probe.waiting(1)
    try await operation.nextInvocation().succeed(with: "seven")
    #expect(try await caller.value == "seven")
  }

  // snippet: a whole test
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
  // end

  @Test func aFakeOfAProtocolSuspends() async throws {
    let api = FakeUserAPI()
    let caller = Task { [api] in try await (api as any UserAPI).user(id: 7) }
    try await api.operation.nextInvocation().succeed(with: "seven")
    #expect(try await caller.value == "seven")
  }

  @Test func lingerEndsWhenTheClockReachesIt() async throws {
    let operation = SuspendedOperation<Int, String>()
    let probe = FlightProbe()

    // snippet: time in a policy
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
    // end

    try await operation.nextInvocation().waitForCancellation()
  }

  @Test func suspendedOperationIsEndedByTheTest() async throws {
    // snippet: a suspended operation
    let operation = SuspendedOperation<Int, String>()
    let fetch = coalesced(operation.function)

    let caller = Task { try await fetch(7) }
    let invocation = try await operation.nextInvocation()
    invocation.succeed(with: "seven")
    #expect(try await caller.value == "seven")
    // end
  }

  @Test func probeSeesTheCallersWait() async throws {
    // snippet: a probe
    let operation = SuspendedOperation<Int, String>()
    let probe = FlightProbe()
    let fetch = coalesced(operation.function, in: probe.group)

    let callers = (1...3).map { _ in Task { try await fetch(7) } }
    try await probe.waiting(3)
    try await operation.nextInvocation().succeed(with: "seven")
    // end

    for caller in callers {
      #expect(try await caller.value == "seven")
    }
  }

  @Test func manualClockMovesOnlyWhenTold() async throws {
    // snippet: a manual clock
    let clock = ManualClock()
    let sleep = Task { try await clock.sleep(for: .seconds(2)) }
    try await clock.sleepers(1)
    clock.advance(by: .seconds(2))
    try await sleep.value
    // end
  }
}
