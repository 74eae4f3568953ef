/// A caller that has arrived and does not know its outcome.
@usableFromInline
struct ArrivedCaller: Sendable {
  @usableFromInline let identity: CallerIdentity
  /// Whether what its leave or escalation asks for goes on from a stack of its own: every 64th level of operations.
  @usableFromInline let changesStack: Bool
  /// The serial number of the flight of its scope whose operation makes the call; 0 where there is none.
  @usableFromInline let enclosing: UInt64

  /// - Parameter level: That of the operation that makes the call; -1 outside of operations.
  @inlinable
  init(_ identity: CallerIdentity, level: Int, enclosing: FlightIdentity?) {
    self.identity = identity
    // Cancelling or escalating a flight tells the callers that its operation has made, who may be the last of their flights, and so on.
    self.changesStack = level >= 0 && level & 63 == 63
    self.enclosing = enclosing?.serial ?? 0
  }
}
