import CoalescedAdmission
import CoalescedTesting
import Testing

@Suite(.timeLimit(.minutes(15))) struct ConflatedTests {
  /// Callers run here, so that a call has arrived when `start` returns. Runs are tasks of their own, elsewhere.
  let executor = ManualExecutor()
  let operation = SuspendedOperation<String, String>()
  var suspend: @Sendable (String) async throws -> String { operation.function }

  @Test func oneRunsAndTheNewestWaitsAndReplacedCallersGetItsOutcome() async throws {
    let save = conflated(operation.function)
    let first = executor.start { try await save("1") }
    let run1 = try await operation.nextInvocation()
    let waiting = [2, 3, 4].map { number in executor.start { try await save("\(number)") } }
    run1.succeed(with: "saved 1")
    #expect(try await executor.value(of: first) == "saved 1")
    let run2 = try await operation.nextInvocation()
    #expect(run2.arguments == "4")
    run2.succeed(with: "saved 4")
    for caller in waiting { #expect(try await executor.value(of: caller) == "saved 4") }
  }

  @Test func anErrorReachesAllCallersOfItsRunAndNotOfTheNext() async throws {
    let save = conflated(operation.function)
    let first = executor.start { try await save("1") }
    let run1 = try await operation.nextInvocation()
    let waiting = [2, 3].map { number in executor.start { try await save("\(number)") } }
    run1.succeed(with: "saved 1")
    let run2 = try await operation.nextInvocation()
    let last = executor.start { try await save("4") }
    run2.fail(with: Failure(number: 3))
    for caller in waiting {
      await #expect(throws: Failure(number: 3)) { try await executor.value(of: caller) }
    }
    try await operation.nextInvocation().succeed(with: "saved 4")
    #expect(try await executor.value(of: first) == "saved 1")
    #expect(try await executor.value(of: last) == "saved 4")
  }

  @Test func aCancelledCallerLeavesAtOnceAndTheOthersDoNotNotice() async throws {
    let save = conflated(operation.function)
    let first = executor.start { try await save("1") }
    let run1 = try await operation.nextInvocation()
    let second = executor.start { try await save("2") }
    let third = executor.start { try await save("3") }
    second.cancel()
    await #expect(throws: CancellationError.self) { try await executor.value(of: second) }
    run1.succeed(with: "saved 1")
    #expect(try await executor.value(of: first) == "saved 1")
    try await operation.nextInvocation().succeed(with: "saved 3")
    #expect(try await executor.value(of: third) == "saved 3")
  }

  @Test func theNewestArgumentsStayWhenTheCallerThatBroughtThemLeaves() async throws {
    let save = conflated(operation.function)
    let first = executor.start { try await save("1") }
    let run1 = try await operation.nextInvocation()
    let second = executor.start { try await save("2") }
    let third = executor.start { try await save("3") }
    third.cancel()
    await #expect(throws: CancellationError.self) { try await executor.value(of: third) }
    run1.succeed(with: "")
    _ = try await executor.value(of: first)
    let run2 = try await operation.nextInvocation()
    #expect(run2.arguments == "3")
    run2.succeed(with: "saved 3")
    #expect(try await executor.value(of: second) == "saved 3")
  }

  @Test func aWaitingRunWithoutCallersNeverRuns() async throws {
    let save = conflated(operation.function)
    let first = executor.start { try await save("1") }
    let run1 = try await operation.nextInvocation()
    let waiting = [2, 3].map { number in executor.start { try await save("\(number)") } }
    for caller in waiting {
      caller.cancel()
      await #expect(throws: CancellationError.self) { try await executor.value(of: caller) }
    }
    run1.succeed(with: "")
    _ = try await executor.value(of: first)
    let last = executor.start { try await save("4") }
    let run2 = try await operation.nextInvocation()
    #expect(run2.arguments == "4")
    run2.succeed(with: "saved 4")
    #expect(try await executor.value(of: last) == "saved 4")
  }

  @Test func aRunWithoutCallersIsCancelledAndTheNextWaitsForItsReturn() async throws {
    let log = Log()
    let save = conflated { [suspend] (name: String) in
      log.append("begin \(name)")
      defer { log.append("end \(name)") }
      return try await suspend(name)
    }
    let first = executor.start { try await save("1") }
    let run1 = try await operation.nextInvocation()
    first.cancel()
    await #expect(throws: CancellationError.self) { try await executor.value(of: first) }
    try await run1.waitForCancellation()
    let second = executor.start { try await save("2") }
    #expect(log.entries == ["begin 1"])
    run1.succeed(with: "late")
    let run2 = try await operation.nextInvocation()
    #expect(log.entries == ["begin 1", "end 1", "begin 2"])
    run2.succeed(with: "saved 2")
    #expect(try await executor.value(of: second) == "saved 2")
  }

  @Test func aCallCancelledBeforeChangesNothing() async throws {
    let save = conflated(operation.function)
    let first = executor.start { try await save("1") }
    let run1 = try await operation.nextInvocation()
    let waiting = executor.start { try await save("2") }
    let cancelled = executor.start {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await save("3")
    }
    await #expect(throws: CancellationError.self) { try await executor.value(of: cancelled) }
    run1.succeed(with: "")
    _ = try await executor.value(of: first)
    let run2 = try await operation.nextInvocation()
    #expect(run2.arguments == "2")
    run2.succeed(with: "saved 2")
    #expect(try await executor.value(of: waiting) == "saved 2")
  }

  @Test func keysDoNotReplaceEachOther() async throws {
    let save = conflated(operation.function, keyedBy: { $0.prefix(1) })
    let a = executor.start { try await save("a1") }
    let runA = try await operation.nextInvocation()
    let a2 = executor.start { try await save("a2") }
    let b = executor.start { try await save("b1") }
    try await operation.nextInvocation().succeed(with: "saved b1")
    #expect(try await executor.value(of: b) == "saved b1")
    runA.succeed(with: "saved a1")
    try await operation.nextInvocation().succeed(with: "saved a2")
    #expect(try await executor.value(of: a) == "saved a1")
    #expect(try await executor.value(of: a2) == "saved a2")
  }

  @TaskLocal static var trace = "none"

  @Test func aWaitingRunHasTheTaskLocalsAndThePriorityOfTheCallThatBroughtItsArguments() async throws {
    let save = conflated { [suspend] (name: String) in
      let own = "\(name) \(Self.trace) \(Task.currentPriority >= .high)"
      _ = try await suspend(name)
      return own
    }
    let start = { @Sendable (name: String, priority: TaskPriority) in
      executor.start(priority: priority) { try await Self.$trace.withValue("of \(name)") { try await save(name) } }
    }
    let first = start("1", .low)
    let run1 = try await operation.nextInvocation()
    let second = start("2", .low)
    let third = start("3", .high)
    run1.succeed(with: "")
    #expect(try await executor.value(of: first).hasPrefix("1 of 1"))
    try await operation.nextInvocation().succeed(with: "")
    #expect(try await executor.value(of: second) == "3 of 3 true")
    #expect(try await executor.value(of: third) == "3 of 3 true")
  }

  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  @Test func theRunOfACallerThatWasEscalatedBeforeHasThatPriority() async throws {
    let save = conflated { (_: Int) in Task.currentPriority }
    let (gate, open) = AsyncStream.makeStream(of: Void.self)
    let caller = Task(priority: .background) {
      for await _ in gate {}
      return try await save(1)
    }
    caller.escalatePriority(to: .high)
    open.finish()
    #expect(try await caller.value >= .high)
  }

  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  @Test func anEscalationOfACallerReachesItsRun() async throws {
    let (escalations, mark) = AsyncStream.makeStream(of: TaskPriority.self)
    let save = conflated { [suspend] (name: String) in
      try await withTaskPriorityEscalationHandler {
        try await suspend(name)
      } onPriorityEscalated: { _, priority in
        mark.yield(priority)
      }
    }
    let caller = Task(priority: .background) { try await save("a") }
    let invocation = try await operation.nextInvocation()
    caller.escalatePriority(to: .high)
    for await priority in escalations where priority >= .high { break }
    invocation.succeed(with: "A")
    #expect(try await caller.value == "A")
  }

  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  @Test func anEscalationOfACallerReachesTheRunThatReplacesItsOwn() async throws {
    let save = conflated { [suspend] (name: String) in
      _ = try await suspend(name)
      return "\(name) \(Task.currentPriority >= .high)"
    }
    let start = { @Sendable (name: String) in executor.start(priority: .background) { try await save(name) } }
    let first = start("1")
    let run1 = try await operation.nextInvocation()
    let second = start("2")
    second.escalatePriority(to: .high)
    let third = start("3")
    run1.succeed(with: "")
    #expect(try await executor.value(of: first) == "1 true")
    try await operation.nextInvocation().succeed(with: "")
    #expect(try await executor.value(of: second) == "3 true")
    #expect(try await executor.value(of: third) == "3 true")
  }

  /// A table would never find it again.
  @Test func aKeyThatIsUnlikeItselfHasRunsOfItsOwn() async throws {
    let save = conflated(operation.function, keyedBy: { _ in Double.nan })
    let callers = ["a", "b", "c"].map { name in Task { try await save(name) } }
    let invocations = [try await operation.nextInvocation(), try await operation.nextInvocation(), try await operation.nextInvocation()]
    for invocation in invocations { invocation.succeed(with: invocation.arguments.uppercased()) }
    for (name, caller) in zip(["A", "B", "C"], callers) { #expect(try await caller.value == name) }
  }

  @Test("44: a call from inside a run into its own wrapper throws")
  func aCallFromInsideIntoItsOwnWrapperThrows() async throws {
    let wrapped = FunctionBox()
    let save = conflated { (name: String) in
      name == "outer" ? try await wrapped.call("inner") : name
    }
    wrapped.set(save)
    await #expect(throws: QueueReentryError()) { try await save("outer") }
    #expect(try await save("free again") == "free again")
  }

  @Test func aCallThroughAQueueBackIntoTheRunThrows() async throws {
    let wrapped = FunctionBox()
    let b = queued { (name: String) in try await wrapped.call(name) }
    let a = conflated { (name: String) in name == "outer" ? try await b("inner") : name }
    wrapped.set(a)
    await #expect(throws: QueueReentryError()) { try await a("outer") }
    #expect(try await b("free") == "free")
  }

  @Test(arguments: SplitMix.someSeeds) func inAStormRunsNeverOverlapAndNothingIsLeft(seed: UInt64) async throws {
    var random = SplitMix(seed: seed)
    let gauge = Gauge()
    let save = conflated { (number: Int) in
      await gauge.pass()
      return number
    }
    let tasks = (0..<3_000).map { number in Task { try await save(number) } }
    for task in tasks where Int.random(in: 0..<3, using: &random) == 0 { task.cancel() }
    for task in tasks { _ = await task.result }
    // A call after the storm finds nobody to wait for.
    #expect(try await save(-1) == -1)
    #expect(gauge.peak == 1 && gauge.now == 0)
  }

  @Test func severalArgumentsAndNoneCompile() async throws {
    let sum = conflated { (a: Int, b: Int, c: Int) in a + b + c }
    let none = conflated { 7 }
    let keyed = conflated({ (a: Int, b: String) in "\(a)\(b)" }, keyedBy: { a, _ in a })
    #expect(try await sum(1, 2, 3) == 6)
    #expect(try await none() == 7)
    #expect(try await keyed(1, "x") == "1x")
  }
}
