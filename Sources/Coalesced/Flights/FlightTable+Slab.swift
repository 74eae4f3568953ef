extension FlightTable {
  @inlinable
  func isLive(_ flight: FlightIdentity) -> Bool { flight.slot < flights.count && flights[flight.slot].serial == flight.serial }

  @inlinable
  func slot(of key: Key, hash: Int) -> Int? {
    index.slot(hash: hash) { flights[$0].hash == hash && flights[$0].key == key }
  }

  @inlinable
  func identity(_ slot: Int) -> FlightIdentity { FlightIdentity(slot: slot, serial: flights[slot].serial) }

  @inlinable
  func report(_ kind: FlightEvent.Kind, _ slot: Int) -> Command { .report(kind, identity(slot), waiting: flights[slot].waiting) }

  @inlinable
  mutating func countLanding(_ succeeded: Bool) {
    if succeeded { counts.succeeded &+= 1 } else { counts.failed &+= 1 }
  }

  /// A flight with the call that leads it, off the index and queued.
  @inlinable
  mutating func addFlight(for key: Key, hash: Int, by call: Call) -> CallerIdentity {
    lastSerial &+= 1
    let slot: Int
    if freeSlot >= 0 {
      slot = freeSlot
      freeSlot = flights[slot].link
    } else {
      slot = flights.count
      flights.append(Flight())
      if slot >= 64 { slabReview = slot / 8 }
    }
    liveFlights &+= 1
    counts.waiting &+= 1
    flights[slot].lead(serial: lastSerial, hash: hash, key: key, priority: call.priority)
    return CallerIdentity(flight: FlightIdentity(slot: slot, serial: lastSerial), serial: lastSerial)
  }

  /// Gives a slot back. Its key has been taken out, its outcome is held by somebody else or taken out as well, and its
  /// task is running this very event or has been taken out: nothing of the user's dies here.
  @inlinable
  mutating func free(_ slot: Int) {
    if rare.isInUse { dropRareState(of: slot) }
    flights[slot].clear(link: freeSlot)
    freeSlot = slot
    liveFlights &-= 1
    if liveFlights < slabReview { reviewSlab() }
  }

  /// Gives back the end of a slab that was once larger, up to the last flight in it. Looked at again with half as many flights, so
  /// that it costs O(1) for each flight.
  @usableFromInline
  mutating func reviewSlab() {
    let last = liveFlights == 0 ? -1 : flights.lastIndex { $0.serial != 0 } ?? -1
    slabReview = (liveFlights + 1) / 2
    if last + 1 > flights.count / 2 { return }
    flights = Array(flights.prefix(last + 1))
    freeSlot = -1
    for slot in flights.indices.reversed() where flights[slot].serial == 0 {
      flights[slot].link = freeSlot
      freeSlot = slot
    }
    slabReview = flights.count > 64 ? flights.count / 8 : 0
  }
}
