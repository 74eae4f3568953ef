/// Everything the bench measures, in the order of the report.
enum Scenarios {
  /// The counts come first, before crowds leave the runtime's caches in a state of their own.
  static func all(_ scale: Scale) -> [Scenario] {
    footprints(scale) + leading(scale) + keys(scale) + [policies(scale), controls(scale), wrappers(scale), contention(scale)]
      + fanIn(scale) + leaving(scale) + keysInFlight(scale) + permits(scale) + [merging(scale)]
  }
}
