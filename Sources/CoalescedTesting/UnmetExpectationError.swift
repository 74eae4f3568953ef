/// What a test of suspended work awaited and did not get, beside what was seen instead.
///
/// The awaiting calls of this module throw it when they give up, so that a test that would hang fails with a sentence. A suspended
/// call whose ``SuspendedOperation`` is gone throws it too: nobody could end that call any more.
public struct UnmetExpectationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What was awaited, as in "2 sleepers".
  public let awaited: String
  /// What was seen instead, as in "1 sleeper after 30.0 seconds".
  public let seen: String

  /// Both in one sentence.
  public var description: String { "awaited \(awaited); saw \(seen)" }

  package init(awaited: String, seen: String) {
    self.awaited = awaited
    self.seen = seen
  }
}
