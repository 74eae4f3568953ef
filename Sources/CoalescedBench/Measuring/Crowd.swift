/// Many tasks that call at once: they are started, have all parked, and then land or are cancelled together.
struct Crowd: Sendable {
  let name: String
  /// One call; its result is its key plus one.
  let call: @Sendable (_ key: Int) async throws -> Int
  /// How many callers wait now.
  let waiting: @Sendable () async -> Int
  /// Lets the operations of all callers land.
  var land: @Sendable () -> Void

  /// Starts a task for each key and returns when all of them wait, with the number of yields until then.
  func gather(_ keys: [Int]) async throws -> (tasks: [Task<Int, any Error>], yields: Int) {
    var yields = 0
    let call = call
    var tasks: [Task<Int, any Error>] = []
    tasks.reserveCapacity(keys.count)
    for key in keys {
      tasks.append(Task { try await call(key) })
    }
    let start = ContinuousClock.now
    while await waiting() < keys.count {
      guard ContinuousClock.now - start < .seconds(60) else { throw BenchError.neverParked(subject: name) }
      await Task.yield()
      yields += 1
    }
    return (tasks, yields)
  }

  /// Lets everything land and consumes the results.
  func disperse(_ tasks: [Task<Int, any Error>], keys: [Int]) async throws {
    land()
    var sum = 0
    for task in tasks { sum &+= try await task.value }
    try Subject.check(sum, is: keys.reduce(keys.count, +), of: name)
  }
}
