import Synchronization

/// A value behind one lock, on which tasks wait until a condition holds, their patience ends, or they are cancelled.
///
/// Conditions are read under the lock after every change, in the order in which the waits began, so no passing state is missed and a
/// condition may take something out of the state. Every wait is resumed exactly once: who removes it from `waits`, under the
/// lock, resumes it, after the lock.
package final class WatchedState<State: Sendable>: Sendable {
  private struct Wait: Sendable {
    let id: UInt64
    /// Reads the condition; when it holds, what resumes the wait with its value.
    let attempt: @Sendable (inout State) -> (@Sendable () -> Void)?
    /// Resumes the wait with an error.
    let fail: @Sendable (any Error) -> Void
    /// Ends the wait when patience does; set once it has begun.
    var timer: Task<Void, Never>?
  }

  private struct Storage: Sendable {
    var state: State
    var waits: [Wait] = []
    var lastID: UInt64 = 0

    mutating func remove(_ id: UInt64) -> Wait? {
      waits.firstIndex { $0.id == id }.map { waits.remove(at: $0) }
    }
  }

  private let storage: Mutex<Storage>
  private let patience: Patience

  package init(_ state: State, patience: Patience) {
    storage = Mutex(Storage(state: state))
    self.patience = patience
  }

  /// Changes the state, then resumes the waits whose condition holds now.
  ///
  /// - Parameter change: Runs under the lock; what it takes out of the state, it returns, to die outside.
  package func update<Value: Sendable>(_ change: (inout State) -> Value) -> Value {
    let (value, met) = storage.withLock { storage in
      let value = change(&storage.state)
      var met: [(wait: Wait, resume: @Sendable () -> Void)] = []
      var unmet: [Wait] = []
      for wait in storage.waits {
        if let resume = wait.attempt(&storage.state) {
          met.append((wait, resume))
        } else {
          unmet.append(wait)
        }
      }
      storage.waits = unmet
      return (value, met)
    }
    for (wait, resume) in met {
      wait.timer?.cancel()
      resume()
    }
    return value
  }

  /// Waits until the condition gives a value.
  ///
  /// - Parameters:
  ///   - awaited: What the error names.
  ///   - condition: Read under the lock; may change the state when it gives a value, and only in ways no other condition waits for.
  ///   - seen: What the error says of the state at the end of patience; read under the lock.
  /// - Throws: `CancellationError` at once when the task is cancelled, ``UnmetExpectationError`` at the end of patience.
  package func wait<Value: Sendable>(
    for awaited: String,
    until condition: @escaping @Sendable (inout State) -> Value?,
    seen: @escaping @Sendable (State) -> String
  ) async throws -> Value {
    let id = storage.withLock { storage in
      storage.lastID += 1
      return storage.lastID
    }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Value, any Error>) in
        let attempt: @Sendable (inout State) -> (@Sendable () -> Void)? = { state in
          guard let value = condition(&state) else { return nil }
          return { continuation.resume(returning: value) }
        }
        let wait = Wait(id: id, attempt: attempt, fail: { continuation.resume(throwing: $0) })
        begin(wait, awaited: awaited, seen: seen)
      }
    } onCancel: {
      // Finds nothing when it comes before the wait has begun: `begin` sees that the task is cancelled.
      end(id) { _ in CancellationError() }
    }
  }

  private func begin(_ wait: Wait, awaited: String, seen: @escaping @Sendable (State) -> String) {
    let resumeNow: (@Sendable () -> Void)? = storage.withLock { storage in
      if Task.isCancelled { return { wait.fail(CancellationError()) } }
      if let resume = wait.attempt(&storage.state) { return resume }
      storage.waits.append(wait)
      return nil
    }
    if let resumeNow { return resumeNow() }

    let timer = Task { [patience, id = wait.id] in
      guard (try? await patience.runOut()) != nil else { return }
      end(id) { UnmetExpectationError(awaited: awaited, seen: "\(seen($0)) after \(patience.limit)") }
    }
    let hasEnded = storage.withLock { storage in
      guard let index = storage.waits.firstIndex(where: { $0.id == wait.id }) else { return true }
      storage.waits[index].timer = timer
      return false
    }
    if hasEnded { timer.cancel() }
  }

  /// Ends a wait with an error; one that has ended already stays as it ended.
  private func end(_ id: UInt64, with error: @Sendable (State) -> any Error) {
    let ended = storage.withLock { storage in
      storage.remove(id).map { wait in (wait, error(storage.state)) }
    }
    guard let (wait, error) = ended else { return }
    wait.timer?.cancel()
    wait.fail(error)
  }
}
