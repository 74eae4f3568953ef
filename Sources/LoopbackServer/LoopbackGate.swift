import Synchronization

/// Holds tasks back until somebody opens it, once and for good.
package final class LoopbackGate: Sendable {
  private struct State {
    var isOpen = false
    var nextID = 0
    var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
  }

  private let state = Mutex(State())

  package init() {}

  /// Lets everybody through who waits and who comes later.
  package func open() {
    let released = state.withLock { state in
      state.isOpen = true
      defer { state.waiting = [:] }
      return state.waiting.values
    }
    for continuation in released { continuation.resume() }
  }

  /// Returns when the gate is open, or at once when the waiting task is cancelled.
  package func wait() async {
    let id = state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        // Registered here, it is resumed by whoever removes it, under the lock: `open()` or the cancellation handler.
        let passes = state.withLock { state in
          if state.isOpen || Task.isCancelled { return true }
          state.waiting[id] = continuation
          return false
        }
        if passes { continuation.resume() }
      }
    } onCancel: {
      state.withLock { $0.waiting.removeValue(forKey: id) }?.resume()
    }
  }

  /// As ``wait()``, and returns when the time is over, too.
  package func wait(within limit: Duration) async {
    let waiting = Task { await wait() }
    let timer = Task {
      try await Task.sleep(for: limit)
      waiting.cancel()
    }
    await withTaskCancellationHandler {
      await waiting.value
    } onCancel: {
      waiting.cancel()
    }
    timer.cancel()
  }
}
