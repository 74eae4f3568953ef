/// One caller of one flight: the flight, and a serial number that no other caller ever has.
@usableFromInline
package struct CallerIdentity: Hashable, Sendable {
  @usableFromInline package let flight: FlightIdentity
  @usableFromInline package let serial: UInt64

  @inlinable
  package init(flight: FlightIdentity, serial: UInt64) {
    self.flight = flight
    self.serial = serial
  }

  /// The serial number of the caller that leads is the flight's.
  @inlinable package var leads: Bool { serial == flight.serial }
}
