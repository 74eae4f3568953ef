import CoalescedTesting
import Testing

@Suite struct SuspendedOperationTests {
  @Test func aCallSuspendsUntilItSucceeds() async throws {
    let operation = SuspendedOperation<Int, String>()
    let caller = operation.call(7)
    let invocation = try await operation.nextInvocation()
    #expect(invocation.arguments == 7)
    #expect(!invocation.isCancelled)
    invocation.succeed(with: "seven")
    #expect(try await caller.value == "seven")
  }

  @Test func aCallThrowsTheErrorItFailsWith() async throws {
    let operation = SuspendedOperation<Int, String>()
    let caller = operation.call(7)
    try await operation.nextInvocation().fail(with: TestError(code: 7))
    await #expect(throws: TestError(code: 7)) { try await caller.value }
  }

  @Test func anOperationWithoutArgumentsAndOutputWorks() async throws {
    let operation = SuspendedOperation<Void>()
    let caller = operation.call()
    let invocation = try await operation.nextInvocation()
    #expect(invocation.arguments == ())
    invocation.succeed(with: ())
    try await caller.value
  }

  @Test func theOutputTypeCanBeGivenToTheInitializer() async throws {
    let operation: SuspendedOperation<String, Int> = SuspendedOperation(returning: Int.self)
    let caller = operation.call("one")
    try await operation.nextInvocation().succeed(with: 1)
    #expect(try await caller.value == 1)
  }

  @Test func severalArgumentsArriveInTheirPlaces() async throws {
    let operation = SuspendedOperation<Int, String, [Double], Bool?>()
    let caller = operation.call(1, "two", [3.5])
    let invocation = try await operation.nextInvocation()
    let (first, second, third) = invocation.arguments
    #expect(first == 1)
    #expect(second == "two")
    #expect(third == [3.5])
    invocation.succeed(with: nil)
    #expect(try await caller.value == nil)
  }

  @Test func objectsArriveAsTheyAre() async throws {
    let operation = SuspendedOperation<Tracked, Tracked, Tracked>()
    let (left, right, answer) = (Tracked(), Tracked(), Tracked())
    let caller = operation.call(left, right)
    let invocation = try await operation.nextInvocation()
    #expect(invocation.arguments.0 === left)
    #expect(invocation.arguments.1 === right)
    invocation.succeed(with: answer)
    #expect(try await caller.value === answer)
  }

  @Test func theArgumentsOfAnEndedInvocationAreReleased() async throws {
    let released = Log<String>()
    let operation = SuspendedOperation<Tracked, Int>()
    let caller = operation.call(Tracked { released.append("argument") })
    try await operation.nextInvocation().succeed(with: 1)
    _ = try await caller.value
    #expect(released.elements == ["argument"])
    #expect(operation.invocationCount == 1)
  }

  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  @Test func invocationsAreHandedOutInTheOrderInWhichTheyBegan() async throws {
    let operation = SuspendedOperation<Int, Int>()
    let function = operation.function
    let callers = (0..<20).map { number in
      Task.immediate { try await function(number) }
    }
    #expect(operation.invocationCount == 20, "an immediate task has begun its call when it is made")
    for number in 0..<20 {
      let invocation = try await operation.nextInvocation()
      #expect(invocation.arguments == number)
      invocation.succeed(with: number * 10)
    }
    for (number, caller) in callers.enumerated() {
      #expect(try await caller.value == number * 10)
    }
  }

  @Test func invocationsEndInAnyOrder() async throws {
    let operation = SuspendedOperation<Int, Int>()
    let first = operation.call(1)
    let firstInvocation = try await operation.nextInvocation()
    let second = operation.call(2)
    let secondInvocation = try await operation.nextInvocation()
    secondInvocation.succeed(with: 20)
    #expect(try await second.value == 20)
    firstInvocation.fail(with: TestError(code: 1))
    await #expect(throws: TestError(code: 1)) { try await first.value }
  }

  @Test func aWaitForAnInvocationEndsWhenOneBegins() async throws {
    let patience = TestPatience()
    let operation = SuspendedOperation<Int, Int>(patience: patience.patience)
    let wait = Task { try await operation.nextInvocation() }
    try await patience.clock.sleepers(1)
    let caller = operation.call(3)
    let invocation = try await wait.value
    #expect(invocation.arguments == 3)
    try await patience.clock.sleepers(0)
    invocation.succeed(with: 4)
    #expect(try await caller.value == 4)
  }

