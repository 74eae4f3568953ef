import Synchronization

/// Runs the calls that have an ID, so that each can be cancelled from elsewhere.
package final class NamedCalls<Output: Sendable>: Sendable {
  private let table = Mutex(NamedCallTable<Task<Output, any Error>>())

  package init() {}

  /// Runs a call in a task of its own, with the task-local values and the priority of the caller, which is cancelled with it.
  ///
  /// The ID is free again before this returns.
  package nonisolated(nonsending) func run(
    _ id: RequestID,
    _ call: @escaping @Sendable () async throws -> Output
  ) async throws -> Output {
    try Task.checkCancellation()
    let isNew = table.withLock { $0.callBegan(id) }
    precondition(isNew, "HTTPCoalescer: a RequestID names two calls at once")
    let task = Task { try await call() }
    if !table.withLock({ $0.taskMade(id, task) }) { task.cancel() }
    let result = await withTaskCancellationHandler {
      await task.result
    } onCancel: {
      task.cancel()
    }
    if table.withLock({ $0.callEnded(id) }) { throw CancellationError() }
    return try result.get()
  }

  /// Whether a call with this ID is under way.
  package func cancel(_ id: RequestID) -> Bool {
    switch table.withLock({ $0.callCancelled(id) }) {
    case .noSuchCall: return false
    case .noted: return true
    case .cancel(let task):
      task.cancel()
      return true
    }
  }
}
