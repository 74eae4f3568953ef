extension Crowd {
  /// The time of one caller from its start to its result, all of them at once.
  func landing(_ keys: [Int], repeated flights: Int = 1) -> Subject {
    Subject(
      name: name,
      round: {
        let watch = Stopwatch()
        for _ in 0..<flights {
          try await disperse(gather(keys).tasks, keys: keys)
        }
        return watch.sample(per: keys.count * flights)
      }
    )
  }

  /// The time of one caller from its cancellation to its end, when all are cancelled one after another.
  func leaving(_ keys: [Int]) -> Subject {
    Subject(
      name: name,
      round: {
        let tasks = try await gather(keys).tasks
        let watch = Stopwatch()
        for task in tasks { task.cancel() }
        var left = 0
        for task in tasks {
          if case .failure = await task.result { left += 1 }
        }
        let sample = watch.sample(per: keys.count)
        try Subject.check(left, is: keys.count, of: name)
        land()
        return sample
      }
    )
  }

  /// What one caller costs beyond its own task: allocations from its start to its end, and bytes while it waits.
  ///
  /// Allocations are those of 700 callers less those of 600: no growing table has a step between these two.
  static func footprint(
    callers: Int,
    key: @escaping @Sendable (Int) -> Int,
    _ crowd: @escaping @Sendable () -> Crowd
  ) -> Subject {
    let more = (0..<700).map(key)
    let fewer = (0..<600).map(key)
    let many = (0..<callers).map(key)
    return Subject(
      name: crowd().name,
      footprint: {
        let allocations = try await AllocationMeter.typical(of: 15) { try await crowd().holding(more).allocations }
        let allocationsOfFewer = try await AllocationMeter.typical(of: 15) { try await crowd().holding(fewer).allocations }
        let own = try await AllocationMeter.typical(of: 15) { try await ownTask(of: more.count).holding(more).allocations }
        let ownOfFewer = try await AllocationMeter.typical(of: 15) { try await ownTask(of: fewer.count).holding(fewer).allocations }
        let bytes = try await AllocationMeter.typical(of: 3) { try await crowd().holding(many).bytes }
        let ownBytes = try await AllocationMeter.typical(of: 3) { try await ownTask(of: many.count).holding(many).bytes }
        return Footprint(
          allocations: Double(allocations - allocationsOfFewer - own + ownOfFewer) / Double(more.count - fewer.count),
          bytes: Double(bytes - ownBytes) / Double(many.count)
        )
      }
    )
  }

  /// Tasks that wait without anything to be kept for them.
  private static func ownTask(of callers: Int) -> Crowd {
    Crowd(bare: Gate(capacity: callers), name: "own task")
  }

  private func holding(_ keys: [Int]) async throws -> (allocations: Int, bytes: Int) {
    AllocationMeter.start()
    defer { AllocationMeter.stop() }
    let (tasks, yields) = try await gather(keys)
    let bytes = AllocationMeter.liveBytes
    try await disperse(tasks, keys: keys)
    // A yield allocates once, and how often this task had to yield is chance.
    return (AllocationMeter.allocations - yields, bytes)
  }
}
