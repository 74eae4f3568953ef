/// The flights that wait for a permit: the highest priority first, then the one that was made first.
///
/// A binary heap that knows where each of its entries is, so that adding, taking the first, leaving and moving up are
/// O(log n). Its memory follows their number down as well as up.
@usableFromInline
package struct FlightQueue: Sendable {
  @usableFromInline
  package struct Entry: Hashable, Sendable {
    @usableFromInline package var priority: UInt8
    @usableFromInline package let flight: FlightIdentity

    @inlinable
    init(priority: UInt8, flight: FlightIdentity) {
      self.priority = priority
      self.flight = flight
    }
  }

  @usableFromInline var heap: [Entry]
  @usableFromInline var places: SerialMap<Int>

  @inlinable
  package init() {
    self.heap = []
    self.places = SerialMap()
  }

  @inlinable
  package var isEmpty: Bool { heap.isEmpty }
  @inlinable
  package var count: Int { heap.count }
  package var capacity: Int { heap.capacity + places.capacity }

  @inlinable
  package mutating func append(_ flight: FlightIdentity, priority: UInt8) {
    heap.append(Entry(priority: priority, flight: flight))
    places.insert(flight.serial, heap.count - 1)
    rise(from: heap.count - 1)
  }

  @inlinable
  package mutating func popFirst() -> FlightIdentity? {
    guard let first = heap.first else { return nil }
    remove(first.flight)
    return first.flight
  }

  /// Removes a flight; does nothing when it does not wait here.
  @inlinable
  package mutating func remove(_ flight: FlightIdentity) {
    guard let place = places.remove(flight.serial) else { return }
    let last = heap.removeLast()
    // A copy: `Array(heap)` would share what it is to give back.
    if heap.capacity > 64, heap.count * 8 < heap.capacity { heap = heap.map { $0 } }
    guard place < heap.count else { return }
    heap[place] = last
    places.insert(last.flight.serial, place)
    rise(from: place)
    sink(from: place)
  }

  /// Moves a flight up to a higher priority, ahead of those of that priority that were made after it.
  @inlinable
  package mutating func raise(_ flight: FlightIdentity, to priority: UInt8) {
    guard let place = places[flight.serial] else { return }
    heap[place].priority = priority
    rise(from: place)
  }

  @inlinable
  func precedes(_ a: Int, _ b: Int) -> Bool {
    (heap[b].priority, heap[a].flight.serial) < (heap[a].priority, heap[b].flight.serial)
  }

  @inlinable
  mutating func exchange(_ a: Int, _ b: Int) {
    heap.swapAt(a, b)
    places.insert(heap[a].flight.serial, a)
    places.insert(heap[b].flight.serial, b)
  }

  @inlinable
  mutating func rise(from start: Int) {
    var place = start
    while place > 0, precedes(place, (place - 1) / 2) {
      exchange(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
  }

  @inlinable
  mutating func sink(from start: Int) {
    var place = start
    while true {
      var first = place
      for child in [2 * place + 1, 2 * place + 2] where child < heap.count && precedes(child, first) { first = child }
      if first == place { return }
      exchange(place, first)
      place = first
    }
  }
}
