/// What the callers of a flight get when its owner cancels it; a caller that was cancelled itself gets `CancellationError`.
public struct FlightCancelledError: Error, Hashable, Sendable {
  /// Creates the error.
  public init() {}
}
