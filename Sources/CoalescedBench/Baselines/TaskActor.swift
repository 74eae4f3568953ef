/// What most teams write: an actor with a dictionary of tasks. A caller that is cancelled waits on regardless.
actor TaskActor<Key: Hashable & Sendable, Output: Sendable> {
  private let operation: @Sendable (Key) async throws -> Output
  private var tasks: [Key: Task<Output, any Error>] = [:]
  /// Callers inside `value(for:)`.
  private(set) var callerCount = 0

  init(_ operation: @escaping @Sendable (Key) async throws -> Output) {
    self.operation = operation
  }

  func value(for key: Key) async throws -> Output {
    callerCount += 1
    defer { callerCount -= 1 }
    if let task = tasks[key] { return try await task.value }
    let operation = operation
    let task = Task { try await operation(key) }
    tasks[key] = task
    defer {
      if tasks[key] == task { tasks[key] = nil }
    }
    return try await task.value
  }
}
