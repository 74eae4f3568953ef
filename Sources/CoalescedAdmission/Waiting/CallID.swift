import Synchronization

/// One call of this module's wrappers and limits, unlike every other of the process; a later call has the greater number.
package struct CallID: Hashable, Comparable, Sendable {
  package let number: UInt64

  package init(number: UInt64) {
    self.number = number
  }

  private static let calls = Atomic<UInt64>(0)

  static func next() -> CallID {
    CallID(number: calls.add(1, ordering: .relaxed).newValue)
  }

  package static func < (earlier: CallID, later: CallID) -> Bool {
    earlier.number < later.number
  }
}
