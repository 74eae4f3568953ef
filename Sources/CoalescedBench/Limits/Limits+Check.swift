extension Limits {
  /// Holds measurements against the limits.
  ///
  /// - Parameters:
  ///   - results: What was measured.
  ///   - isWhole: Whether every scenario ran, so that a limit without a measurement is a mistake in the table of limits.
  ///   - timed: Whether ratios of time count; a short run only looks at them.
  static func verdict(on results: [ScenarioResult], isWhole: Bool, timed: Bool) -> Verdict {
    var verdict = timed ? self.verdict(on: results, ratios: ratios, isWhole: isWhole) : Verdict()
    if AllocationMeter.isAvailable {
      verdict += self.verdict(on: results, allocations: allocations, isWhole: isWhole)
      verdict += self.verdict(on: results, bytes: bytes, isWhole: isWhole)
    }
    return verdict
  }

  static func verdict(on results: [ScenarioResult], ratios: [RatioLimit], isWhole: Bool) -> Verdict {
    var verdict = Verdict()
    for limit in ratios {
      let name = "\(limit.scenario): \(limit.clock == .wall ? "wall" : "processor") time against \(limit.against)"
      let row = results.first { $0.name == limit.scenario }?.row(limit.against)
      guard let ratio = limit.clock == .wall ? row?.wallRatio : row?.processorRatio else {
        if isWhole { verdict.violations.append("\(name): nothing was measured") }
        continue
      }
      if ratio > limit.gate {
        verdict.violations.append("\(name): \(fixed(ratio, 2)), limit \(fixed(limit.gate, 2)) (target \(fixed(limit.target, 2)))")
      }
    }
    return verdict
  }

  static func verdict(on results: [ScenarioResult], allocations: [AllocationLimit], isWhole: Bool) -> Verdict {
    var verdict = Verdict()
    for limit in allocations {
      let result = results.first { $0.name == limit.scenario }
      let subject = limit.subject.map { ", \($0)" } ?? ""
      let name = "\(limit.scenario)\(subject): allocations\(limit.beyond.map { " beyond \($0)" } ?? "")"
      if let target = limit.target, limit.count > target {
        verdict.violations.append("\(name): \(limit.count) is committed, and \(target) is promised")
      }
      let row = limit.subject.map { result?.row($0) } ?? result?.rows.first
      let others = limit.beyond.map { result?.row($0)?.footprint?.allocations } ?? 0
      guard let own = row?.footprint?.allocations, let others else {
        if isWhole { verdict.violations.append("\(name): nothing was measured") }
        continue
      }
      // To a tenth: a count is taken over a hundred calls or more, and one stray block among them is no allocation of each.
      let count = ((own - others) * 10).rounded() / 10
      if count > Double(limit.count) {
        verdict.violations.append("\(name): \(fixed(count, 1)), \(limit.count) is committed")
      } else if count < Double(limit.count) {
        verdict.improvements.append("\(name): \(fixed(count, 1)), \(limit.count) is committed: commit the lower count")
      }
    }
    return verdict
  }

  static func verdict(on results: [ScenarioResult], bytes: [ByteLimit], isWhole: Bool) -> Verdict {
    var verdict = Verdict()
    for limit in bytes {
      if let target = limit.target, limit.gate > target {
        verdict.violations.append("\(limit.scenario): \(fixed(limit.gate, 0)) bytes are committed, and \(fixed(target, 0)) are promised")
      }
      guard let bytes = results.first(where: { $0.name == limit.scenario })?.rows.first?.footprint?.bytes else {
        if isWhole { verdict.violations.append("\(limit.scenario): bytes: nothing was measured") }
        continue
      }
      if bytes > limit.gate {
        verdict.violations.append("\(limit.scenario): \(fixed(bytes, 0)) bytes, limit \(fixed(limit.gate, 0))")
      }
    }
    return verdict
  }
}
