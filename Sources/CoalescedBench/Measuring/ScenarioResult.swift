/// What the rounds of one scenario came to.
struct ScenarioResult: Codable {
  /// One way of doing the work. Times in nanoseconds per call.
  struct Row: Codable {
    let subject: String
    let wall: Distribution?
    let processor: Distribution?
    /// Of the first subject's time and this one's, as `comparison` says: the median of the ratios within each round.
    let wallRatio: Double?
    let processorRatio: Double?
    let footprint: Footprint?
  }

  let name: String
  let summary: String
  let size: Int?
  let rounds: Int
  let comparison: Comparison
  let rows: [Row]

  func row(_ subject: String) -> Row? {
    rows.first { $0.subject == subject }
  }
}
