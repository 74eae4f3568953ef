/// What showing a claim came to: figures, and what contradicts the claim.
struct Finding: Sendable {
  private(set) var figures: [String] = []
  private(set) var failures: [String] = []

  var holds: Bool { failures.isEmpty }

  init() {}

  init(failure: String) {
    failures = [failure]
  }

  mutating func add(_ figure: String) {
    figures.append(figure)
  }

  /// - Parameter failure: What is the matter where the condition does not hold.
  mutating func require(_ condition: Bool, orElse failure: @autoclosure () -> String) {
    if !condition { failures.append(failure()) }
  }

  /// A count that has one right value.
  mutating func require(_ name: String, _ value: Int, is expected: Int) {
    require(value == expected, orElse: "\(name): \(value), not \(expected)")
  }
}
