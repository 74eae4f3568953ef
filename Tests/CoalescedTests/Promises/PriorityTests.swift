import Coalesced
import CoalescedTesting
import Testing

/// C11.
@Suite
struct PriorityTests {
  /// The stage's operation, which logs the priority that it starts with and every one that it is escalated to.
  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  private func watched(_ stage: Stage, _ log: Log<TaskPriority>) -> @Sendable (Int) async throws -> String {
    let suspend: @Sendable (Int) async throws -> String = stage.operation.function
    let watched: @Sendable (Int) async throws -> String = { key in
      log.append(Task.currentPriority)
      return try await withTaskPriorityEscalationHandler(
        operation: { try await suspend(key) },
        onPriorityEscalated: { _, priority in log.append(priority) }
      )
    }
    return coalesced(watched, keyedBy: { $0 }, through: stage.coalescer)
  }

  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  @Test(arguments: [TaskPriority.background, .low, .high])
  func theFlightHasThePriorityOfTheCallerThatLed(priority: TaskPriority) async throws {
    let stage = Stage()
    let log = Log<TaskPriority>()
    let fetch = watched(stage, log)
    let caller = Task(priority: priority) { try await fetch(1) }
    #expect(try await log.first(1) == [priority])
    try await stage.operation.nextInvocation().succeed(with: "one")
    #expect(try await caller.ending == .value("one"))
  }

  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  @Test func aCallThatJoinsWithAHigherPriorityEscalatesTheFlight() async throws {
    let stage = Stage()
    let log = Log<TaskPriority>()
    let fetch = watched(stage, log)
    let leader = Task(priority: .background) { try await fetch(1) }
    try await stage.probe.waiting(1)
    let equal = Task(priority: .background) { try await fetch(1) }
    try await stage.probe.waiting(2)
    let higher = Task(priority: .high) { try await fetch(1) }
    #expect(try await log.first(2) == [.background, .high])
    try await stage.operation.nextInvocation().succeed(with: "one")
    #expect(try await endings(of: [leader, equal, higher]) == Array(repeating: .value("one"), count: 3))
  }

  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  @Test(arguments: [0, 1])
  func aCallerThatIsEscalatedWhileItWaitsEscalatesTheFlight(place: Int) async throws {
    let stage = Stage()
    let log = Log<TaskPriority>()
    let fetch = watched(stage, log)
    var callers: [Task<String, any Error>] = []
    for count in 1...2 {
      callers.append(Task(priority: .background) { try await fetch(1) })
      try await stage.probe.waiting(count)
    }
    callers[place].escalatePriority(to: .high)
    #expect(try await log.first(2) == [.background, .high])
    try await stage.operation.nextInvocation().succeed(with: "one")
    #expect(try await endings(of: callers) == [.value("one"), .value("one")])
  }

  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  @Test(arguments: [true, false])
  func aDrainingOperationHasThePriorityOfThoseWhoWaitForItsEnd(isAbandoned: Bool) async throws {
    let stage = Stage { $0.abandonment = .cancelAndDrain }
    let log = Log<TaskPriority>()
    let fetch = watched(stage, log)
    let first = Task(priority: .low) { try await fetch(1) }
    try await stage.probe.waiting(1)
    let draining = try await stage.operation.nextInvocation()
    if isAbandoned { first.cancel() } else { stage.coalescer.cancel(1) }
    #expect(try await first.ending == (isAbandoned ? .cancelled : .flightCancelled))
    let second = Task(priority: .high) { try await fetch(1) }
    #expect(try await log.first(2) == [.low, .high])
    draining.fail(with: CancellationError())
    try await stage.operation.nextInvocation().succeed(with: "new")
    #expect(try await second.ending == .value("new"))
  }

