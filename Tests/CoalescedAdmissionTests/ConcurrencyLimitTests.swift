import CoalescedAdmission
import CoalescedTesting
import Testing

@Suite(.timeLimit(.minutes(15))) struct ConcurrencyLimitTests {
  let executor = ManualExecutor()
  let operation = SuspendedOperation<String, String>()
  let log = Log()

  /// Takes the only permit, and gives it back when the invocation ends.
  func hold(_ limit: ConcurrencyLimit) async throws -> (task: Task<String, any Error>, invocation: SuspendedInvocation<String, String>) {
    let function = operation.function
    let task = executor.start { try await limit.withPermit { try await function("holder") } }
    return (task, try await operation.nextInvocation())
  }

  @Test("42: a body that runs inside the call that grants its permit uses the limit: no lock is held then")
  func aBodyThatRunsInsideItsGrantUsesTheLimit() async throws {
    let limit = ConcurrencyLimit(1)
    let function = operation.function
    let holder = Task { try await limit.withPermit { try await function("holder") } }
    let invocation = try await operation.nextInvocation()
    let waiter = Task(executorPreference: InlineExecutor()) {
      try await limit.withPermit { limit.running }
    }
    #expect(limit.waiting == 1)
    invocation.succeed(with: "held")
    #expect(try await waiter.value == 1)
    #expect(try await holder.value == "held")
    #expect(limit.running == 0)
  }

  @Test func noMoreBodiesRunAtOnceThanThereArePermits() async throws {
    let limit = ConcurrencyLimit(3)
    let gauge = Gauge()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<500 {
        group.addTask {
          try await limit.withPermit { await gauge.pass() }
        }
      }
      try await group.waitForAll()
    }
    #expect((1...3).contains(gauge.peak))
    #expect(limit.running == 0)
    #expect(limit.waiting == 0)
  }

  @Test func aPermitIsGivenBackWhenTheBodyThrows() async throws {
    let limit = ConcurrencyLimit(1)
    await #expect(throws: Failure(number: 1)) {
      try await limit.withPermit { throw Failure(number: 1) }
    }
    #expect(limit.running == 0)
    #expect(try await limit.withPermit { 7 } == 7)
  }

  @Test func aCallCancelledBeforeThrowsEvenWithAFreePermit() async throws {
    let limit = ConcurrencyLimit(1)
    let call = Task { [log] in
      withUnsafeCurrentTask { $0?.cancel() }
      try await limit.withPermit { log.append("ran") }
    }
    await #expect(throws: CancellationError.self) { try await call.value }
    #expect(log.entries.isEmpty)
    #expect(limit.running == 0)
  }

  @Test func aWaiterThatIsCancelledLeavesAtOnceAndNeverRuns() async throws {
    let limit = ConcurrencyLimit(1)
    let holder = try await hold(limit)
    let waiter = executor.start { [log] in try await limit.withPermit { log.append("ran") } }
    #expect(limit.waiting == 1)
    waiter.cancel()
    #expect(limit.waiting == 0)
    executor.drain()
    await #expect(throws: CancellationError.self) { try await waiter.value }
    #expect(limit.running == 1)
    holder.invocation.succeed(with: "")
    executor.drain()
    #expect(log.entries.isEmpty)
    #expect(limit.running == 0)
  }

  @Test("42: a waiter that is cancelled at the moment of its grant never runs, and passes the permit on")
  func aWaiterCancelledAtTheMomentOfItsGrantNeverRunsAndPassesThePermitOn() async throws {
    let limit = ConcurrencyLimit(1)
    let holder = try await hold(limit)
    let waiter = executor.start { [log] in try await limit.withPermit { log.append("cancelled") } }
    let next = executor.start { [log] in try await limit.withPermit { log.append("next") } }
    holder.invocation.succeed(with: "")
    while limit.waiting == 2 { executor.runNext() }
    // The first waiter has the permit, and has not been resumed yet.
    #expect(limit.running == 1)
    waiter.cancel()
    executor.drain()
    await #expect(throws: CancellationError.self) { try await waiter.value }
    try await next.value
    #expect(log.entries == ["next"])
    #expect(limit.running == 0)
  }

  @Test func aBodyIsNotEndedByACancellation() async throws {
    let limit = ConcurrencyLimit(1)
    let holder = try await hold(limit)
    holder.task.cancel()
    executor.drain()
    try await holder.invocation.waitForCancellation()
    #expect(limit.running == 1)
    holder.invocation.succeed(with: "done")
    executor.drain()
    #expect(try await holder.task.value == "done")
    #expect(limit.running == 0)
  }

  @Test func waitersRunInOrderOfPriorityThenOfArrival() async throws {
    let limit = ConcurrencyLimit(1)
    let holder = try await hold(limit)
    let waiters = [("low 1", TaskPriority.low), ("high 1", .high), ("low 2", .low), ("high 2", .high), ("medium", .medium)].map {
      name,
      priority in
      executor.start { [log] in try await limit.withPermit(priority: priority) { log.append(name) } }
    }
    #expect(limit.waiting == 5)
    holder.invocation.succeed(with: "")
    executor.drain()
    for waiter in waiters { try await waiter.value }
    #expect(log.entries == ["high 1", "high 2", "medium", "low 1", "low 2"])
  }

  @Test func withoutAPriorityTheTasksOwnCounts() async throws {
    let limit = ConcurrencyLimit(1)
    let holder = try await hold(limit)
    let low = executor.start(priority: .low) { [log] in try await limit.withPermit { log.append("low") } }
    let high = executor.start(priority: .high) { [log] in try await limit.withPermit { log.append("high") } }
    holder.invocation.succeed(with: "")
    executor.drain()
    try await low.value
    try await high.value
    #expect(log.entries == ["high", "low"])
  }

  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  @Test func anEscalationMovesAWaiterUp() async throws {
    let limit = ConcurrencyLimit(1)
    let holder = try await hold(limit)
    let waiters = ["first", "second", "third"].map { name in
      executor.start(priority: .background) { [log] in try await limit.withPermit { log.append(name) } }
    }
    let high = executor.start(priority: .high) { [log] in try await limit.withPermit { log.append("high") } }
    waiters[1].escalatePriority(to: .high)
    holder.invocation.succeed(with: "")
    executor.drain()
    for waiter in waiters + [high] { try await waiter.value }
    // It came before the one that was high from the beginning.
    #expect(log.entries == ["second", "high", "first", "third"])
  }

  @Test @MainActor func aCallTakesItsPlaceBeforeItsActorRunsAnythingElse() async throws {
    let limit = ConcurrencyLimit(1)
    let holder = try await hold(limit)
    var waiting: [Int] = []
    // The actor runs its tasks in the order in which they were made.
    var calls: [Task<Void, any Error>] = []
    for _ in 0..<20 {
      calls.append(Task { try await limit.withPermit {} })
      calls.append(Task { waiting.append(limit.waiting) })
    }
    await Task {}.value
    #expect(waiting == Array(1...20))
    holder.invocation.succeed(with: "")
    executor.drain()
    for call in calls { try await call.value }
  }

  @Test("43: ten thousand cancelled waiters are gone at once, and the others keep their order")
  func tenThousandCancelledWaitersAreGoneAtOnceAndTheOthersKeepTheirOrder() async throws {
    let limit = ConcurrencyLimit(1)
    let holder = try await hold(limit)
    let waiters = (0..<10_000).map { number in
      Task(executorPreference: executor) { [log] in try await limit.withPermit { log.append("\(number)") } }
    }
    executor.drain()
    #expect(limit.waiting == 10_000)
    for (number, waiter) in waiters.enumerated() where number % 1_000 != 0 { waiter.cancel() }
    #expect(limit.waiting == 10)
    holder.invocation.succeed(with: "")
    executor.drain()
    #expect(log.entries == (0..<10).map { "\($0 * 1_000)" })
    #expect(limit.running == 0)
  }

  @Test(arguments: SplitMix.someSeeds) func afterAStormOfCancellationsEveryPermitIsBack(seed: UInt64) async throws {
    var random = SplitMix(seed: seed)
    let limit = ConcurrencyLimit(4)
    let gauge = Gauge()
    let tasks = (0..<4_000).map { _ in
      Task {
        try await limit.withPermit { await gauge.pass() }
      }
    }
    for task in tasks.shuffled(using: &random) where Bool.random(using: &random) { task.cancel() }
    for task in tasks { _ = await task.result }
    #expect((1...4).contains(gauge.peak))
    #expect(limit.running == 0)
    #expect(limit.waiting == 0)
  }

  @Test func limitedKeepsArgumentsAndOutcomeOfEachCall() async throws {
    let limit = ConcurrencyLimit(1)
    let divide = limited(
      { (a: Int, b: Int) in
        if b == 0 { throw Failure(number: a) }
        return a / b
      },
      by: limit
    )
    #expect(try await divide(6, 3) == 2)
    await #expect(throws: Failure(number: 6)) { try await divide(6, 0) }
    #expect(limit.running == 0)
  }

  @Test func oneLimitBoundsEverythingThatSharesIt() async throws {
    let limit = ConcurrencyLimit(1)
    let one = limited(operation.function, by: limit)
    let other = limited({ [log] in log.append("other") }, by: limit)
    let first = executor.start { try await one("one") }
    let invocation = try await operation.nextInvocation()
    let second = executor.start { try await other() }
    #expect(limit.running == 1 && limit.waiting == 1)
    invocation.succeed(with: "")
    executor.drain()
    _ = try await first.value
    try await second.value
    #expect(log.entries == ["other"])
  }

  @Test func aLimitWithoutPermitsIsRefused() async {
    await #expect(processExitsWith: .failure) { _ = ConcurrencyLimit(0) }
  }
}
