#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#elseif canImport(Glibc)
  import Glibc
#endif

/// Wall time and the processor time of all threads of this process, from one moment on.
struct Stopwatch {
  private let wall = ContinuousClock.now
  private let processor = Stopwatch.processorNanoseconds()

  /// What has passed, divided by the number of calls it was spent on.
  func sample(per calls: Int) -> Sample {
    let elapsed = (ContinuousClock.now - wall) / Duration.nanoseconds(1)
    return Sample(wall: elapsed / Double(calls), processor: (Stopwatch.processorNanoseconds() - processor) / Double(calls))
  }

  private static func processorNanoseconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
  }
}
