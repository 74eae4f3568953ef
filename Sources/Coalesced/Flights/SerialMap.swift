/// Values by serial number, from 1 on, in memory that follows their count down as well as up. A walk is O(n), everything else
/// O(1), amortised.
@usableFromInline
package struct SerialMap<Value: Sendable>: Sendable {
  @usableFromInline
  package struct Entry: ProbingEntry {
    /// 0 where the place is empty.
    @usableFromInline var serial: UInt64
    @usableFromInline var value: Value?

    @inlinable
    init(serial: UInt64, value: Value?) {
      self.serial = serial
      self.value = value
    }

    @inlinable package static var empty: Entry { Entry(serial: 0, value: nil) }
    @inlinable package var isEmpty: Bool { serial == 0 }

    /// Eight serial numbers in a row are neighbours, as their owners come and go together; such rows are scattered, whatever the
    /// distance between them. (The mixing of SplitMix64: Steele, Lea, Flood, Fast Splittable Pseudorandom Number Generators, 2014.)
    @inlinable package var home: Int {
      var row = serial >> 3
      row = (row ^ (row >> 30)) &* 0xBF58_476D_1CE4_E5B9
      row = (row ^ (row >> 27)) &* 0x94D0_49BB_1331_11EB
      row ^= row >> 31
      return Int(truncatingIfNeeded: (row << 3) | (serial & 7))
    }
  }

  @usableFromInline package internal(set) var table: ProbingTable<Entry>

  @inlinable
  package init() {
    self.table = ProbingTable()
  }

  @inlinable package var count: Int { table.count }
  @inlinable package var isEmpty: Bool { table.count == 0 }
  @inlinable package var capacity: Int { table.capacity }

  @inlinable
  package func contains(_ serial: UInt64) -> Bool { place(of: serial) != nil }

  /// The value of a serial number; `nil` where it is not there, or has none.
  @inlinable
  package subscript(serial: UInt64) -> Value? { place(of: serial).flatMap { table[$0].value } }

  /// The value of a serial number, in place: one that is not there gets this one first.
  @inlinable
  package subscript(serial: UInt64, default value: @autoclosure () -> Value) -> Value {
    get { self[serial] ?? value() }
    _modify {
      // Taken out meanwhile, so that a change copies nothing.
      var element: Value
      if let place = place(of: serial), let current = table[place].value {
        element = current
        table[place].value = nil
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
    if !replace(serial, value) { add(serial, value) }
  }

  /// Adds a serial number that is not there yet.
  @inlinable
  package mutating func add(_ serial: UInt64, _ value: Value?) { table.insert(Entry(serial: serial, value: value)) }

  /// Gives a serial number this value; false where it is not there.
  @inlinable
  package mutating func replace(_ serial: UInt64, _ value: Value?) -> Bool {
    guard let place = place(of: serial) else { return false }
    table[place].value = value
    return true
  }

  /// Removes a serial number, if it is there.
  @inlinable
  @discardableResult
  package mutating func remove(_ serial: UInt64) -> Value? {
    guard let place = place(of: serial) else { return nil }
    let value = table[place].value
    table.remove(at: place)
    return value
  }

  /// Calls `body` for each, in no order.
  @inlinable
  package func forEach(_ body: (UInt64, Value?) -> Void) {
    table.forEach { body($0.serial, $0.value) }
  }

  /// Calls `body` for each value: of a crowd in the order of the serial numbers, of others in no order. What belongs to the members of a crowd,
  /// who come one after the other, then is read in the order in which it lies in memory.
  @inlinable
  package func forEachValue(_ body: (UInt64, Value) -> Void) {
    guard let crowd else { return forEach { serial, value in if let value { body(serial, value) } } }
    var ordered = [Value?](repeating: nil, count: crowd.count)
    forEach { serial, value in ordered[Int(serial &- crowd.lowerBound)] = value }
    for place in ordered.indices {
      if let value = ordered[place] { body(crowd.lowerBound &+ UInt64(place), value) }
    }
  }

  /// The range of the serial numbers, if they are more than 4,096, and a quarter of those in the range or more.
  @inlinable var crowd: ClosedRange<UInt64>? {
    guard count > 4_096 else { return nil }
    var first = UInt64.max
    var last: UInt64 = 0
    forEach { serial, _ in
      first = Swift.min(first, serial)
      last = Swift.max(last, serial)
    }
    return last &- first < UInt64(count) &* 4 ? first...last : nil
  }

  @inlinable package var serials: [UInt64] {
    var serials: [UInt64] = []
    forEach { serial, _ in serials.append(serial) }
    return serials
  }

  @inlinable package var values: [Value] {
    var values: [Value] = []
    forEach { _, value in if let value { values.append(value) } }
    return values
  }

  @inlinable
  func place(of serial: UInt64) -> Int? {
    table.place(from: Entry(serial: serial, value: nil).home) { $0.serial == serial }
  }
}

extension SerialMap where Value == Void {
  /// Adds a serial number to a set of them.
  @inlinable
  package mutating func insert(_ serial: UInt64) { insert(serial, ()) }
}

extension SerialMap: Equatable where Value: Equatable {
  /// Whether both have the same values for the same serial numbers.
  @usableFromInline
  package static func == (a: Self, b: Self) -> Bool {
    a.count == b.count && a.serials.allSatisfy { b.contains($0) && b[$0] == a[$0] }
  }
}
