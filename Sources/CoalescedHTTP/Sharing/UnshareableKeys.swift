import Synchronization

/// The keys whose responses were found unfit for sharing: each for some time from then on, the oldest dropped first.
package final class UnshareableKeys: Sendable {
  private struct State {
    /// When each key is forgotten, as time since the start.
    var ends: [RequestKey: Duration] = [:]
    /// The same keys by the numbers from `oldest` up to `next`, in the order in which they came, and so of their ends.
    var queue: [UInt64: RequestKey] = [:]
    var oldest: UInt64 = 0
    var next: UInt64 = 0

    mutating func dropOldest() {
      if let key = queue.removeValue(forKey: oldest) { ends[key] = nil }
      oldest += 1
    }
  }

  private let state = Mutex(State())
  private let capacity: Int
  private let lifetime: Duration
  /// The time since the start by the user's clock: never read under the lock.
  private let elapsed: @Sendable () -> Duration

  package init(clock: any Clock<Duration>, capacity: Int = 1_024, lifetime: Duration = .seconds(60)) {
    self.capacity = capacity
    self.lifetime = lifetime
    self.elapsed = stopwatch(clock)
  }

  /// How many keys are kept, those included whose time is over and that nobody asked for since.
  package var count: Int { state.withLock { $0.ends.count } }

  /// O(1).
  package func contains(_ key: RequestKey) -> Bool {
    let now = elapsed()
    return state.withLock { $0.ends[key].map { now < $0 } ?? false }
  }

  /// Remembers a key. One that is remembered already keeps its time. O(1), with the keys that are dropped shared out.
  package func insert(_ key: RequestKey) {
    let now = elapsed()
    state.withLock { state in
      while let oldest = state.queue[state.oldest], state.ends[oldest].map({ $0 <= now }) ?? true { state.dropOldest() }
      guard state.ends[key] == nil else { return }
      if state.ends.count == capacity { state.dropOldest() }
      state.ends[key] = now + lifetime
      state.queue[state.next] = key
      state.next += 1
    }
  }
}

/// Reads the time since now.
private func stopwatch<C: Clock<Duration>>(_ clock: C) -> @Sendable () -> Duration {
  let start = clock.now
  return { start.duration(to: clock.now) }
}
