extension Scenario {
  /// Runs the rounds, the subjects in turn within each, after one round that does not count
  /// (few rounds are long ones, which need none). Every other round goes backwards, so that nobody always follows the same other.
  func run() async throws -> ScenarioResult {
    var samples: [[Sample]] = subjects.map { _ in [] }
    if rounds > 5 {
      for subject in subjects { _ = try await subject.round?() }
    }
    for round in 0..<rounds {
      for index in round.isMultiple(of: 2) ? Array(subjects.indices) : subjects.indices.reversed() {
        if let measure = subjects[index].round { samples[index].append(try await measure()) }
      }
    }
    var rows: [ScenarioResult.Row] = []
    for (subject, own) in zip(subjects, samples) {
      let pairs = zip(samples[0], own)
      let isCompared = subject.name != subjects[0].name && !own.isEmpty
      rows.append(
        ScenarioResult.Row(
          subject: subject.name,
          wall: own.isEmpty ? nil : Distribution(own.map(\.wall)),
          processor: own.isEmpty ? nil : Distribution(own.map(\.processor)),
          wallRatio: isCompared ? Distribution(pairs.map { comparison.ratio($0.wall, $1.wall) }).median : nil,
          processorRatio: isCompared ? Distribution(pairs.map { comparison.ratio($0.processor, $1.processor) }).median : nil,
          footprint: AllocationMeter.isAvailable ? try await subject.footprint?() : nil
        )
      )
    }
    return ScenarioResult(name: name, summary: summary, size: size, rounds: rounds, comparison: comparison, rows: rows)
  }
}
