/// The status of the network as the operating system sees it.
///
/// On Apple platforms it is that of `NWPathMonitor`. On Linux it comes from the kernel's routing tables (rtnetlink), in the network namespace of the
/// thread that makes the monitor: satisfied means that the main table has a default route over an interface that is up and running and is not
/// the loopback; it is never ``NetworkStatus/requiresConnection``. Where the system does not tell (another platform, a sandbox that refuses
/// the socket), every stream ends at once, without a status.
///
/// It watches from its creation until it is released; then its streams end.
public final class PathNetworkMonitor: NetworkMonitor {
  private let broadcaster: NetworkStatusBroadcaster
  private let source: PathSource?

  /// Begins to watch. The first status arrives shortly after.
  public init() {
    let broadcaster = NetworkStatusBroadcaster()
    self.broadcaster = broadcaster
    source = PathSource { broadcaster.send($0) }
    if source == nil { broadcaster.finish() }
  }

  #if os(Linux)
    /// Watches through sockets that are there already: in the network namespace in which they were made.
    package init(notifications: NetlinkSocket, requests: NetlinkSocket) {
      let broadcaster = NetworkStatusBroadcaster()
      self.broadcaster = broadcaster
      source = PathSource(notifications: notifications, requests: requests) { broadcaster.send($0) }
    }
  #endif

  deinit {
    broadcaster.finish()
  }

  public func statusUpdates() async -> AsyncStream<NetworkStatus> {
    await broadcaster.statusUpdates()
  }

  public func connectionRestored() async -> AsyncStream<Void> {
    await broadcaster.connectionRestored()
  }
}
