import Synchronization

/// Bare suspend-and-resume: tasks that wait until all of them are released together.
///
/// The floor of every fan-in, and what an operation waits on until its scenario wants it to land.
final class Gate: Sendable {
  private let parked: Mutex<[UnsafeContinuation<Void, Never>]>

  /// Room for `capacity` tasks is made at once, so that parking that many allocates nothing.
  init(capacity: Int = 0) {
    var parked: [UnsafeContinuation<Void, Never>] = []
    parked.reserveCapacity(capacity)
    self.parked = Mutex(parked)
  }

  var count: Int { parked.withLock { $0.count } }

  func wait() async {
    await withUnsafeContinuation { continuation in
      parked.withLock { $0.append(continuation) }
    }
  }

  /// Each continuation leaves the list once, under the lock, and is resumed once, after it.
  func release() {
    let released = parked.withLock { parked in
      let all = parked
      parked = []
      return all
    }
    for continuation in released { continuation.resume() }
  }
}
