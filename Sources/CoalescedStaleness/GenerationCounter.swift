/// Numbers requests, so that an answer that comes late can be told from the newest; for state that an actor already isolates.
///
/// The number is taken before the first suspension, so the order is the order in which the actor ran the calls. One counter
/// per thing that is shown: a counter for two search fields would let one make the other's answer stale.
///
/// A value without a lock: a copy counts on its own.
public struct GenerationCounter: Sendable {
  private var newest: UInt64 = 0

  /// A counter that has numbered nothing yet.
  public init() {}

  /// Numbers one more request; every earlier generation stops being current.
  ///
  /// Where the result is not used, the call makes whatever is under way stale: for a field that was cleared.
  @discardableResult
  public mutating func next() -> Generation {
    newest += 1
    return Generation(number: newest)
  }

  /// Whether no newer request has been numbered since.
  public func isCurrent(_ generation: Generation) -> Bool {
    generation.number == newest
  }
}
