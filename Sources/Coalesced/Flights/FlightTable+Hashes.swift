/// The first key beside another.
extension FlightTable {
  /// There are several keys, so that they are told apart by their hashes.
  @inlinable
  func hashNeeded() -> Effect<Arrival> {
    guard let slot = index.unhashedSlot, let key = flights[slot].key else { return Effect(.hash) }
    return Effect(.hashBoth(identity(slot), key))
  }

  /// The hash of a flight's key is known. Means nothing where the flight is over, or another call has brought the hash.
  @inlinable
  package mutating func keyHashed(of flight: FlightIdentity, hash: Int) {
    guard isLive(flight), index.unhashedSlot == flight.slot else { return }
    index.hashed(hash)
    flights[flight.slot].hash = hash
    if rare.isInUse, let successor = self[rare: flight.slot].successor { flights[successor].hash = hash }
  }
}
