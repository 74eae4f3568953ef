/// Something that knows the status of the network and tells any number of readers.
///
/// Each call makes a stream of its own for one reader, and the stream ends when the monitor does. A slow reader loses the oldest of what it has not read.
public protocol NetworkMonitor: Sendable {
  /// The current status first, as soon as it is known, then each change, in order.
  func statusUpdates() async -> AsyncStream<NetworkStatus>

  /// One element for each return of the network: it was known to be ``NetworkStatus/unsatisfied`` or ``NetworkStatus/requiresConnection``, and
  /// became satisfied. A first status that is satisfied is no return, and a change of the interface is none.
  func connectionRestored() async -> AsyncStream<Void>
}
