/// Random numbers that come again with the same seed (SplitMix64). Print the seed where an expectation fails.
struct SeededGenerator: RandomNumberGenerator {
  let seed: UInt64
  private var state: UInt64

  init(seed: UInt64 = .random(in: .min ... .max)) {
    self.seed = seed
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }

  /// One element of a list that is not empty.
  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: elements.indices, using: &self)]
  }

  /// Up to `limit` pieces in a row.
  mutating func join(_ pieces: [String], atMost limit: Int) -> String {
    let count = Int.random(in: 0...limit, using: &self)
    return (0..<count).map { _ in pick(pieces) }.joined()
  }
}
