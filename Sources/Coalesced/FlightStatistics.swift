/// Counts since a scope was made, and two gauges of now.
///
/// In every snapshot of one scope `started == succeeded + failed + abandoned + cancelled + inFlight`.
public struct FlightStatistics: Hashable, Sendable {
  /// Flights whose operation was started.
  public package(set) var started = 0
  /// Flights that landed with a value.
  public package(set) var succeeded = 0
  /// Flights that landed with an error.
  public package(set) var failed = 0
  /// Started flights that were cancelled because their last caller left.
  public package(set) var abandoned = 0
  /// Started flights that their owner cancelled.
  public package(set) var cancelled = 0
  /// Flights the scope let go of while they ran; each still lands, and counts as what it lands as.
  public package(set) var forgotten = 0
  /// Calls that joined a flight; the call that led it is not one of them.
  public package(set) var joined = 0
  /// Callers that left before their flight landed.
  public package(set) var left = 0
  /// Calls that ran the operation directly: a `nil` key, recursion, or a value that may not be shared. Where cancelled callers wait, one of the last kind
  /// may have been cancelled, and has run nothing.
  public package(set) var unshared = 0
  /// Gauge: flights that started and have not yet succeeded, failed, been abandoned or been cancelled.
  public package(set) var inFlight = 0
  /// Gauge: callers that wait for a flight now.
  public package(set) var waiting = 0

  package init() {}

  /// Adds the counts of another scope, field by field.
  package static func += (sum: inout FlightStatistics, other: FlightStatistics) {
    sum.started += other.started
    sum.succeeded += other.succeeded
    sum.failed += other.failed
    sum.abandoned += other.abandoned
    sum.cancelled += other.cancelled
    sum.forgotten += other.forgotten
    sum.joined += other.joined
    sum.left += other.left
    sum.unshared += other.unshared
    sum.inFlight += other.inFlight
    sum.waiting += other.waiting
  }
}
