import Synchronization

/// Carries out what ``ConflatedTable`` decides: resumes callers, launches, opens and cancels runs, always outside the lock.
@usableFromInline
final class ConflatedControl<Key: Hashable & Sendable, Output: Sendable>: Sendable {
  @usableFromInline typealias Caller = CheckedContinuation<Output, any Error>
  /// Resumed with whether the run may begin.
  @usableFromInline typealias Gate = CheckedContinuation<Bool, Never>

  @usableFromInline let table = Mutex(ConflatedTable<KeyOrCall<Key>, Caller, Task<Void, Never>, Gate>())

  @inlinable
  init() {}

  @inlinable
  func value(for key: Key, operation: @escaping @Sendable () async throws -> Output) async throws -> Output {
    let call = CallID.next()
    let key = KeyOrCall(key, call: call)
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else {
      return try await wait(call, key: key, operation: operation)
    }
    return try await withTaskPriorityEscalationHandler {
      try await wait(call, key: key, operation: operation)
    } onPriorityEscalated: { _, priority in
      for work in table.withLock({ $0.callerEscalated(call, key: key, to: priority.rawValue) }) { work.escalatePriority(to: priority) }
    }
  }

  @inlinable
  func wait(_ call: CallID, key: KeyOrCall<Key>, operation: @escaping @Sendable () async throws -> Output) async throws -> Output {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { caller in
        arrive(call, key: key, caller: caller, operation: operation)
      }
    } onCancel: {
      leave(call, key: key)
    }
  }

  @inlinable
  func arrive(
    _ call: CallID,
    key: KeyOrCall<Key>,
    caller: Caller,
    operation: @escaping @Sendable () async throws -> Output
  ) {
    let lineage = Lineage.calls
    let arrival = table.withLock {
      $0.callArrived(call, key: key, caller: caller, inside: lineage, isCancelled: Task.isCancelled)
    }
    switch arrival {
    case .refuse: caller.resume(throwing: CancellationError())
    case .reenter: caller.resume(throwing: QueueReentryError())
    case .launch(let replaced):
      replaced?.resume(returning: false)
      // The current one: of itself a task inherits what its caller had before an escalation.
      let work = Task(priority: Task.currentPriority) { await self.run(call, key: key, operation: operation) }
      switch table.withLock({ $0.taskLaunched(call, key: key, work: work) }) {
      case .keep: break
      case .escalate(let priority): Self.escalate(work, to: TaskPriority(rawValue: priority))
      case .cancel: work.cancel()
      }
    }
  }

  @inlinable
  func run(_ run: CallID, key: KeyOrCall<Key>, operation: @Sendable () async throws -> Output) async {
    let mayBegin = await withCheckedContinuation { gate in
      switch table.withLock({ $0.taskParked(run, key: key, gate: gate) }) {
      case .run: gate.resume(returning: true)
      case .end: gate.resume(returning: false)
      case .stay: break
      }
    }
    guard mayBegin else { return }
    let outcome: Result<Output, any Error>
    do { outcome = .success(try await Lineage.extended(by: run, operation)) } catch { outcome = .failure(error) }
    let returned = table.withLock { $0.runReturned(key: key) }
    returned.next?.resume(returning: true)
    // The table gives each caller out once: here, or to the handler of its cancellation.
    for caller in returned.callers.values { caller.resume(with: outcome) }
  }

  @inlinable
  func leave(_ call: CallID, key: KeyOrCall<Key>) {
    guard let departure = table.withLock({ $0.callerCancelled(call, key: key) }) else { return }
    departure.caller.resume(throwing: CancellationError())
    departure.ended?.resume(returning: false)
    departure.cancelled?.cancel()
  }

  @inlinable
  static func escalate(_ work: Task<Void, Never>, to priority: TaskPriority) {
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) { work.escalatePriority(to: priority) }
  }
}
