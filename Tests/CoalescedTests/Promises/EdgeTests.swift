import Coalesced
import CoalescedTesting
import Testing

/// What lies between two steps of a call, or beyond what stacks and keys usually are.
@Suite
struct EdgeTests {
  /// The system's clocks crash when they are asked to sleep until an instant that does not exist.
  @Test func theLongestDurationIsForEver() async throws {
    let clock = LoggedClock()
    let stage = Stage {
      $0.clock = clock
      $0.abandonment = .cancelAfter(.seconds(Int64.max))
    }
    let invocation = try await stage.abandonedInvocation()
    try await clock.sleeps.first(1)
    let caller = try await stage.caller()
    #expect(try await clock.sleeps.first(2) == ["begins", "is over"])
    invocation.succeed(with: "one")
    #expect(try await caller.ending == .value("one"))
  }

  @Test func cancellingAChainOfNestedKeysOverflowsNoStack() async throws {
    let length = 8_000
    let coalescer = Coalescer<Int, Int>()
    let innermost = SuspendedOperation<Int, Int>(patience: .ample)
    let suspend: @Sendable (Int) async throws -> Int = innermost.function
    let nested = Nested<Int> { nested, key in try await key == length ? suspend(key) : nested.call(key + 1) }
    nested.wrap { operation in coalesced(operation, keyedBy: { $0 }, through: coalescer) }
    let outermost = Task { try await nested.call(1) }
    let invocation = try await innermost.nextInvocation()
    outermost.cancel()
    try await invocation.waitForCancellation()
    invocation.fail(with: CancellationError())
    #expect(try await outermost.ending == .cancelled)
    await coalescer.idle()
    #expect(coalescer.statistics.abandoned == length)
    #expect(coalescer.statistics.left == length)
  }

  @Test func aKeyThatIsNotEqualToItselfIsNotShared() async throws {
    let coalescer = Coalescer<Double, Int>()
    let operation = SuspendedOperation<Double, Int>()
    let fetch = coalesced(operation.function, keyedBy: { $0 }, through: coalescer)
    let callers = (1...2).map { _ in Task { try await fetch(.nan) } }
    let invocations = [try await operation.nextInvocation(), try await operation.nextInvocation()]
    #expect(coalescer.statistics.started == 2)
    #expect(coalescer.callerCount(for: .nan) == 0)
    #expect(coalescer.cancelAll() == 2)
    #expect(try await endings(of: callers) == [.flightCancelled, .flightCancelled])
    for invocation in invocations { invocation.succeed(with: 1) }
    await coalescer.idle()
    #expect(coalescer.keysInFlight.isEmpty)
  }

  /// The event comes in the calling task after it has joined, and before it waits.
  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  @Test func aCallerThatIsEscalatedBetweenJoiningAndWaitingEscalatesTheFlight() async throws {
    let group = FlightGroup { event in
      guard event.kind == .joined else { return }
      withUnsafeCurrentTask { $0?.escalatePriority(to: .high) }
    }
    let log = Log<TaskPriority>()
    let operation = SuspendedOperation<Int, Int>()
    let suspend: @Sendable (Int) async throws -> Int = operation.function
    let watched: @Sendable (Int) async throws -> Int = { key in
      log.append(Task.currentPriority)
      return try await withTaskPriorityEscalationHandler(
        operation: { try await suspend(key) },
        onPriorityEscalated: { _, priority in log.append(priority) }
      )
    }
    let fetch = coalesced(watched, in: group)
    let leader = Task(priority: .background) { try await fetch(1) }
    let invocation = try await operation.nextInvocation()
    let joiner = Task(priority: .background) { try await fetch(1) }
    #expect(try await log.first(2) == [.background, .high])
    invocation.succeed(with: 1)
    #expect(try await endings(of: [leader, joiner]) == [.value(1), .value(1)])
  }
}
