/// Reads the time since it was made, from whatever clock.
enum Stopwatch {
  static func started<C: Clock<Duration>>(_ clock: C) -> @Sendable () -> Duration {
    let start = clock.now
    return { start.duration(to: clock.now) }
  }
}
