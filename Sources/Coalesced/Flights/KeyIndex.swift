/// A hash index from keys to slots that holds no key itself.
///
/// Operations take the key's hash, so that a key is hashed once in the life of a flight. That of the only entry need not be known.
@usableFromInline
package struct KeyIndex: Sendable {
  /// 32 bits of an entry's hash beside its slot: eight bytes.
  @usableFromInline
  struct Entry: ProbingEntry {
    @usableFromInline var tag: UInt32
    /// Negative where the place is empty.
    @usableFromInline var slot: Int32

    @inlinable
    init(hash: Int, slot: Int) {
      self.tag = UInt32(truncatingIfNeeded: hash)
      self.slot = Int32(truncatingIfNeeded: slot)
    }

    @inlinable static var empty: Entry { Entry(hash: 0, slot: -1) }
    @inlinable var isEmpty: Bool { slot < 0 }
    @inlinable var home: Int { Int(tag) }
  }

  @usableFromInline var table: ProbingTable<Entry>
  /// The slot of the only entry, while its hash is not known; otherwise negative.
  @usableFromInline var unhashed: Int32

  @inlinable
  package init() {
    self.table = ProbingTable()
    self.unhashed = -1
  }

  @inlinable package var count: Int { unhashed < 0 ? table.count : 1 }
  /// The slot of the only entry, while its hash is not known.
  @inlinable package var unhashedSlot: Int? { unhashed < 0 ? nil : Int(unhashed) }
  package var capacity: Int { table.capacity }

  /// The slot of an entry with this hash for which `matches` holds. `matches` sees few entries of other keys: 32 bits
  /// of their hash are equal.
  @inlinable
  package func slot(hash: Int, where matches: (Int) -> Bool) -> Int? {
    let sought = Entry(hash: hash, slot: 0)
    let place = table.place(from: sought.home) { $0.tag == sought.tag && matches(Int($0.slot)) }
    return place.map { Int(table[$0].slot) }
  }

  /// Adds an entry that is not there yet; without a hash where there is no other.
  @inlinable
  package mutating func insert(hash: Int?, slot: Int) {
    guard let hash else { return unhashed = Int32(truncatingIfNeeded: slot) }
    table.insert(Entry(hash: hash, slot: slot))
  }

  /// The hash of the only entry is known.
  @inlinable
  package mutating func hashed(_ hash: Int) {
    table.insert(Entry(hash: hash, slot: Int(unhashed)))
    unhashed = -1
  }

  /// Gives the entry of one slot to another slot.
  @inlinable
  package mutating func replace(hash: Int, slot: Int, with other: Int) {
    if unhashed == slot { return unhashed = Int32(truncatingIfNeeded: other) }
    table[place(hash: hash, slot: slot)] = Entry(hash: hash, slot: other)
  }

  /// Removes the entry of a slot that is there.
  @inlinable
  package mutating func remove(hash: Int, slot: Int) {
    if unhashed == slot { return unhashed = -1 }
    table.remove(at: place(hash: hash, slot: slot))
  }

  /// Every slot of the index, in no order. O(n).
  @inlinable package var slots: [Int] {
    var slots = unhashedSlot.map { [$0] } ?? []
    table.forEach { slots.append(Int($0.slot)) }
    return slots
  }

  @inlinable
  func place(hash: Int, slot: Int) -> Int {
    let sought = Entry(hash: hash, slot: slot)
    guard let place = table.place(from: sought.home, where: { $0.slot == sought.slot }) else {
      preconditionFailure("KeyIndex: slot asked for while it has no entry")
    }
    return place
  }
}
