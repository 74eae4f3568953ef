import CoalescedTesting
import Testing

@Suite struct SuspendedInvocationTests {
  @Test func cancellingTheTaskIsSeenAndDoesNotEndTheInvocation() async throws {
    let operation = SuspendedOperation<Int, Int>()
    let caller = operation.call(1)
    let invocation = try await operation.nextInvocation()
    caller.cancel()
    try await invocation.waitForCancellation()
    #expect(invocation.isCancelled)
    invocation.succeed(with: 2)
    #expect(try await caller.value == 2)
    #expect(invocation.isCancelled)
    try await invocation.waitForCancellation()
  }

  @Test func aCallOfACancelledTaskSuspendsAndIsCancelled() async throws {
    let operation = SuspendedOperation<Int, Int>()
    let gate = SuspendedOperation<Void>()
    let passGate = gate.function
    let function = operation.function
    let caller = Task {
      try await passGate()
      return try await function(1)
    }
    let opening = try await gate.nextInvocation()
    caller.cancel()
    opening.succeed(with: ())
    let invocation = try await operation.nextInvocation()
    #expect(invocation.isCancelled)
    invocation.fail(with: TestError(code: 1))
    await #expect(throws: TestError(code: 1)) { try await caller.value }
  }

  @Test func aWaitForTheCancellationEndsWhenItComes() async throws {
    let patience = TestPatience()
    let operation = SuspendedOperation<Int, Int>(patience: patience.patience)
    let caller = operation.call(1)
    let invocation = try await operation.nextInvocation()
    let wait = Task { try await invocation.waitForCancellation() }
    try await patience.clock.sleepers(1)
    caller.cancel()
    try await wait.value
    try await patience.clock.sleepers(0)
    invocation.succeed(with: 1)
  }

  @Test func aWaitForTheCancellationGivesUpWithWhatItSaw() async throws {
    let patience = TestPatience()
    let operation = SuspendedOperation<Int, Int>(patience: patience.patience)
    let caller = operation.call(1)
    let invocation = try await operation.nextInvocation()
    let wait = Task { try await invocation.waitForCancellation() }
    try await patience.runOut()
    let error = await #expect(throws: UnmetExpectationError.self) { try await wait.value }
    #expect(error?.description == "awaited the cancellation of an invocation; saw it still suspended and not cancelled after 5.0 seconds")
    invocation.succeed(with: 2)
    #expect(try await caller.value == 2)
  }

  @Test func aWaitForTheCancellationOfAnEndedInvocationThrowsAtOnce() async throws {
    let patience = TestPatience()
    let operation = SuspendedOperation<Int, Int>(patience: patience.patience)
    let caller = operation.call(1)
    let invocation = try await operation.nextInvocation()
    let wait = Task { try await invocation.waitForCancellation() }
    try await patience.clock.sleepers(1)
    invocation.succeed(with: 2)
    let error = await #expect(throws: UnmetExpectationError.self) { try await wait.value }
    #expect(error?.description == "awaited the cancellation of an invocation; saw it end without having been cancelled")
    await #expect(throws: UnmetExpectationError.self) { try await invocation.waitForCancellation() }
    caller.cancel()
    #expect(try await caller.value == 2)
    #expect(!invocation.isCancelled)
  }

  @Test func aCancellationThatComesAfterTheEndIsNotSeen() async throws {
    let operation = SuspendedOperation<Int, Int>()
    let function = operation.function
    let executor = OneThreadExecutor()
    let caller = Task(executorPreference: executor) { try await function(1) }
    let invocation = try await operation.nextInvocation()
    // On the caller's only thread: the caller runs on after both.
    await Task(executorPreference: executor) {
      invocation.succeed(with: 2)
      caller.cancel()
    }.value
    #expect(try await caller.value == 2)
    #expect(!invocation.isCancelled)
  }

  @Test func aCancelledWaitForTheCancellationLeaves() async throws {
    let patience = TestPatience()
    let operation = SuspendedOperation<Int, Int>(patience: patience.patience)
    let caller = operation.call(1)
    let invocation = try await operation.nextInvocation()
    let wait = Task { try await invocation.waitForCancellation() }
    try await patience.clock.sleepers(1)
    wait.cancel()
    await #expect(throws: CancellationError.self) { try await wait.value }
    #expect(!invocation.isCancelled)
    invocation.succeed(with: 2)
    #expect(try await caller.value == 2)
  }
}
