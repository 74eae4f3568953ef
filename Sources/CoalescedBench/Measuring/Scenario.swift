/// One question, with the ways to do the work side by side.
struct Scenario: Sendable {
  let name: String
  /// What one call is, for the reader of the table.
  let summary: String
  /// Callers or keys at once, where the scenario is one point of a curve.
  var size: Int?
  var rounds: Int
  var comparison = Comparison.firstOverOthers
  /// The first is compared with each of the others.
  let subjects: [Subject]
}
