/// An entry of a ``ProbingTable``, or an empty place of it.
@usableFromInline
package protocol ProbingEntry: Sendable {
  static var empty: Self { get }
  var isEmpty: Bool { get }
  /// Where the entry belongs, in a table without end.
  var home: Int { get }
}

/// Open addressing with linear probing, in memory that follows the number of entries down as well as up.
///
/// Insertion and removal are O(1), amortised over growing and shrinking. Removal closes the gap, so that no tombstone is left.
@usableFromInline
package struct ProbingTable<Entry: ProbingEntry>: Sendable {
  /// None, or a power of two of them, eight or more, of which at most half are taken.
  @usableFromInline var entries: [Entry]
  @usableFromInline package private(set) var count: Int

  @inlinable
  package init() {
    self.entries = []
    self.count = 0
  }

  /// How many places there are.
  @inlinable package var capacity: Int { entries.count }

  /// The place of an entry for which `matches` holds; `matches` sees the entries from this home to the next empty place.
  @inlinable
  package func place(from home: Int, where matches: (Entry) -> Bool) -> Int? {
    if entries.isEmpty { return nil }
    let mask = entries.count &- 1
    var place = home & mask
    while !entries[place].isEmpty {
      if matches(entries[place]) { return place }
      place = (place &+ 1) & mask
    }
    return nil
  }

  @inlinable
  package subscript(place: Int) -> Entry {
    get { entries[place] }
    _modify { yield &entries[place] }
  }

  /// Adds an entry that is not there yet.
  @inlinable
  package mutating func insert(_ entry: Entry) {
    if (count &+ 1) &* 2 > entries.count { resize(to: Swift.max(8, entries.count &* 2)) }
    settle(entry)
    count &+= 1
  }

  /// Removes the entry at a place.
  @inlinable
  package mutating func remove(at place: Int) {
    let mask = entries.count &- 1
    var gap = place
    var next = (gap &+ 1) & mask
    while !entries[next].isEmpty {
      if (next &- entries[next].home) & mask >= (next &- gap) & mask {
        entries[gap] = entries[next]
        gap = next
      }
      next = (next &+ 1) & mask
    }
    entries[gap] = .empty
    count &-= 1
    if entries.count > 16, count &* 8 < entries.count { resize(to: entries.count / 2) }
  }

  /// Calls `body` for each entry, in no order.
  @inlinable
  package func forEach(_ body: (Entry) -> Void) {
    for entry in entries where !entry.isEmpty { body(entry) }
  }

  /// How far entries are from their homes on average: what looking one up costs. O(capacity).
  package var meanDistance: Double {
    let distances = entries.indices.filter { !entries[$0].isEmpty }.map { ($0 &- entries[$0].home) & (entries.count &- 1) }
    return Double(distances.reduce(0, +)) / Double(Swift.max(1, distances.count))
  }

  @inlinable
  mutating func settle(_ entry: Entry) {
    let mask = entries.count &- 1
    var place = entry.home & mask
    while !entries[place].isEmpty { place = (place &+ 1) & mask }
    entries[place] = entry
  }

  @inlinable
  @inline(never)
  mutating func resize(to capacity: Int) {
    let old = entries
    entries = Array(repeating: .empty, count: capacity)
    for entry in old where !entry.isEmpty { settle(entry) }
  }
}
