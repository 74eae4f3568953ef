/// Many tasks that call at once: they are started, all wait, and then land or are cancelled together.
///
/// What is compared must not depend on how it is found out that all wait. Asking in a loop would: the loop takes the same lock as the
/// callers, occupies one of the processors that they need, and lasts as long as the crowd is slow. So callers count themselves before
/// they call, the same way in every crowd, and the gathering task sleeps until the last of them has. Only then it looks whether that caller,
/// and whoever was interrupted between counting and calling, waits as well. That takes a look or two in each crowd.
struct Crowd: Sendable {
  let name: String
  /// What has to be there before the first call.
  var begin: @Sendable () async throws -> Void = {}
  /// One call; its result is its key plus one.
  var call: @Sendable (_ key: Int) async throws -> Int
  /// How many callers wait now: those whom a landing or a cancellation from here on reaches.
  let waiting: @Sendable () async -> Int
  /// Lets the operations of all callers land.
  var land: @Sendable () -> Void

  /// Starts a task for each key and returns when all of them wait, with the number of yields until then.
  func gather(_ keys: [Int]) async throws -> (tasks: [Task<Int, any Error>], yields: Int) {
    try await begin()
    let call = call
    let rollCall = RollCall(of: keys.count)
    var tasks: [Task<Int, any Error>] = []
    tasks.reserveCapacity(keys.count)
    for key in keys {
      tasks.append(
        Task {
          rollCall.answer()
          return try await call(key)
        }
      )
    }
    await rollCall.completion()
    let yields = try await Crowd.yields(until: { await waiting() >= keys.count }, of: name)
    return (tasks, yields)
  }

  /// How often this task had to yield until something was the case.
  static func yields(until isTrue: () async -> Bool, of subject: String) async throws -> Int {
    var yields = 0
    let start = ContinuousClock.now
    while await !isTrue() {
      guard ContinuousClock.now - start < .seconds(60) else { throw BenchError.neverParked(subject: subject) }
      await Task.yield()
      yields += 1
    }
    return yields
  }

  /// Lets everything land and consumes the results.
  func disperse(_ tasks: [Task<Int, any Error>], keys: [Int]) async throws {
    land()
    var sum = 0
    for task in tasks { sum &+= try await task.value }
    try Subject.check(sum, is: keys.reduce(keys.count, +), of: name)
  }
}
