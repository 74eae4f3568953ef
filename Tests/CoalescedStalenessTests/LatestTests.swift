import CoalescedStaleness
import CoalescedTesting
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(15))) struct LatestTests {
  let operation = SuspendedOperation<String, String>()

  @Test func theOlderCallThrowsAtOnceAndItsOperationIsCancelled() async throws {
    let search = latest(operation.function)
    let older = Task { try await search("sw") }
    let first = try await operation.nextInvocation()
    let newer = Task { try await search("swift") }
    let second = try await operation.nextInvocation()
    // Neither operation has returned.
    await #expect(throws: SupersededError()) { try await older.value }
    try await first.waitForCancellation()
    second.succeed(with: "results of swift")
    #expect(try await newer.value == "results of swift")
    first.succeed(with: "results of sw")
  }

  @Test func whatASupersededOperationStillReturnsOrThrowsIsDropped() async throws {
    let search = latest(operation.function)
    let older = Task { try await search("1") }
    let first = try await operation.nextInvocation()
    let newer = Task { try await search("2") }
    let second = try await operation.nextInvocation()
    first.fail(with: Failure(number: 1))
    second.succeed(with: "2")
    await #expect(throws: SupersededError()) { try await older.value }
    #expect(try await newer.value == "2")
  }

  @Test func withoutANewerCallValueAndErrorReachTheCaller() async throws {
    let search = latest(operation.function)
    let success = Task { try await search("a") }
    try await operation.nextInvocation().succeed(with: "A")
    #expect(try await success.value == "A")
    let failure = Task { try await search("b") }
    try await operation.nextInvocation().fail(with: Failure(number: 7))
    await #expect(throws: Failure(number: 7)) { try await failure.value }
  }

  @Test func aCancelledCallerLeavesAtOnceAndItsOperationIsCancelled() async throws {
    let search = latest(operation.function)
    let caller = Task { try await search("a") }
    let invocation = try await operation.nextInvocation()
    caller.cancel()
    await #expect(throws: CancellationError.self) { try await caller.value }
    try await invocation.waitForCancellation()
    invocation.succeed(with: "late")
  }

  @Test func aCallCancelledBeforeStartsNothingAndSupersedesNothing() async throws {
    let search = latest(operation.function)
    let running = Task { try await search("running") }
    let first = try await operation.nextInvocation()
    let cancelled = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await search("cancelled")
    }
    await #expect(throws: CancellationError.self) { try await cancelled.value }
    first.succeed(with: "still here")
    #expect(try await running.value == "still here")
    let next = Task { try await search("next") }
    let second = try await operation.nextInvocation()
    #expect(second.arguments == "next")
    second.succeed(with: "")
    _ = try await next.value
  }

  @Test("45: calls with other keys are not superseded")
  func callsWithOtherKeysAreNotSuperseded() async throws {
    let search = latest(operation.function, keyedBy: { $0.prefix(1) })
    let a = Task { try await search("a1") }
    let first = try await operation.nextInvocation()
    let b = Task { try await search("b1") }
    let second = try await operation.nextInvocation()
    let newerB = Task { try await search("b2") }
    let third = try await operation.nextInvocation()
    await #expect(throws: SupersededError()) { try await b.value }
    second.succeed(with: "")
    third.succeed(with: "B")
    first.succeed(with: "A")
    #expect(try await newerB.value == "B")
    #expect(try await a.value == "A")
  }

  @Test func eachWrapperHasItsOwnOrder() async throws {
    let one = latest(operation.function)
    let other = latest(operation.function)
    let first = Task { try await one("one") }
    let invocation = try await operation.nextInvocation()
    let second = Task { try await other("other") }
    try await operation.nextInvocation().succeed(with: "other")
    #expect(try await second.value == "other")
    invocation.succeed(with: "one")
    #expect(try await first.value == "one")
  }

  @TaskLocal static var trace = "none"

  @Test func theOperationHasTheTaskLocalsAndThePriorityOfItsCaller() async throws {
    let wrapped = latest { (_: Int) in (Self.trace, Task.currentPriority) }
    let (trace, priority) = try await Task(priority: .high) {
      try await Self.$trace.withValue("caller") { try await wrapped(1) }
    }.value
    #expect(trace == "caller")
    #expect(priority >= .high)
  }

  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  @Test func theOperationOfACallerThatWasEscalatedBeforeRunsAtThatPriority() async throws {
    let wrapped = latest { (_: Int) in Task.currentPriority }
    let (gate, open) = AsyncStream.makeStream(of: Void.self)
    let caller = Task(priority: .background) {
      for await _ in gate {}
      return try await wrapped(1)
    }
    caller.escalatePriority(to: .high)
    open.finish()
    #expect(try await caller.value >= .high)
  }

  /// A table would never find it again.
  @Test func aKeyThatIsUnlikeItselfCompetesWithNoOther() async throws {
    let search = latest(operation.function, keyedBy: { _ in Double.nan })
    let callers = ["a", "b", "c"].map { name in Task { try await search(name) } }
    let invocations = [try await operation.nextInvocation(), try await operation.nextInvocation(), try await operation.nextInvocation()]
    let leaver = try #require(["a", "b", "c"].firstIndex(of: invocations[0].arguments))
    callers[leaver].cancel()
    await #expect(throws: CancellationError.self) { try await callers[leaver].value }
    for invocation in invocations { invocation.succeed(with: invocation.arguments.uppercased()) }
    for (name, caller) in zip(["A", "B", "C"], callers) where name != ["A", "B", "C"][leaver] {
      #expect(try await caller.value == name)
    }
  }

  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  @Test func anEscalationOfTheCallerReachesItsOperation() async throws {
    let (escalations, mark) = AsyncStream.makeStream(of: TaskPriority.self)
    let suspend: @Sendable (String) async throws -> String = operation.function
    let wrapped = latest { (argument: String) in
      try await withTaskPriorityEscalationHandler {
        try await suspend(argument)
      } onPriorityEscalated: { _, priority in
        mark.yield(priority)
      }
    }
    let caller = Task(priority: .background) { try await wrapped("a") }
    let invocation = try await operation.nextInvocation()
    caller.escalatePriority(to: .high)
    for await priority in escalations where priority >= .high { break }
    invocation.succeed(with: "A")
    #expect(try await caller.value == "A")
  }

  @Test func anOperationThatCallsItsOwnWrapperEndsWithoutAHang() async throws {
    let box = FunctionBox()
    let wrapped = latest { (depth: Int) in
      if depth > 0 { return try await box.call(depth - 1) }
      return 0
    }
    box.set(wrapped)
    await #expect(throws: SupersededError()) { try await wrapped(1) }
  }

  @Test func severalArgumentsAndNoneCompile() async throws {
    let sum = latest { (a: Int, b: Int, c: Int) in a + b + c }
    let none = latest { 7 }
    let keyed = latest({ (a: Int, b: String) in "\(a)\(b)" }, keyedBy: { a, _ in a })
    #expect(try await sum(1, 2, 3) == 6)
    #expect(try await none() == 7)
    #expect(try await keyed(1, "x") == "1x")
  }

  @Test func ofAStormOfCallsEachGetsItsOwnValueOrIsSuperseded() async throws {
    let wrapped = latest(
      { (key: Int, number: Int) in
        await Task.yield()
        return number
      },
      keyedBy: { key, _ in key }
    )
    let values = try await withThrowingTaskGroup(of: Int.self) { group in
      for number in 0..<2_000 {
        group.addTask {
          do {
            let value = try await wrapped(number % 3, number)
            #expect(value == number)
            return 1
          } catch is SupersededError {
            return 0
          }
        }
      }
      return try await group.reduce(0, +)
    }
    // The last call of each key is superseded by none.
    #expect(values >= 3)
  }
}

/// Holds a wrapper for the operation that it wraps.
private final class FunctionBox: Sendable {
  private let function = Mutex<(@Sendable (Int) async throws -> Int)?>(nil)

  func set(_ function: @escaping @Sendable (Int) async throws -> Int) {
    self.function.withLock { $0 = function }
  }

  func call(_ argument: Int) async throws -> Int {
    guard let function = function.withLock({ $0 }) else { return argument }
    return try await function(argument)
  }
}
