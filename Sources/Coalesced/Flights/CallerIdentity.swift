/// One caller of one flight: the flight, the caller's place in it, and a serial number that no other caller ever has.
@usableFromInline
package struct CallerIdentity: Hashable, Sendable {
  @usableFromInline package let flight: FlightIdentity
  @usableFromInline package let serial: UInt64
  /// Its index among the flight's joiners; -1 for the caller that leads, whose serial is the flight's.
  @usableFromInline package let place: Int

  @inlinable
  package init(flight: FlightIdentity, serial: UInt64, place: Int) {
    self.flight = flight
    self.serial = serial
    self.place = place
  }

  @inlinable package var leads: Bool { place < 0 }
}
