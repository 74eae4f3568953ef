/// Everything the bench measures, in the order of the report.
enum Scenarios {
  static func all(_ scale: Scale) -> [Scenario] {
    leading(scale) + keys(scale) + [contention(scale)] + fanIn(scale) + leaving(scale) + keysInFlight(scale) + footprints(scale)
  }
}
