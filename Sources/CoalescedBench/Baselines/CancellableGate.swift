import Synchronization

/// The floor of a leave: tasks that wait, each with one entry of one dictionary, until they are cancelled or released together.
final class CancellableGate: Sendable {
  private struct State {
    var lastTicket = 0
    var parked: [Int: UnsafeContinuation<Void, any Error>] = [:]
  }

  private let state = Mutex(State())

  var count: Int { state.withLock { $0.parked.count } }

  /// - Throws: `CancellationError` as soon as the task is cancelled.
  func wait() async throws {
    let ticket = state.withLock { state in
      state.lastTicket += 1
      return state.lastTicket
    }
    try await withTaskCancellationHandler {
      try await withUnsafeThrowingContinuation { continuation in
        let isCancelled = state.withLock { state in
          // The handler of a cancellation that came first has found nothing.
          if Task.isCancelled { return true }
          state.parked[ticket] = continuation
          return false
        }
        if isCancelled { continuation.resume(throwing: CancellationError()) }
      }
    } onCancel: {
      state.withLock { $0.parked.removeValue(forKey: ticket) }?.resume(throwing: CancellationError())
    }
  }

  /// Each continuation leaves the dictionary once, here or at its cancellation, and is resumed once, after it.
  func release() {
    let released = state.withLock { state in
      defer { state.parked = [:] }
      return state.parked
    }
    for continuation in released.values { continuation.resume() }
  }
}
