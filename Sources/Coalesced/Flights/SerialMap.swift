/// Values by serial number, in memory that follows their count down as well as up: what the standard containers do not
/// give back stays with them until they die.
///
/// Open addressing with linear probing. Eight serial numbers in a row are neighbours, as their owners come and go together; such
/// rows are scattered. Every operation but a walk is O(1), amortised over growing and shrinking.
@usableFromInline
package struct SerialMap<Value> {
  @usableFromInline
  struct Bucket {
    /// 0 where the place is empty.
    @usableFromInline var serial: UInt64
    @usableFromInline var value: Value?

    @inlinable
    init(serial: UInt64, value: Value?) {
      self.serial = serial
      self.value = value
    }

    @inlinable static var empty: Bucket { Bucket(serial: 0, value: nil) }
  }

  /// None, or a power of two of them, eight or more, of which at most half are taken.
  @usableFromInline var buckets: [Bucket]
  @usableFromInline package private(set) var count: Int
  /// Where a walk begins: the home of the serial number that came first when there was none.
  @usableFromInline var first: Int

  @inlinable
  package init() {
    self.buckets = []
    self.count = 0
    self.first = 0
  }

  @inlinable package var isEmpty: Bool { count == 0 }

  /// How many places there are.
  package var capacity: Int { buckets.count }

  @inlinable
  package func contains(_ serial: UInt64) -> Bool { place(of: serial) != nil }

  /// The value of a serial number; `nil` where it is not there, or has none. Setting one inserts.
  @inlinable
  package subscript(serial: UInt64) -> Value? {
    get { place(of: serial).flatMap { buckets[$0].value } }
    set { insert(serial, newValue) }
  }

  /// The value of a serial number, in place: one that is not there gets this one first.
  @inlinable
  package subscript(serial: UInt64, default value: @autoclosure () -> Value) -> Value {
    get { self[serial] ?? value() }
    _modify {
      // Taken out meanwhile, so that a change copies nothing.
      var element: Value
      if let place = place(of: serial), let current = buckets[place].value {
        element = current
        buckets[place].value = nil
      } else {
        element = value()
      }
      defer { insert(serial, element) }
      yield &element
    }
  }

  /// Adds a serial number, if need be, and gives it this value.
  @inlinable
  package mutating func insert(_ serial: UInt64, _ value: Value?) {
    if let place = place(of: serial) { return buckets[place].value = value }
    if count == 0 { first = Self.home(of: serial) }
    if (count &+ 1) &* 2 > buckets.count { resize(to: Swift.max(8, buckets.count &* 2)) }
    place(Bucket(serial: serial, value: value))
    count &+= 1
  }

  /// Removes a serial number, if it is there, and closes the gap, so that no tombstone is left.
  @inlinable
  @discardableResult
  package mutating func remove(_ serial: UInt64) -> Value? {
    guard var gap = place(of: serial) else { return nil }
    let value = buckets[gap].value
    count &-= 1
    if count == 0 {
      buckets = []
      return value
    }
    let mask = buckets.count &- 1
    var next = (gap &+ 1) & mask
    while buckets[next].serial != 0 {
      let home = Self.home(of: buckets[next].serial) & mask
      if (next &- home) & mask >= (next &- gap) & mask {
        buckets[gap] = buckets[next]
        gap = next
      }
      next = (next &+ 1) & mask
    }
    buckets[gap] = .empty
    if buckets.count > 8, count &* 8 < buckets.count { resize(to: buckets.count / 2) }
    return value
  }

  /// Calls `body` for each: a few in the order of their serial numbers where these are close together, many in none.
  @inlinable
  package func forEach(_ body: (UInt64, Value?) -> Void) {
    let mask = buckets.count &- 1
    for offset in 0..<buckets.count {
      let bucket = buckets[(first &+ offset) & mask]
      if bucket.serial != 0 { body(bucket.serial, bucket.value) }
    }
  }

  /// The most places in a row that are taken: what a removal has to look at.
  package var longestRun: Int {
    var longest = 0
    var run = 0
    for bucket in buckets + buckets {
      run = bucket.serial == 0 ? 0 : run + 1
      longest = Swift.max(longest, run)
    }
    return longest
  }

  @inlinable package var serials: [UInt64] { buckets.compactMap { $0.serial == 0 ? nil : $0.serial } }
  @inlinable package var values: [Value] { buckets.compactMap(\.value) }

  /// Where a serial number belongs, in a table without end. (The factor is 2^64 divided by the golden ratio: multiples of it,
  /// taken modulo a power of two, stay far from each other. Knuth, The Art of Computer Programming, volume 3, section 6.4.)
  @inlinable
  static func home(of serial: UInt64) -> Int {
    let row = (serial >> 3) &* 0x9E37_79B9_7F4A_7C15 >> 32
    return Int(truncatingIfNeeded: row << 3 | serial & 7)
  }

  @inlinable
  func place(of serial: UInt64) -> Int? {
    if buckets.isEmpty { return nil }
    let mask = buckets.count &- 1
    var place = Self.home(of: serial) & mask
    while buckets[place].serial != serial {
      if buckets[place].serial == 0 { return nil }
      place = (place &+ 1) & mask
    }
    return place
  }

  @inlinable
  mutating func place(_ bucket: Bucket) {
    let mask = buckets.count &- 1
    var place = Self.home(of: bucket.serial) & mask
    while buckets[place].serial != 0 { place = (place &+ 1) & mask }
    buckets[place] = bucket
  }

  @inlinable
  @inline(never)
  mutating func resize(to capacity: Int) {
    let old = buckets
    buckets = Array(repeating: .empty, count: capacity)
    for bucket in old where bucket.serial != 0 { place(bucket) }
  }
}

extension SerialMap where Value == Void {
  /// Adds a serial number to a set of them.
  @inlinable
  package mutating func insert(_ serial: UInt64) { insert(serial, ()) }
}

extension SerialMap: Sendable where Value: Sendable {}
extension SerialMap.Bucket: Sendable where Value: Sendable {}

extension SerialMap: Equatable where Value: Equatable {
  /// Whether both have the same values for the same serial numbers.
  @usableFromInline
  package static func == (a: Self, b: Self) -> Bool {
    a.count == b.count && a.buckets.allSatisfy { $0.serial == 0 || (b.contains($0.serial) && b[$0.serial] == $0.value) }
  }
}
