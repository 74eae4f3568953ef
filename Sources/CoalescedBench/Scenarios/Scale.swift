/// How much is measured.
struct Scale: Sendable {
  var rounds: Int
  /// Calls of one round, one after another.
  var calls: Int
  /// Calls of one round in small crowds, over all of them.
  var crowdedCalls: Int
  /// Records merged in one round.
  var merges: Int
  /// Callers on one key.
  var fanIn: [Int]
  /// Callers who all leave.
  var leaves: [Int]
  /// Keys in flight at once.
  var keys: [Int]
  /// The crowd over which bytes are averaged: a little less than a power of two, so that tables that double are nearly full and
  /// what they hold in reserve is no caller's.
  var crowd: Int

  /// Everything, in some minutes.
  static let full = Scale(
    rounds: 25,
    calls: 10_000,
    crowdedCalls: 10_000,
    merges: 1_000_000,
    fanIn: [10, 1_000, 20_000, 200_000, 1_000_000],
    leaves: [1_000, 32_000],
    keys: [10, 1_000, 20_000, 200_000, 1_000_000],
    crowd: 256_000
  )

  /// A look at the times, and the same counts of allocations.
  static let short = Scale(
    rounds: 7,
    calls: 2_000,
    crowdedCalls: 10_000,
    merges: 20_000,
    fanIn: [10, 1_000],
    leaves: [1_000],
    keys: [1_000],
    crowd: 32_000
  )

  /// Actors are more than linear: beyond this they would take minutes.
  static let largestActorCrowd = 20_000

  /// Fewer rounds where one is long enough to be steady.
  func rounds(of callers: Int) -> Int {
    switch callers {
    case ..<10_000: rounds
    case ..<100_000: max(5, rounds / 3)
    default: 5
    }
  }

  /// How often a small crowd is repeated within a round.
  func repetitions(of callers: Int) -> Int {
    max(1, crowdedCalls / callers)
  }
}
