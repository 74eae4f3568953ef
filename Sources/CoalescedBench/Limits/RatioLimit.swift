/// The most that the time of a scenario's first subject may be of another's.
struct RatioLimit: Sendable {
  enum Clock: Sendable { case wall, processor }

  let scenario: String
  let against: String
  var clock = Clock.wall
  /// What the project promises on a quiet machine.
  let target: Double
  /// Where `--check` fails: the target with room for a noisy machine.
  let gate: Double
}
