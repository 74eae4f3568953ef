/// Which way round the ratios of a scenario are.
enum Comparison: String, Codable, Sendable {
  /// The first subject is what the scenario is about; the others are what it is measured by.
  case firstOverOthers
  /// The first subject is what the others are measured by.
  case othersOverFirst

  func ratio(_ first: Double, _ other: Double) -> Double {
    switch self {
    case .firstOverOthers: first / other
    case .othersOverFirst: other / first
    }
  }
}
