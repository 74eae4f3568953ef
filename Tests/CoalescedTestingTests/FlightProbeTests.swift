import Coalesced
import CoalescedTesting
import Dispatch
import Testing

@Suite struct FlightProbeTests {
  @Test func theProbeSeesCallersJoinWaitAndLand() async throws {
    let operation = SuspendedOperation<Int, String>()
    let probe = FlightProbe()
    let fetch = coalesced(operation.function, in: probe.group)
    try await probe.waiting(0)
    let callers = (0..<5).map { _ in Task { try await fetch(7) } }
    try await probe.waiting(5)
    try await probe.started(1)
    try await probe.joined(4)
    let invocation = try await operation.nextInvocation()
    invocation.succeed(with: "seven")
    try await probe.landed(1)
    try await probe.waiting(0)
    for caller in callers { #expect(try await caller.value == "seven") }
    #expect(operation.invocationCount == 1)
    #expect(probe.group.statistics.started == 1)
  }

  @Test func theProbeSeesCallersLeaveAndFlightsAbandoned() async throws {
    let operation = SuspendedOperation<Int, String>()
    let probe = FlightProbe()
    let fetch = coalesced(operation.function, in: probe.group)
    let callers = (0..<3).map { _ in Task { try await fetch(7) } }
    try await probe.waiting(3)
    callers[0].cancel()
    try await probe.left(1)
    try await probe.waiting(2)
    callers[1].cancel()
    callers[2].cancel()
    try await probe.abandoned(1)
    try await probe.left(3)
    try await operation.nextInvocation().waitForCancellation()
    for caller in callers {
      await #expect(throws: CancellationError.self) { try await caller.value }
    }
  }

  /// Nothing is awaited between the wait and what depends on it: a caller that counts has suspended.
  @Test func aCallerThatIsAwaitedLeavesWithinTheCancelOfItsTask() async throws {
    var policy = FlightPolicy()
    policy.concurrencyLimit = 1
    for _ in 0..<300 {
      let operation = SuspendedOperation<Int, String>()
      let probe = FlightProbe()
      let fetch = coalesced(operation.function, policy: policy, in: probe.group)
      let callers = [1, 2, 2].map { key in Task { try await fetch(key) } }
      try await probe.waiting(3)
      callers[1].cancel()
      #expect(probe.group.statistics.left == 1)
      #expect(probe.group.statistics.waiting == 2)
      for caller in callers { caller.cancel() }
      #expect(probe.group.statistics.waiting == 0)
      for caller in callers { await #expect(throws: CancellationError.self) { try await caller.value } }
    }
  }

  @Test func aCallerWhoseOperationHasNotSuspendedDoesNotCountAsWaiting() async throws {
    let patience = TestPatience()
    let probe = FlightProbe(patience: patience.patience)
    let gate = DispatchSemaphore(value: 0)
    let block: @Sendable () -> Void = { gate.wait() }
    let fetch = coalesced(
      { (number: Int) async -> Int in
        block(); return -number
      },
      in: probe.group
    )
    let caller = Task(executorPreference: OneThreadExecutor()) { try await fetch(1) }
    try await probe.started(1)
    try await patience.clock.sleepers(0)
    let wait = Task { try await probe.waiting(1) }
    try await patience.runOut()
    let error = await #expect(throws: UnmetExpectationError.self) { try await wait.value }
    #expect(error?.seen.hasPrefix("1 waiting (0 suspended), 1 started, 0 joined,") == true)
    gate.signal()
    #expect(try await caller.value == -1)
  }

  @Test func aFlightThatThrowsHasLanded() async throws {
    let operation = SuspendedOperation<Int, String>()
    let probe = FlightProbe()
    let fetch = coalesced(operation.function, in: probe.group)
    let caller = Task { try await fetch(7) }
    try await operation.nextInvocation().fail(with: TestError(code: 7))
    try await probe.landed(1)
    await #expect(throws: TestError(code: 7)) { try await caller.value }
  }

  @Test func theProbeSeesEveryScopeOfItsGroup() async throws {
    let numbers = SuspendedOperation<Int, Int>()
    let names = SuspendedOperation<String, String>()
    let probe = FlightProbe()
    let fetchNumber = coalesced(numbers.function, in: probe.group)
    let fetchName = coalesced(names.function, in: probe.group)
    let number = Task { try await fetchNumber(1) }
    let name = Task { try await fetchName("one") }
    try await probe.waiting(2)
    try await probe.started(2)
    try await numbers.nextInvocation().succeed(with: 2)
    try await names.nextInvocation().succeed(with: "two")
    try await probe.landed(2)
    #expect(try await number.value == 2)
    #expect(try await name.value == "two")
  }

  @Test func aCountIsAwaitedAsAtLeast() async throws {
    let operation = SuspendedOperation<Int, Int>()
    let probe = FlightProbe()
    let fetch = coalesced(operation.function, in: probe.group)
    let callers = (0..<3).map { number in Task { try await fetch(number) } }
    try await probe.waiting(3)
    try await probe.started(1)
    try await probe.started(3)
    for _ in callers {
      let invocation = try await operation.nextInvocation()
      invocation.succeed(with: -invocation.arguments)
    }
    for (number, caller) in callers.enumerated() { #expect(try await caller.value == -number) }
    try await probe.landed(2)
  }

  @Test(arguments: ["exactly 2 waiting", "3 started", "3 joined", "1 left", "1 abandoned", "2 landed"])
  func aWaitGivesUpWithEveryCount(_ awaited: String) async throws {
    let patience = TestPatience()
    let operation = SuspendedOperation<Int, Int>()
    let probe = FlightProbe(patience: patience.patience)
    let fetch = coalesced(operation.function, in: probe.group)
    let landing = Task { try await fetch(1) }
    try await operation.nextInvocation().succeed(with: 1)
    #expect(try await landing.value == 1)
    let callers = (0..<3).map { _ in Task { try await fetch(2) } }
    let invocation = try await operation.nextInvocation()
    try await probe.waiting(3)
    try await patience.clock.sleepers(0)

    let wait = Task {
      switch awaited {
      case "exactly 2 waiting": try await probe.waiting(2)
      case "3 started": try await probe.started(3)
      case "3 joined": try await probe.joined(3)
      case "1 left": try await probe.left(1)
      case "1 abandoned": try await probe.abandoned(1)
      default: try await probe.landed(2)
      }
    }
    try await patience.runOut()
    let error = await #expect(throws: UnmetExpectationError.self) { try await wait.value }
    #expect(error?.awaited == awaited)
    let counts = "3 waiting, 2 started, 2 joined, 0 left, 0 abandoned, 1 landed, 0 cancelled, 0 forgotten, 0 unshared"
    #expect(error?.seen == counts + ", after 5.0 seconds")
    invocation.succeed(with: 2)
    for caller in callers { #expect(try await caller.value == 2) }
  }

  @Test func aCancelledWaitLeaves() async throws {
    let patience = TestPatience()
    let probe = FlightProbe(patience: patience.patience)
    let wait = Task { try await probe.started(1) }
    try await patience.clock.sleepers(1)
    wait.cancel()
    await #expect(throws: CancellationError.self) { try await wait.value }
    try await patience.clock.sleepers(0)
  }

  @Test func aStormOfCallersIsCountedToTheLast() async throws {
    let operation = SuspendedOperation<Int, Int>()
    let probe = FlightProbe()
    let fetch = coalesced(operation.function, in: probe.group)
    let callers = (0..<400).map { _ in Task { try await fetch(1) } }
    try await probe.waiting(400)
    for caller in callers.prefix(200) { caller.cancel() }
    try await probe.waiting(200)
    try await probe.left(200)
    try await operation.nextInvocation().succeed(with: 2)
    try await probe.waiting(0)
    for caller in callers.dropFirst(200) { #expect(try await caller.value == 2) }
  }

  /// Two events at once: whichever is read first, the state after both is seen.
  @Test func theLastOfOverlappingEventsIsSeen() async throws {
    let operation = SuspendedOperation<Int, Int>()
    let probe = FlightProbe()
    let fetch = coalesced(operation.function, in: probe.group)
    for number in 0..<500 {
      let wait = Task { try await probe.waiting(4) }
      let callers = (0..<4).map { caller in Task { try await fetch(2 * number + caller % 2) } }
      try await wait.value
      for caller in callers { caller.cancel() }
      try await probe.waiting(0)
    }
    #expect(probe.group.statistics.left == 2_000)
  }

  @Test func theGroupOfAProbeThatIsGoneStillWorks() async throws {
    let operation = SuspendedOperation<Int, Int>()
    let fetch = coalesced(operation.function, in: FlightProbe().group)
    let caller = Task { try await fetch(1) }
    try await operation.nextInvocation().succeed(with: 2)
    #expect(try await caller.value == 2)
  }
}
