/// The counts of a scope, which outlive it by a moment: until they are in the group's own.
package protocol FlightStatisticsSource: AnyObject, Sendable {
  /// At one moment, with how many of the waiting callers have suspended.
  var snapshot: (statistics: FlightStatistics, suspended: Int) { get }
}
