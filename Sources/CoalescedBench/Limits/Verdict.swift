/// What the limits say about a run: one line for each that does not hold, or could be lower.
struct Verdict: Equatable {
  var violations: [String] = []
  var improvements: [String] = []

  static func += (verdict: inout Verdict, other: Verdict) {
    verdict.violations += other.violations
    verdict.improvements += other.improvements
  }
}
