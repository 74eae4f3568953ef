/// Calls that wait for their turn: the higher priority first, then the earlier call.
///
/// A binary heap that knows where each call stands in it, so that one that is escalated or leaves is found at once.
/// Every mutation is O(log n); a call that joins at the end of its priority, the usual case, O(1).
package struct WaitingLine<Element> {
  /// Where to find a call for as long as it waits; afterwards it finds nothing.
  package struct Place: Hashable, Sendable {
    fileprivate let slot: Int
    package let call: CallID
  }

  private struct Entry {
    let place: Place
    var priority: UInt8
    var element: Element

    func precedes(_ other: Entry) -> Bool {
      priority == other.priority ? place.call < other.place.call : priority > other.priority
    }
  }

  private var heap: [Entry] = []
  /// Where the entry of each slot stands in the heap; of a free slot, anything.
  private var positions: [Int] = []
  private var freeSlots: [Int] = []

  package init() {}

  package var count: Int { heap.count }
  package var isEmpty: Bool { heap.isEmpty }

  package mutating func append(_ element: Element, call: CallID, priority: UInt8) -> Place {
    let place = Place(slot: freeSlots.popLast() ?? positions.count, call: call)
    if place.slot == positions.count { positions.append(0) }
    heap.append(Entry(place: place, priority: priority, element: element))
    moveUp(from: heap.count - 1)
    return place
  }

  package mutating func popFirst() -> (call: CallID, element: Element)? {
    guard let first = heap.first else { return nil }
    removeEntry(at: 0)
    return (first.place.call, first.element)
  }

  /// Takes a call out of the line; `nil` when it does not wait any more.
  package mutating func remove(_ place: Place) -> Element? {
    guard let position = position(of: place) else { return nil }
    return removeEntry(at: position)
  }

  /// Sets what a call holds; `false` when it does not wait any more.
  package mutating func update(_ place: Place, with element: Element) -> Bool {
    guard let position = position(of: place) else { return false }
    heap[position].element = element
    return true
  }

  /// Moves a call up to a priority, before those of that priority that came later; never down.
  package mutating func raise(_ place: Place, to priority: UInt8) {
    guard let position = position(of: place), heap[position].priority < priority else { return }
    heap[position].priority = priority
    moveUp(from: position)
  }

  private func position(of place: Place) -> Int? {
    guard place.slot < positions.count else { return nil }
    let position = positions[place.slot]
    return position < heap.count && heap[position].place == place ? position : nil
  }

  @discardableResult
  private mutating func removeEntry(at position: Int) -> Element {
    let last = heap.count - 1
    heap.swapAt(position, last)
    let entry = heap.removeLast()
    guard last > 0 else {
      // What many waiters needed is given back when the last of them has gone.
      self = WaitingLine()
      return entry.element
    }
    freeSlots.append(entry.place.slot)
    if position < last {
      moveDown(from: position)
      moveUp(from: position)
    }
    return entry.element
  }

  private mutating func moveUp(from start: Int) {
    var position = start
    while position > 0, heap[position].precedes(heap[(position - 1) / 2]) {
      heap.swapAt(position, (position - 1) / 2)
      positions[heap[position].place.slot] = position
      position = (position - 1) / 2
    }
    positions[heap[position].place.slot] = position
  }

  private mutating func moveDown(from start: Int) {
    var position = start
    while true {
      var first = position
      for child in [2 * position + 1, 2 * position + 2] where child < heap.count && heap[child].precedes(heap[first]) { first = child }
      if first == position { break }
      heap.swapAt(position, first)
      positions[heap[position].place.slot] = position
      position = first
    }
    positions[heap[position].place.slot] = position
  }
}
