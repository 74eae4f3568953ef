extension Limits {
  /// One line for each limit that the measurements exceed, and for each that nothing was measured for.
  ///
  /// - Parameters:
  ///   - results: What was measured.
  ///   - isWhole: Whether every scenario ran, so that a limit without a measurement is a mistake in the table above.
  ///   - timed: Whether ratios of time count; a short run only looks at them.
  static func violations(in results: [ScenarioResult], isWhole: Bool, timed: Bool) -> [String] {
    var violations: [String] = []
    func compare(_ name: String, _ value: Double?, most: Double, note: String = "") {
      if let value {
        if value > most { violations.append("\(name) is \(fixed(value, 2)), limit \(fixed(most, 2))\(note)") }
      } else if isWhole {
        violations.append("\(name): nothing was measured")
      }
    }
    for limit in timed ? ratios : [] {
      let row = results.first { $0.name == limit.scenario }?.row(limit.against)
      compare(
        "\(limit.scenario): \(limit.clock == .wall ? "wall" : "processor") time against \(limit.against)",
        limit.clock == .wall ? row?.wallRatio : row?.processorRatio,
        most: limit.gate,
        note: " (target \(fixed(limit.target, 2)))"
      )
    }
    for limit in AllocationMeter.isAvailable ? footprints : [] {
      let result = results.first { $0.name == limit.scenario }
      let quantity: KeyPath<Footprint, Double?> = limit.quantity == .allocations ? \.allocations : \.bytes
      var value = result?.rows.first?.footprint?[keyPath: quantity]
      if let other = limit.beyond, let count = value {
        value = result?.row(other)?.footprint?[keyPath: quantity].map { count - $0 }
      }
      // To a tenth: a count is taken over a hundred calls or more, and one stray block among them is no allocation of each.
      value = value.map { ($0 * 10).rounded() / 10 }
      compare(
        "\(limit.scenario): \(limit.quantity == .allocations ? "allocations" : "bytes")\(limit.beyond.map { " beyond \($0)" } ?? "")",
        value,
        most: limit.most
      )
    }
    return violations
  }
}
