import Synchronization

/// The numbers of scopes: no two of a process have the same, past ones included.
enum ScopeNumber {
  private static let last = Atomic<UInt64>(0)

  static func next() -> UInt64 { last.add(1, ordering: .relaxed).newValue }
}
