/// What the table needs to know of a ``FlightPolicy``: all of it but the clock and what the driver decides of a call.
@usableFromInline
package struct FlightRules: Sendable {
  @usableFromInline package let abandonment: FlightPolicy.Abandonment
  @usableFromInline package let joinWindow: Duration?
  @usableFromInline package let reuseWindow: Duration?
  @usableFromInline package let concurrencyLimit: Int?

  package init(_ policy: FlightPolicy) {
    if let limit = policy.concurrencyLimit {
      precondition(limit >= 1, "FlightPolicy: concurrencyLimit is less than 1, so that no flight could ever start")
    }
    if let window = policy.joinWindow {
      precondition(window >= .zero, "FlightPolicy: joinWindow is negative")
    }
    if let window = policy.reuseWindow {
      precondition(window >= .zero, "FlightPolicy: reuseWindow is negative")
    }
    if case .cancelAfter(let duration) = policy.abandonment {
      precondition(duration >= .zero, "FlightPolicy: the duration of cancelAfter is negative")
    }
    self.abandonment = policy.abandonment
    self.joinWindow = policy.joinWindow
    self.reuseWindow = policy.reuseWindow
    self.concurrencyLimit = policy.concurrencyLimit
  }

  /// Whether flights may have to wait for their start: for a permit, or for an operation that drains.
  package var queuesFlights: Bool { concurrencyLimit != nil || abandonment == .cancelAndDrain }

  /// Whether an event has to say when it happened.
  package var needsTime: Bool { joinWindow != nil || reuseWindow != nil }
}
