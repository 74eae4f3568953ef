import Coalesced
import CoalescedTesting
import Testing

/// Faults that software of this kind has shipped: priority, task-local values, counts. Each test holds what is right.
@Suite struct ContextFaultTests {
  @TaskLocal static var tenant = "nobody"

  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  private func escalations(of stage: Stage) -> (log: Log<TaskPriority>, fetch: @Sendable (Int) async throws -> String) {
    let log = Log<TaskPriority>()
    let suspend: @Sendable (Int) async throws -> String = stage.operation.function
    let operation: @Sendable (Int) async throws -> String = { key in
      try await withTaskPriorityEscalationHandler(
        operation: { try await suspend(key) },
        onPriorityEscalated: { _, priority in log.append(priority) }
      )
    }
    return (log, coalesced(operation, keyedBy: { $0 }, through: stage.coalescer))
  }

  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  @Test("25: a background prefetch owns the flight and a visible screen joins: the flight is escalated")
  func aVisibleScreenJoinsAPrefetch() async throws {
    let stage = Stage()
    let (log, fetch) = escalations(of: stage)
    let prefetch = Task(priority: .background) { try await fetch(1) }
    let invocation = try await stage.operation.nextInvocation()
    try await stage.probe.waiting(1)
    let screen = Task(priority: .userInitiated) { try await fetch(1) }
    #expect(try await log.first(1) == [.userInitiated])
    invocation.succeed(with: "image")
    #expect(try await endings(of: [prefetch, screen]) == [.value("image"), .value("image")])
  }

  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  @Test("26: a caller is escalated while it waits: so is the flight")
  func aWaitingCallerIsEscalated() async throws {
    let stage = Stage()
    let (log, fetch) = escalations(of: stage)
    let caller = Task(priority: .background) { try await fetch(1) }
    let invocation = try await stage.operation.nextInvocation()
    try await stage.probe.waiting(1)
    caller.escalatePriority(to: .userInitiated)
    #expect(try await log.first(1) == [.userInitiated])
    invocation.succeed(with: "image")
    #expect(try await caller.ending == .value("image"))
  }

  @Test("27: the task-local values are those of the caller that led, and never a mixture")
  func taskLocalsAreTheLeadersOwn() async throws {
    let stage = Stage()
    let suspend: @Sendable (Int) async throws -> String = stage.operation.function
    let operation: @Sendable (Int) async throws -> String = { key in
      let before = Self.tenant
      _ = try await suspend(key)
      return "\(before), \(Self.tenant)"
    }
    let fetch = coalesced(operation, keyedBy: { $0 }, through: stage.coalescer)
    let leader = Self.$tenant.withValue("the leader's") { Task { try await fetch(1) } }
    try await stage.probe.waiting(1)
    let joiner = Self.$tenant.withValue("the joiner's") { Task { try await fetch(1) } }
    try await stage.probe.waiting(2)
    try await stage.operation.nextInvocation().succeed(with: "")
    let seen = Ending.value("the leader's, the leader's")
    #expect(try await endings(of: [leader, joiner]) == [seen, seen])
  }

  @Test("49: joined counts joins only, not the caller that led")
  func joinedCountsJoinsOnly() async throws {
    let stage = Stage()
    let alone = try await stage.caller()
    #expect(stage.statistics.joined == 0)
    let joiners = try await stage.callers(2)
    #expect(stage.statistics.joined == 2)
    try await stage.operation.nextInvocation().succeed(with: "one")
    _ = try await endings(of: [alone] + joiners)
    #expect(stage.statistics.joined == 2)
  }
}
