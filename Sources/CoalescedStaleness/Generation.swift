/// The place of one request in the order of its counter: a newer one is greater.
///
/// Only generations of the same ``GenerationCounter`` say anything about each other.
public struct Generation: Hashable, Comparable, Sendable {
  @usableFromInline package let number: UInt64

  @inlinable
  package init(number: UInt64) {
    self.number = number
  }

  @inlinable
  public static func < (older: Generation, newer: Generation) -> Bool {
    older.number < newer.number
  }
}
