import Synchronization

/// How many flights there were, and how long they took together.
final class FlightTimes: Sendable {
  private let times = Mutex<(count: Int, total: Duration)>((0, .zero))

  /// The mean time in seconds; 0 where there was none.
  var mean: Double {
    let (count, total) = times.withLock { $0 }
    return count == 0 ? 0 : total / .seconds(1) / Double(count)
  }

  func measure<Output>(_ operation: () async throws -> Output) async rethrows -> Output {
    let start = ContinuousClock.now
    let output = try await operation()
    let time = start.duration(to: .now)
    times.withLock { times in
      times.count += 1
      times.total += time
    }
    return output
  }
}
