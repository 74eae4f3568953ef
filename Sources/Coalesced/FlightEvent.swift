/// Something that happened to a flight or to one of its callers, as a group's `onEvent` sees it.
///
/// Events are reported after the fact, outside every lock, by the task that caused them. Two events from two tasks can
/// arrive in either order: for what holds *now*, ask ``FlightGroup/statistics``.
public struct FlightEvent: Sendable {
  /// What happened.
  public enum Kind: Hashable, Sendable {
    /// A call made a flight that cannot start yet (its scope's limit, a predecessor); its caller waits.
    case queued
    /// The operation was started.
    case started
    /// A call joined the flight.
    case joined
    /// A caller left before the landing.
    case left
    /// The last caller left a flight, and it was cancelled.
    case abandoned
    /// The owner cancelled the flight.
    case cancelled
    /// The scope let go of the flight while it runs.
    case forgotten
    /// The operation returned a value.
    case succeeded
    /// The operation threw.
    case failed
    /// A call ran the operation directly, in its own task, as ``FlightStatistics/unshared`` counts it.
    case unshared
  }

  /// One flight of one scope; equal in every event of that flight.
  public struct FlightID: Hashable, Sendable {
    package let scope: UInt64
    package let serial: UInt64

    package init(scope: UInt64, serial: UInt64) {
      self.scope = scope
      self.serial = serial
    }
  }

  /// What happened.
  public let kind: Kind
  /// The flight it happened to; `nil` for ``Kind/unshared``.
  public let flight: FlightID?
  /// The label of the group that reports it.
  public let scopeLabel: String
  /// How many callers of that flight wait after it.
  public let waiting: Int
  /// When the event was reported.
  public let instant: ContinuousClock.Instant

  package init(kind: Kind, flight: FlightID?, scopeLabel: String, waiting: Int, instant: ContinuousClock.Instant = .now) {
    self.kind = kind
    self.flight = flight
    self.scopeLabel = scopeLabel
    self.waiting = waiting
    self.instant = instant
  }
}

extension FlightEvent: CustomStringConvertible {
  /// What happened, to which flight of which label, and how many of its callers wait.
  public var description: String {
    let flightName = flight.map { " \(scopeLabel)#\($0.scope).\($0.serial)" } ?? " \(scopeLabel)"
    return "\(kind)\(flightName), \(waiting) waiting"
  }
}