  @Test func everyInvocationIsHandedOutOnceWhateverTheNumberOfWaits() async throws {
    let operation = SuspendedOperation<Int, Int>()
    let function = operation.function
    let numbers = try await withThrowingTaskGroup(of: Int?.self) { group in
      for number in 0..<100 {
        group.addTask {
          let answer = try await function(number)
          #expect(answer == -number)
          return nil
        }
        group.addTask {
          let invocation = try await operation.nextInvocation()
          invocation.succeed(with: -invocation.arguments)
          return invocation.arguments
        }
      }
      return try await group.reduce(into: []) { numbers, number in numbers += [number].compactMap(\.self) }
    }
    #expect(numbers.sorted() == Array(0..<100))
    #expect(operation.invocationCount == 100)
  }

  @Test func aWaitForAnInvocationGivesUpWithWhatItSaw() async throws {
    let patience = TestPatience()
    let operation = SuspendedOperation<Int, Int>(patience: patience.patience)
    let caller = operation.call(1)
    let invocation = try await operation.nextInvocation()
    let wait = Task { try await operation.nextInvocation() }
    try await patience.runOut()
    let error = await #expect(throws: UnmetExpectationError.self) { try await wait.value }
    #expect(
      error?.description == "awaited the next invocation of a SuspendedOperation; saw no more than 1, all handed out, after 5.0 seconds"
    )
    invocation.succeed(with: 1)
    #expect(try await caller.value == 1)
  }

  @Test func aCancelledWaitForAnInvocationLeavesAndTakesNone() async throws {
    let patience = TestPatience()
    let operation = SuspendedOperation<Int, Int>(patience: patience.patience)
    let wait = Task { try await operation.nextInvocation() }
    try await patience.clock.sleepers(1)
    wait.cancel()
    await #expect(throws: CancellationError.self) { try await wait.value }
    try await patience.clock.sleepers(0)

    let caller = operation.call(1)
    try await operation.nextInvocation().succeed(with: 2)
    #expect(try await caller.value == 2)
  }

  @Test func aWaitOfACancelledTaskTakesNoInvocation() async throws {
    let operation = SuspendedOperation<Int, Int>()
    let caller = operation.call(1)
    let gate = SuspendedOperation<Void>()
    let passGate = gate.function
    let wait = Task {
      try await passGate()
      return try await operation.nextInvocation()
    }
    let opening = try await gate.nextInvocation()
    wait.cancel()
    opening.succeed(with: ())
    await #expect(throws: CancellationError.self) { try await wait.value }
    try await operation.nextInvocation().succeed(with: 2)
    #expect(try await caller.value == 2)
  }

  @Test func releasingTheOperationEndsWhatIsStillSuspended() async throws {
    var operation: SuspendedOperation<Int, Int>? = SuspendedOperation()
    let function = try #require(operation?.function)
    let dropped = Task { try await function(1) }
    _ = try await operation?.nextInvocation()
    let handedOut = Task { try await function(2) }
    var invocation = try await operation?.nextInvocation()
    operation = nil
    #expect(invocation?.arguments == 2)
    invocation = nil
    await #expect(throws: UnmetExpectationError.self) { try await dropped.value }
    let error = await #expect(throws: UnmetExpectationError.self) { try await handedOut.value }
    #expect(
      error?.description
        == "awaited the test to end an invocation of a SuspendedOperation; saw the operation and the invocation released before"
    )
  }

  @Test func aCallOfAReleasedOperationThrowsAtOnce() async throws {
    let function = SuspendedOperation<Int, Int>().function
    await #expect(throws: UnmetExpectationError.self) { try await function(1) }
  }

  @Test func anInvocationKeepsItsOperation() async throws {
    var operation: SuspendedOperation<Int, Int>? = SuspendedOperation()
    let function = try #require(operation?.function)
    let first = Task { try await function(1) }
    let invocation = try #require(try await operation?.nextInvocation())
    operation = nil
    invocation.succeed(with: 10)
    #expect(try await first.value == 10)
  }

  @Test func endingAnInvocationTwiceIsAPreconditionFailure() async {
    await expectPreconditionFailure(
      #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let operation = SuspendedOperation<Int, Int>()
        let caller = operation.call(1)
        let invocation = try await operation.nextInvocation()
        invocation.succeed(with: 1)
        _ = try await caller.value
        invocation.succeed(with: 2)
      },
      saying: "SuspendedInvocation.succeed(with:): the invocation has already ended"
    )
    await expectPreconditionFailure(
      #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let operation = SuspendedOperation<Int, Int>()
        let caller = operation.call(1)
        let invocation = try await operation.nextInvocation()
        invocation.fail(with: TestError(code: 1))
        _ = try? await caller.value
        invocation.fail(with: TestError(code: 2))
      },
      saying: "SuspendedInvocation.fail(with:): the invocation has already ended"
    )
  }
}
