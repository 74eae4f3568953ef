/// What `--check` holds the measurements against.
enum Limits {
  static let ratios: [RatioLimit] = [
    RatioLimit(scenario: "lead-instant", against: SubjectName.taskActor, target: 0.45, gate: 0.55),
    RatioLimit(scenario: "lead-instant", against: SubjectName.immediate, target: 2.8, gate: 3.2),
    RatioLimit(scenario: "lead-value", against: SubjectName.immediate, target: 2.2, gate: 2.6),
    RatioLimit(scenario: "lead-suspending", against: SubjectName.taskActor, target: 1.1, gate: 1.3),
    RatioLimit(scenario: "lead-suspending", against: SubjectName.taskActor, clock: .processor, target: 1.1, gate: 1.3),
    RatioLimit(scenario: "contention", against: Scenarios.inTurn, target: 1.0, gate: 1.15),
    RatioLimit(scenario: "fan-in-10", against: SubjectName.bare, target: 1.15, gate: 1.3),
    RatioLimit(scenario: "fan-in-1000", against: SubjectName.bare, target: 1.15, gate: 1.3),
    RatioLimit(scenario: "fan-in-20000", against: SubjectName.bare, target: 1.15, gate: 1.3),
    RatioLimit(scenario: "fan-in-200000", against: SubjectName.bare, target: 1.15, gate: 1.3),
    RatioLimit(scenario: "fan-in-1000000", against: SubjectName.bare, target: 1.15, gate: 1.3),
    RatioLimit(scenario: "leave-1000", against: SubjectName.waiterActor, target: 0.6, gate: 0.7),
    RatioLimit(scenario: "leave-32000", against: SubjectName.waiterActor, target: 0.6, gate: 0.7),
  ]

  static let footprints: [FootprintLimit] = [
    FootprintLimit(scenario: "lead-instant", beyond: SubjectName.immediate, quantity: .allocations, most: 4),
    FootprintLimit(scenario: "lead-suspending", beyond: SubjectName.immediate, quantity: .allocations, most: 4),
    FootprintLimit(scenario: "lead-value", beyond: SubjectName.immediate, quantity: .allocations, most: 4),
    FootprintLimit(scenario: "joiner", quantity: .allocations, most: 1),
    FootprintLimit(scenario: "joiner", quantity: .bytes, most: 200),
  ]
}
