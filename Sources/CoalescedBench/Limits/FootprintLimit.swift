/// The most that a scenario's first subject may allocate, or hold, beyond another. No room: these are counts.
struct FootprintLimit: Sendable {
  enum Quantity: Sendable { case allocations, bytes }

  let scenario: String
  /// `nil` where the scenario's numbers are differences already.
  var beyond: String?
  let quantity: Quantity
  let most: Double
}
