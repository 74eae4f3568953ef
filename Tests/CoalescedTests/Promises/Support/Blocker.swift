import Dispatch

/// Holds a thread at a point of a test; only for threads of a `ThreadExecutor`.
final class Blocker: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)

  /// Blocks until ``release()``.
  func wait() { semaphore.wait() }

  func release() { semaphore.signal() }
}
