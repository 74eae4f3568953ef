/// One flight of one table: the slot it has while it lives, and a serial number that no other flight ever has.
///
/// Whatever arrives late for a flight carries its identity; when the slot holds another serial by then, the flight is over
/// and the event means nothing.
@usableFromInline
package struct FlightIdentity: Hashable, Sendable {
  @usableFromInline package let serial: UInt64
  @usableFromInline let slot32: Int32

  @inlinable
  package init(slot: Int, serial: UInt64) {
    self.serial = serial
    self.slot32 = Int32(truncatingIfNeeded: slot)
  }

  @inlinable package var slot: Int { Int(slot32) }
}
