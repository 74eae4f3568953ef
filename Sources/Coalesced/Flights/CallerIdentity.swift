/// One caller of one flight: the flight, and a serial number that no other caller ever has.
@usableFromInline
package struct CallerIdentity: Hashable, Sendable {
  // In this order four bytes are free after the flight, and an `ArrivedCaller` is a word shorter.
  @usableFromInline package let serial: UInt64
  @usableFromInline package let flight: FlightIdentity

  @inlinable
  package init(flight: FlightIdentity, serial: UInt64) {
    self.serial = serial
    self.flight = flight
  }

  /// The serial number of the caller that leads is the flight's.
  @inlinable package var leads: Bool { serial == flight.serial }
}
