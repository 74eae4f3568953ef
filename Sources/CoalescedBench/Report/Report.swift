/// The results of a run.
struct Report: Codable {
  let isShort: Bool
  let processors: Int
  let scenarios: [ScenarioResult]
}
