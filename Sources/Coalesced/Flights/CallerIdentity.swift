/// One caller of one flight: the flight, the caller's place in it, and a serial number that no other caller ever has.
///
/// 24 bytes: a waiting caller holds it several times.
@usableFromInline
package struct CallerIdentity: Hashable, Sendable {
  @usableFromInline package let flight: FlightIdentity
  @usableFromInline let place32: Int32
  @usableFromInline package let serial: UInt64

  @inlinable
  package init(flight: FlightIdentity, serial: UInt64, place: Int) {
    self.flight = flight
    self.place32 = Int32(truncatingIfNeeded: place)
    self.serial = serial
  }

  /// Its index among the flight's joiners; -1 for the caller that leads, whose serial is the flight's.
  @inlinable package var place: Int { Int(place32) }

  @inlinable package var leads: Bool { place32 < 0 }
}
