/// The counts of a scope, which outlive it by a moment: until they are in the group's own.
package protocol FlightStatisticsSource: AnyObject, Sendable {
  var statistics: FlightStatistics { get }
}
