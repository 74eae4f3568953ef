/// The system's clock, which tells of each sleep when it begins and when it is over.
struct LoggedClock: Clock {
  let sleeps = Log<String>()

  var now: ContinuousClock.Instant { ContinuousClock().now }
  var minimumResolution: Duration { ContinuousClock().minimumResolution }

  func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
    sleeps.append("begins")
    defer { sleeps.append("is over") }
    try await ContinuousClock().sleep(until: deadline, tolerance: tolerance)
  }
}
