import Synchronization

/// Carries out what ``QueueTable`` decides: suspends and resumes callers, and runs each operation in the task of its caller.
final class QueueControl<Key: Hashable & Sendable>: Sendable {
  private let table = Mutex(QueueTable<KeyOrCall<Key>, Turn>())

  func run<Output: Sendable>(for key: Key, _ operation: @Sendable () async throws -> Output) async throws -> Output {
    let call = CallID.next()
    let key = KeyOrCall(key, call: call)
    let lineage = Lineage.calls
    switch table.withLock({ $0.callArrived(call, key: key, inside: lineage) }) {
    case .reenter: throw QueueReentryError()
    case .run: break
    case .wait(let place):
      try await suspendUntilTurn { turn in
        table.withLock { $0.callSuspended(place, key: key, waiter: turn) }
      } leave: {
        table.withLock { $0.callerCancelled(place, key: key) }
      }
    }
    defer { passOn(key) }
    // A caller that was cancelled before, or at the moment of its turn, has it: its operation does not run, and the turn goes on.
    if Task.isCancelled { throw CancellationError() }
    return try await Lineage.extended(by: call, operation)
  }

  private func passOn(_ key: KeyOrCall<Key>) {
    if case .passOn(let next?) = table.withLock({ $0.operationReturned(key: key) }) { next.resume() }
  }
}
