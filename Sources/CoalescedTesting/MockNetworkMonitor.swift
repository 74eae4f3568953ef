import CoalescedReachability

/// A network whose status the test decides.
///
/// ```swift
/// let network = MockNetworkMonitor(.unsatisfied)
/// let returns = await network.connectionRestored()
/// network.send(.satisfied(.wifi))  // `returns` has an element
/// ```
public final class MockNetworkMonitor: NetworkMonitor {
  private let broadcaster = NetworkStatusBroadcaster()

  /// Makes a network with a first status; `nil` for one that is not known yet.
  public init(_ status: NetworkStatus? = nil) {
    if let status { broadcaster.send(status) }
  }

  /// Changes the status; each reader gets it if it differs from the one before.
  public func send(_ status: NetworkStatus) {
    broadcaster.send(status)
  }

  public func statusUpdates() async -> AsyncStream<NetworkStatus> {
    await broadcaster.statusUpdates()
  }

  public func connectionRestored() async -> AsyncStream<Void> {
    await broadcaster.connectionRestored()
  }
}
