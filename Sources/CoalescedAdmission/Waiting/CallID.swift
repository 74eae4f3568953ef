import Synchronization

/// One call of this module's wrappers and limits, unlike every other of the process; a later call has the greater number.
@usableFromInline
package struct CallID: Hashable, Comparable, Sendable {
  @usableFromInline package let number: UInt64

  package init(number: UInt64) {
    self.number = number
  }

  private static let calls = Atomic<UInt64>(0)

  @usableFromInline
  static func next() -> CallID {
    CallID(number: calls.add(1, ordering: .relaxed).newValue)
  }

  @usableFromInline
  package static func < (earlier: CallID, later: CallID) -> Bool {
    earlier.number < later.number
  }
}
