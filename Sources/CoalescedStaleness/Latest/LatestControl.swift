import Synchronization

/// Carries out what ``LatestTable`` decides: resumes callers, starts and cancels the tasks of operations, always outside the lock.
@usableFromInline
final class LatestControl<Key: Hashable & Sendable, Output: Sendable>: Sendable {
  @usableFromInline typealias Caller = CheckedContinuation<Output, any Error>
  @usableFromInline typealias Table = LatestTable<KeyOrCall<Key>, Caller, Task<Void, Never>>

  @usableFromInline let table = Mutex(Table())
  @usableFromInline let calls = Atomic<UInt64>(0)

  @inlinable
  init() {}

  @inlinable
  func value(for key: Key, operation: @escaping @Sendable () async throws -> Output) async throws -> Output {
    let generation = Generation(number: calls.add(1, ordering: .relaxed).newValue)
    let key = KeyOrCall(key, call: generation)
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else {
      return try await wait(generation, key: key, operation: operation)
    }
    return try await withTaskPriorityEscalationHandler {
      try await wait(generation, key: key, operation: operation)
    } onPriorityEscalated: { _, priority in
      table.withLock { $0.callerEscalated(generation, key: key) }?.escalatePriority(to: priority)
    }
  }

  @inlinable
  func wait(
    _ generation: Generation,
    key: KeyOrCall<Key>,
    operation: @escaping @Sendable () async throws -> Output
  ) async throws -> Output {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { caller in
        arrive(generation, key: key, caller: caller, operation: operation)
      }
    } onCancel: {
      // Before the arrival this finds nothing, and the arrival sees the flag instead.
      end(table.withLock { $0.callerCancelled(generation, key: key) }, throwing: CancellationError())
    }
  }

  @inlinable
  func arrive(
    _ generation: Generation,
    key: KeyOrCall<Key>,
    caller: Caller,
    operation: @escaping @Sendable () async throws -> Output
  ) {
    let arrival = table.withLock {
      $0.callArrived(generation, key: key, caller: caller, isCancelled: Task.isCancelled)
    }
    switch arrival {
    case .refuse:
      caller.resume(throwing: CancellationError())
    case .start(let superseded):
      let priority = Task.currentPriority
      let work = Task(priority: priority) {
        let outcome: Result<Output, any Error>
        do { outcome = .success(try await operation()) } catch { outcome = .failure(error) }
        // The table gives each caller out once: here, or to whoever superseded or cancelled it.
        self.table.withLock { $0.operationReturned(generation, key: key) }?.caller.resume(with: outcome)
      }
      if table.withLock({ $0.operationStarted(generation, key: key, work: work) }) == .cancel { work.cancel() }
      // An escalation since then has found no task.
      if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *), Task.currentPriority > priority {
        work.escalatePriority(to: Task.currentPriority)
      }
      // Last, because cancellation handlers of the superseded operation may take their time.
      end(superseded, throwing: SupersededError())
    }
  }

  /// Ends a call that the table gave out.
  @inlinable
  func end(_ departure: Table.Departure?, throwing error: any Error) {
    departure?.caller.resume(throwing: error)
    departure?.work?.cancel()
  }
}
