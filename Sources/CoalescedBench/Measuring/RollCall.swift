import Synchronization

/// Tells the task that gathers a crowd when the last caller has begun, so that nobody asks while callers are on their way.
///
/// A caller pays one atomic subtraction, in front of its call, whatever it calls.
final class RollCall: Sendable {
  private enum Listener {
    case none
    case waits(UnsafeContinuation<Void, Never>)
    case isLate
  }

  private let missing: Atomic<Int>
  private let listener = Mutex(Listener.none)

  /// Expects that many callers, one at least.
  init(of callers: Int) {
    missing = Atomic(callers)
  }

  /// A caller begins.
  func answer() {
    guard missing.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 else { return }
    let listener = listener.withLock { listener in
      defer { listener = .isLate }
      return listener
    }
    if case .waits(let continuation) = listener { continuation.resume() }
  }

  /// Returns when the last caller has begun. To be awaited once: the continuation is resumed here or by the last answer,
  /// whichever takes the lock second.
  func completion() async {
    await withUnsafeContinuation { continuation in
      let isLate = listener.withLock { listener in
        if case .isLate = listener { return true }
        listener = .waits(continuation)
        return false
      }
      if isLate { continuation.resume() }
    }
  }
}
