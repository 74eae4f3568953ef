extension FlightTable {
  @inlinable
  func isLive(_ flight: FlightIdentity) -> Bool { flight.slot < flights.count && flights[flight.slot].serial == flight.serial }

  /// Always inlined: otherwise the table would be copied for the call.
  @inlinable
  @inline(__always)
  func slot(of key: Key, hash: Int?) -> Int? {
    if let slot = index.unhashedSlot { return flights[slot].key == key ? slot : nil }
    guard let hash else { return nil }
    return index.slot(hash: hash) { flights[$0].hash == hash && flights[$0].key == key }
  }

  @inlinable
  func identity(_ slot: Int) -> FlightIdentity { FlightIdentity(slot: slot, serial: flights[slot].serial) }

  @inlinable
  func report(_ kind: FlightEvent.Kind, _ slot: Int) -> Command { .report(kind, identity(slot), waiting: flights[slot].waiting) }

  /// The outcome of a flight is decided for all of its callers.
  @inlinable
  mutating func nobodyWaits(for slot: Int) {
    counts.waiting &-= flights[slot].waiting
    counts.parked &-= flights[slot].waiting &- flights[slot].unparked
  }

  @inlinable
  mutating func countLanding(_ succeeded: Bool) {
    if succeeded { counts.succeeded &+= 1 } else { counts.failed &+= 1 }
  }

  /// A flight with the call that leads it. The index is the caller's.
  @inlinable
  mutating func addFlight(for key: Key, hash: Int?, by call: Call, phase: Phase = .queued, isListed: Bool = false) -> CallerIdentity {
    lastSerial &+= 1
    let slot: Int
    if freeSlot < 0, openSlots < flights.count { linkFreeSlots(below: flights.count) }
    if freeSlot >= 0 {
      slot = freeSlot
      freeSlot = flights[slot].link
    } else {
      slot = flights.count
      flights.append(Flight())
      openSlots = flights.count
      if slot >= 64 { slabReview = slot / 8 }
    }
    liveFlights &+= 1
    counts.waiting &+= 1
    flights[slot].lead(serial: lastSerial, hash: hash ?? 0, key: key, priority: call.priority, phase: phase, isListed: isListed)
    return CallerIdentity(flight: FlightIdentity(slot: slot, serial: lastSerial), serial: lastSerial)
  }

  /// Gives a slot back. Its key has been taken out, its outcome is held by somebody else or taken out as well, and its
  /// task is running this very event or has been taken out: nothing of the user's dies here.
  @inlinable
  mutating func free(_ slot: Int) {
    if rare.isInUse { dropRareState(of: slot) }
    flights[slot].clear(link: freeSlot)
    liveFlights &-= 1
    // A closed slot is linked when its half is opened again.
    if slot < openSlots { freeSlot = slot } else { closedFlights &-= 1 }
    if liveFlights < slabReview || (slot >= openSlots && closedFlights == 0) { reviewSlab() }
  }

  /// Cuts a slab that was once larger back to its last flight, when that gives back half of it or more. Until it does, the upper half
  /// is closed to new flights, so that those in it come to an end. Looked at with half as many flights again, and when the upper half
  /// is empty: O(1) for each flight.
  @usableFromInline
  mutating func reviewSlab() {
    if isSlabTooLarge || (closedFlights == 0 && openSlots < flights.count) {
      let end = (liveFlights == 0 ? nil : flights.lastIndex { $0.serial != 0 }).map { $0 + 1 } ?? 0
      let isCut = end <= flights.count / 2
      if isCut { flights = Array(flights.prefix(end)) }
      let open = isSlabTooLarge ? flights.count / 2 : flights.count
      if isCut || open != openSlots { linkFreeSlots(below: open) }
    }
    slabReview = flights.count > 64 ? Swift.min(flights.count / 8, (liveFlights + 1) / 2) : 0
  }

  private var isSlabTooLarge: Bool { flights.count > 64 && liveFlights < flights.count / 8 }

  /// Opens the free slots below `end` to new flights, the lowest first.
  @usableFromInline
  mutating func linkFreeSlots(below end: Int) {
    openSlots = end
    closedFlights = 0
    for slot in end..<flights.count where flights[slot].serial != 0 { closedFlights += 1 }
    freeSlot = -1
    for slot in (0..<end).reversed() where flights[slot].serial == 0 {
      flights[slot].link = freeSlot
      freeSlot = slot
    }
  }
}
