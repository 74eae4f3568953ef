#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#elseif canImport(Glibc)
  import Glibc
#endif

/// A logarithmic scale between two round numbers.
struct LogAxis {
  let ticks: [Double]
  private let start: Double
  private let end: Double

  /// Covers all values, with ticks at `steps` times the powers of ten; one below the values and one above at least.
  init(covering values: [Double], steps: [Double], from start: Double, to end: Double) {
    let low = values.min() ?? 1
    let high = max(values.max() ?? 10, low * 1.01)
    let candidates = (-4...9).flatMap { power in steps.map { $0 * pow(10, Double(power)) } }
    let first = candidates.last { $0 <= low * 1.000_001 } ?? low
    let last = candidates.first { $0 >= high * 0.999_999 } ?? high
    self.ticks = candidates.filter { $0 >= first && $0 <= last }
    self.start = start
    self.end = end
  }

  func position(_ value: Double) -> Double {
    guard let first = ticks.first, let last = ticks.last, first < last else { return start }
    return start + (end - start) * (log(value) - log(first)) / (log(last) - log(first))
  }
}
