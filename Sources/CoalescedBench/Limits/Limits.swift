/// What `--check` holds the measurements against.
enum Limits {
  static let ratios: [RatioLimit] = [
    RatioLimit(scenario: "lead-instant", against: SubjectName.taskActor, target: 0.45, gate: 0.55),
    RatioLimit(scenario: "lead-instant", against: SubjectName.taskActor, clock: .processor, target: 0.45, gate: 0.52),
    RatioLimit(scenario: "lead-instant", against: SubjectName.immediate, target: 2.8, gate: 3.0),
    RatioLimit(scenario: "lead-value", against: SubjectName.immediate, target: 2.2, gate: 2.5),
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
    RatioLimit(scenario: "leave-1000", against: SubjectName.cancellable, target: 1.3, gate: 1.6),
    RatioLimit(scenario: "leave-32000", against: SubjectName.cancellable, target: 1.3, gate: 1.6),
    RatioLimit(scenario: "permit-leave-1000", against: SubjectName.cancellable, target: 5, gate: 7),
    RatioLimit(scenario: "permit-leave-32000", against: SubjectName.cancellable, target: 5, gate: 7),
    RatioLimit(scenario: "store-merge", against: Scenarios.dictionary, target: 1.1, gate: 1.3),
  ]

  static let allocations: [AllocationLimit] = [
    AllocationLimit(scenario: "lead-instant", beyond: SubjectName.immediate, count: 0, target: 4),
    AllocationLimit(scenario: "lead-suspending", beyond: SubjectName.immediate, count: 1, target: 4),
    AllocationLimit(scenario: "lead-value", beyond: SubjectName.immediate, count: 1, target: 4),
    AllocationLimit(scenario: "key-string", beyond: SubjectName.immediate, count: 0, target: 4),
    AllocationLimit(scenario: "key-three", beyond: SubjectName.immediate, count: 0, target: 4),
    AllocationLimit(scenario: "key-http", beyond: SubjectName.immediate, count: 0, target: 4),
    AllocationLimit(scenario: "key-http", subject: Scenarios.keyAlone, count: 12),
    AllocationLimit(scenario: "joiner", count: 0, target: 1),
    AllocationLimit(scenario: "joiner-profile", count: 2),
    AllocationLimit(scenario: "flight", beyond: SubjectName.immediate, count: 0, target: 4),
  ]

  static let bytes: [ByteLimit] = [
    ByteLimit(scenario: "joiner", target: 200, gate: 60),
    ByteLimit(scenario: "joiner-profile", gate: 2_300),
    ByteLimit(scenario: "flight", gate: 1_800),
  ]
}
