/// A hash index from keys to slots that holds no key itself: open addressing with linear probing over eight-byte buckets.
///
/// Every operation takes the key's hash, so that a key is hashed once in the life of a flight. Insertion and removal are
/// O(1), amortised over growing and shrinking; the memory follows the number of entries down as well as up.
@usableFromInline
package struct KeyIndex: Sendable {
  /// One place of the index: 32 bits of an entry's hash beside its slot, or a negative slot where the place is empty.
  @usableFromInline
  struct Bucket: Sendable {
    @usableFromInline var tag: UInt32
    @usableFromInline var slot: Int32

    @inlinable
    init(tag: UInt32, slot: Int32) {
      self.tag = tag
      self.slot = slot
    }

    @inlinable static var empty: Bucket { Bucket(tag: 0, slot: -1) }
  }

  /// A power of two of them; at most three quarters are taken.
  @usableFromInline var buckets: [Bucket]
  @usableFromInline package private(set) var count: Int

  @inlinable
  package init() {
    self.buckets = Array(repeating: .empty, count: 8)
    self.count = 0
  }

  @inlinable
  static func tag(of hash: Int) -> UInt32 { UInt32(truncatingIfNeeded: hash) }

  /// The slot of an entry with this hash for which `matches` holds. `matches` sees few entries of other keys: 32 bits
  /// of their hash are equal.
  @inlinable
  package func slot(hash: Int, where matches: (Int) -> Bool) -> Int? {
    let tag = Self.tag(of: hash)
    let mask = buckets.count &- 1
    var place = Int(tag) & mask
    while true {
      let bucket = buckets[place]
      if bucket.slot < 0 { return nil }
      if bucket.tag == tag, matches(Int(bucket.slot)) { return Int(bucket.slot) }
      place = (place &+ 1) & mask
    }
  }

  /// Adds an entry that is not there yet.
  @inlinable
  package mutating func insert(hash: Int, slot: Int) {
    if (count &+ 1) &* 4 > buckets.count &* 3 { resize(to: buckets.count &* 2) }
    place(Bucket(tag: Self.tag(of: hash), slot: Int32(truncatingIfNeeded: slot)))
    count &+= 1
  }

  /// Gives the entry of one slot to another slot.
  @inlinable
  package mutating func replace(hash: Int, slot: Int, with other: Int) {
    buckets[place(hash: hash, slot: slot)].slot = Int32(truncatingIfNeeded: other)
  }

  /// Removes the entry of a slot that is there, and closes the gap, so that no tombstone is left.
  @inlinable
  package mutating func remove(hash: Int, slot: Int) {
    let mask = buckets.count &- 1
    var gap = place(hash: hash, slot: slot)
    var next = (gap &+ 1) & mask
    while buckets[next].slot >= 0 {
      let home = Int(buckets[next].tag) & mask
      if (next &- home) & mask >= (next &- gap) & mask {
        buckets[gap] = buckets[next]
        gap = next
      }
      next = (next &+ 1) & mask
    }
    buckets[gap] = .empty
    count &-= 1
    if buckets.count > 64, count &* 8 < buckets.count { resize(to: buckets.count / 4) }
  }

  /// Every slot of the index, in no order. O(n).
  package var slots: [Int] { buckets.compactMap { $0.slot < 0 ? nil : Int($0.slot) } }

  /// How many places there are.
  package var capacity: Int { buckets.count }

  @inlinable
  func place(hash: Int, slot: Int) -> Int {
    let mask = buckets.count &- 1
    var place = Int(Self.tag(of: hash)) & mask
    while buckets[place].slot != Int32(truncatingIfNeeded: slot) {
      precondition(buckets[place].slot >= 0, "KeyIndex: slot asked for while it has no entry")
      place = (place &+ 1) & mask
    }
    return place
  }

  @inlinable
  mutating func place(_ bucket: Bucket) {
    let mask = buckets.count &- 1
    var place = Int(bucket.tag) & mask
    while buckets[place].slot >= 0 { place = (place &+ 1) & mask }
    buckets[place] = bucket
  }

  @usableFromInline
  mutating func resize(to capacity: Int) {
    let old = buckets
    buckets = Array(repeating: .empty, count: capacity)
    for bucket in old where bucket.slot >= 0 { place(bucket) }
  }
}
