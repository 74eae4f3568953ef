import CoalescedAdmission
import CoalescedTesting
import Testing

@Suite(.timeLimit(.minutes(15))) struct QueuedTests {
  let executor = ManualExecutor()
  let operation = SuspendedOperation<String, String>()
  var suspend: @Sendable (String) async throws -> String { operation.function }
  let log = Log()

  /// A table would never find it again.
  @Test func aKeyThatIsUnlikeItselfHasQueuesOfItsOwn() async throws {
    let queue = queued(operation.function, keyedBy: { _ in Double.nan })
    let callers = ["a", "b", "c"].map { name in Task { try await queue(name) } }
    let invocations = [try await operation.nextInvocation(), try await operation.nextInvocation(), try await operation.nextInvocation()]
    for invocation in invocations { invocation.succeed(with: invocation.arguments.uppercased()) }
    for (name, caller) in zip(["A", "B", "C"], callers) { #expect(try await caller.value == name) }
  }

  @Test func wholeOperationsRunOneAtATimeInTheOrderOfTheCalls() async throws {
    let queue = queued { [suspend, log] (name: String) in
      log.append("begin \(name)")
      defer { log.append("end \(name)") }
      return try await suspend(name)
    }
    let calls = ["a", "b", "c"].map { name in executor.start { try await queue(name) } }
    for name in ["a", "b", "c"] {
      let invocation = try await operation.nextInvocation()
      #expect(invocation.arguments == name)
      invocation.succeed(with: name.uppercased())
      executor.drain()
    }
    #expect(try await [calls[0].value, calls[1].value, calls[2].value] == ["A", "B", "C"])
    #expect(log.entries == ["begin a", "end a", "begin b", "end b", "begin c", "end c"])
  }

  @Test func aFailureReachesItsOwnCallerAndDoesNotStopTheQueue() async throws {
    let queue = queued(operation.function)
    let first = executor.start { try await queue("first") }
    let second = executor.start { try await queue("second") }
    try await operation.nextInvocation().fail(with: Failure(number: 1))
    executor.drain()
    await #expect(throws: Failure(number: 1)) { try await first.value }
    try await operation.nextInvocation().succeed(with: "2")
    executor.drain()
    #expect(try await second.value == "2")
  }

  @Test func aCallCancelledWhileItWaitsLeavesAtOnceAndNeverRuns() async throws {
    let queue = queued(operation.function)
    let first = executor.start { try await queue("first") }
    let waiting = executor.start { try await queue("waiting") }
    let last = executor.start { try await queue("last") }
    waiting.cancel()
    executor.drain()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    try await operation.nextInvocation().succeed(with: "1")
    executor.drain()
    let next = try await operation.nextInvocation()
    #expect(next.arguments == "last")
    next.succeed(with: "3")
    executor.drain()
    #expect(try await first.value == "1")
    #expect(try await last.value == "3")
  }

  @Test func aCallCancelledAtTheMomentOfItsTurnNeverRunsAndTheTurnGoesOn() async throws {
    let queue = queued { [suspend, log] (name: String) in
      log.append(name)
      return try await suspend(name)
    }
    let first = executor.start { [log] in
      defer { log.append("first returned") }
      return try await queue("first")
    }
    let cancelled = executor.start { try await queue("cancelled") }
    let last = executor.start { try await queue("last") }
    try await operation.nextInvocation().succeed(with: "")
    // Until the first call has returned: the second has its turn then, and has not been resumed.
    while !log.entries.contains("first returned") { executor.runNext() }
    _ = try await first.value
    cancelled.cancel()
    executor.drain()
    await #expect(throws: CancellationError.self) { try await cancelled.value }
    try await operation.nextInvocation().succeed(with: "last")
    executor.drain()
    #expect(try await last.value == "last")
    #expect(log.entries == ["first", "first returned", "last"])
  }

  @Test func aCallCancelledBeforeNeverRuns() async throws {
    let queue = queued { [log] in log.append("ran") }
    let call = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await queue()
    }
    await #expect(throws: CancellationError.self) { try await call.value }
    #expect(log.entries.isEmpty)
  }

  @TaskLocal static var trace = "none"

  @Test func theOperationRunsInTheCallersTask() async throws {
    let queue = queued { [suspend] (name: String) in
      _ = try await suspend(name)
      return "\(Self.trace) \(Task.isCancelled)"
    }
    let caller = executor.start { try await Self.$trace.withValue("mine") { try await queue("a") } }
    let invocation = try await operation.nextInvocation()
    caller.cancel()
    try await invocation.waitForCancellation()
    invocation.succeed(with: "")
    executor.drain()
    // Cancelled while it ran, the call returned when the operation did, with its outcome.
    #expect(try await caller.value == "mine true")
  }

  @Test func queuesOfOtherKeysDoNotWait() async throws {
    let queue = queued(operation.function, keyedBy: { $0.prefix(1) })
    let a1 = executor.start { try await queue("a1") }
    let a2 = executor.start { try await queue("a2") }
    let b1 = executor.start { try await queue("b1") }
    let first = try await operation.nextInvocation()
    let second = try await operation.nextInvocation()
    #expect([first.arguments, second.arguments] == ["a1", "b1"])
    second.succeed(with: "B1")
    first.succeed(with: "A1")
    executor.drain()
    try await operation.nextInvocation().succeed(with: "A2")
    executor.drain()
    #expect(try await [a1.value, a2.value, b1.value] == ["A1", "A2", "B1"])
  }

  @Test("44: a call from inside an operation into its own queue throws")
  func aCallFromInsideIntoItsOwnQueueThrows() async throws {
    let wrapped = FunctionBox()
    let queue = queued { (name: String) in
      name == "outer" ? try await wrapped.call("inner") : name
    }
    wrapped.set(queue)
    await #expect(throws: QueueReentryError()) { try await queue("outer") }
    #expect(try await queue("free again") == "free again")
  }

  @Test func aCallThroughAnotherQueueBackIntoTheFirstThrows() async throws {
    let wrapped = FunctionBox()
    let b = queued { (name: String) in try await wrapped.call(name) }
    let a = queued { (name: String) in name == "outer" ? try await b("inner") : name }
    wrapped.set(a)
    await #expect(throws: QueueReentryError()) { try await a("outer") }
    #expect(try await b("free") == "free")
  }

  @Test func aCallThroughAConflatedWrapperBackIntoTheQueueThrows() async throws {
    let wrapped = FunctionBox()
    let b = conflated { (name: String) in try await wrapped.call(name) }
    let a = queued { (name: String) in name == "outer" ? try await b("inner") : name }
    wrapped.set(a)
    await #expect(throws: QueueReentryError()) { try await a("outer") }
    #expect(try await b("free") == "free")
  }

  @Test func aCallIntoAnotherQueueOrKeyIsNoReentry() async throws {
    let wrapped = FunctionBox()
    let queue = queued(
      { (name: String) in
        name.count < 5 ? try await wrapped.call(name + "x") : name
      },
      keyedBy: { $0 }
    )
    wrapped.set(queue)
    #expect(try await queue("a") == "axxxx")
  }

  @Test func aTaskThatTheOperationStartedIsRefusedWhileTheOperationRunsAndAdmittedAfterwards() async throws {
    let wrapped = FunctionBox()
    let (started, start) = AsyncStream.makeStream(of: Task<String, any Error>.self)
    let release = SuspendedOperation<String, String>()
    let untilRelease: @Sendable (String) async throws -> String = release.function
    let queue = queued { [suspend] (name: String) in
      guard name == "outer" else { return name }
      let during = Task { try await wrapped.call("during") }
      await #expect(throws: QueueReentryError()) { try await during.value }
      start.yield(
        Task {
          _ = try await untilRelease("")
          return try await wrapped.call("after")
        }
      )
      return try await suspend(name)
    }
    wrapped.set(queue)
    let outer = Task { try await queue("outer") }
    try await operation.nextInvocation().succeed(with: "outer")
    #expect(try await outer.value == "outer")
    try await release.nextInvocation().succeed(with: "")
    #expect(try await started.first { _ in true }?.value == "after")
  }

  @Test func aTaskThatOutlivesItsOperationWaitsForTheNextOneLikeAnyOther() async throws {
    let wrapped = FunctionBox()
    let (started, start) = AsyncStream.makeStream(of: Task<String, any Error>.self)
    let release = SuspendedOperation<String, String>()
    let untilRelease: @Sendable (String) async throws -> String = release.function
    let queue = queued { [suspend] (name: String) in
      if name == "outer" {
        start.yield(
          Task {
            _ = try await untilRelease("")
            return try await wrapped.call("after")
          }
        )
      }
      return try await suspend(name)
    }
    wrapped.set(queue)
    let outer = Task { try await queue("outer") }
    try await operation.nextInvocation().succeed(with: "outer")
    _ = try await outer.value
    let other = Task { try await queue("other") }
    let second = try await operation.nextInvocation()
    try await release.nextInvocation().succeed(with: "")
    second.succeed(with: "other")
    try await operation.nextInvocation().succeed(with: "after")
    #expect(try await other.value == "other")
    #expect(try await started.first { _ in true }?.value == "after")
  }

  @Test(arguments: SplitMix.someSeeds) func inAStormOperationsOfOneKeyNeverOverlap(seed: UInt64) async throws {
    var random = SplitMix(seed: seed)
    let gauges = (0..<3).map { _ in Gauge() }
    let queue = queued({ await gauges[$0].pass() }, keyedBy: { $0 })
    let tasks = (0..<3_000).map { number in Task { try await queue(number % 3) } }
    for task in tasks where Int.random(in: 0..<3, using: &random) == 0 { task.cancel() }
    for task in tasks { _ = await task.result }
    for key in 0..<3 { try await queue(key) }
    #expect(gauges.map(\.peak) == [1, 1, 1])
    #expect(gauges.map(\.now) == [0, 0, 0])
  }

  @Test func severalArgumentsAndNoneCompile() async throws {
    let sum = queued { (a: Int, b: Int, c: Int) in a + b + c }
    let none = queued { 7 }
    let keyed = queued({ (a: Int, b: String) in "\(a)\(b)" }, keyedBy: { a, _ in a })
    #expect(try await sum(1, 2, 3) == 6)
    #expect(try await none() == 7)
    #expect(try await keyed(1, "x") == "1x")
  }
}
