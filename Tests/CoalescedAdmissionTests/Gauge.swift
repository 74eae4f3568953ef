import Synchronization

/// How many pass through at once.
final class Gauge: Sendable {
  private let state = Mutex((now: 0, peak: 0))

  var now: Int { state.withLock { $0.now } }
  var peak: Int { state.withLock { $0.peak } }

  func pass() async {
    state.withLock {
      $0.now += 1
      $0.peak = max($0.peak, $0.now)
    }
    await Task.yield()
    state.withLock { $0.now -= 1 }
  }
}