  /// When a caller that leads is escalated, between its arrival and its wait.
  enum Moment: CaseIterable {
    /// In the report of the start, before the task of the operation is made.
    case starting
    /// In the first part of the operation, which runs before the call that leads waits.
    case running
  }

  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  @Test(arguments: Moment.allCases)
  func aCallerThatIsEscalatedBetweenArrivingAndWaitingEscalatesTheFlight(moment: Moment) async throws {
    let operation = SuspendedOperation<String>(patience: .ample)
    let suspend = operation.function
    let log = Log<TaskPriority>()
    let callers = Log<Task<String, any Error>>()
    let group = FlightGroup { event in
      // It runs in the task of the call.
      guard moment == .starting, event.kind == .started else { return }
      withUnsafeCurrentTask { $0?.escalatePriority(to: .high) }
    }
    let scope = Coalescer<Int, String>(in: group)
    let isKnown = Switch()
    let caller = Task(priority: .background) {
      try await isKnown.isTurnedOn()
      return try await scope.value(for: 1) {
        log.append(Task.currentPriority)
        if moment == .running { for caller in callers.elements { caller.escalatePriority(to: .high) } }
        return try await withTaskPriorityEscalationHandler(
          operation: { try await suspend() },
          onPriorityEscalated: { _, priority in log.append(priority) }
        )
      }
    }
    callers.append(caller)
    isKnown.turnOn()
    let expected: [TaskPriority] = moment == .starting ? [.high] : [.background, .high]
    #expect(try await log.first(expected.count) == expected)
    try await operation.nextInvocation().succeed(with: "one")
    #expect(try await caller.ending == .value("one"))
  }

  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  @Test func aCallerThatWasEscalatedBeforeItCallsLeadsWithThatPriority() async throws {
    let stage = Stage()
    let log = Log<TaskPriority>()
    let fetch = watched(stage, log)
    let isEscalated = Switch()
    let caller = Task(priority: .background) {
      try await isEscalated.isTurnedOn()
      return try await fetch(1)
    }
    caller.escalatePriority(to: .high)
    isEscalated.turnOn()
    // It starts with that priority, or is escalated to it at once.
    _ = try await stage.operation.nextInvocation()
    try await stage.probe.waiting(1)
    #expect(log.elements.last == .high)
    caller.cancel()
  }

  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  @Test func theMainActorsCallStartsAndEscalatesLikeAnyOther() async throws {
    let stage = Stage()
    let log = Log<TaskPriority>()
    let suspend: @Sendable (Int) async throws -> String = stage.operation.function
    let caller = Task(priority: .low) { @MainActor in
      try await stage.coalescer.value(for: 1) {
        log.append(Task.currentPriority)
        return try await withTaskPriorityEscalationHandler(
          operation: { try await suspend(1) },
          onPriorityEscalated: { _, priority in log.append(priority) }
        )
      }
    }
    try await log.first(1)
    let invocation = try await stage.operation.nextInvocation()
    caller.escalatePriority(to: .high)
    #expect(try await log.first(2) == [.low, .high])
    invocation.succeed(with: "one")
    #expect(try await caller.ending == .value("one"))
  }

  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  @Test func aQueuedFlightStartsWithTheHighestPriorityAmongItsCallers() async throws {
    let stage = Stage { $0.concurrencyLimit = 1 }
    let log = Log<TaskPriority>()
    let fetch = watched(stage, log)
    let first = try await stage.caller(of: 9)
    let low = Task(priority: .background) { try await fetch(1) }
    try await stage.probe.waiting(2)
    let high = Task(priority: .high) { try await fetch(1) }
    try await stage.probe.waiting(3)
    try await stage.operation.nextInvocation().succeed(with: "nine")
    #expect(try await first.ending == .value("nine"))
    let invocation = try await stage.operation.nextInvocation()
    #expect(log.elements == [.high])
    invocation.succeed(with: "one")
    #expect(try await endings(of: [low, high]) == [.value("one"), .value("one")])
  }

  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  @Test func aSuccessorsCallerEscalatesTheFlightItWaitsFor() async throws {
    let stage = Stage { $0.joining = .next }
    let log = Log<TaskPriority>()
    let fetch = watched(stage, log)
    let first = Task(priority: .background) { try await fetch(1) }
    try await stage.probe.waiting(1)
    let second = Task(priority: .background) { try await fetch(1) }
    try await stage.probe.waiting(2)
    second.escalatePriority(to: .high)
    #expect(try await log.first(2) == [.background, .high])
    try await stage.operation.nextInvocation().succeed(with: "one")
    #expect(try await log.first(3).last == .high)
    try await stage.operation.nextInvocation().succeed(with: "two")
    #expect(try await endings(of: [first, second]) == [.value("one"), .value("two")])
  }

  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  @Test func anEscalationReachesTheFlightsThatTheOperationWaitsFor() async throws {
    let outer = Coalescer<Int, String>()
    let stage = Stage()
    let log = Log<TaskPriority>()
    let fetch = watched(stage, log)
    let caller = Task(priority: .background) { try await outer.value(for: 1) { try await fetch(1) } }
    try await stage.probe.waiting(1)
    caller.escalatePriority(to: .high)
    #expect(try await log.first(2) == [.background, .high])
    try await stage.operation.nextInvocation().succeed(with: "one")
    #expect(try await caller.ending == .value("one"))
  }
}
