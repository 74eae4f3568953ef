/// A scope as its group sees it, whatever its key and output types.
package protocol FlightScope: AnyObject, Sendable {
  func cancelAll(throwing error: any Error) -> Int
  func forgetAll() -> Int
  func idle() async
}

/// The counts of a scope, which outlive it by a moment: until they are in the group's own.
package protocol FlightStatisticsSource: AnyObject, Sendable {
  var statistics: FlightStatistics { get }
}
