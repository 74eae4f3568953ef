#if canImport(Network)
  import Dispatch
  import Network

  /// Reports the status of `NWPathMonitor`, now and after each change, until it is released.
  final class PathSource: Sendable {
    private let monitor = NWPathMonitor()

    init?(onStatus: @escaping @Sendable (NetworkStatus) -> Void) {
      monitor.pathUpdateHandler = { onStatus(NetworkStatus($0)) }
      monitor.start(queue: DispatchQueue(label: "CoalescedReachability.PathSource"))
    }

    deinit {
      monitor.cancel()
    }
  }

  extension NetworkStatus {
    fileprivate init(_ path: NWPath) {
      switch path.status {
      case .satisfied: self = .satisfied(NetworkInterface(of: path))
      case .requiresConnection: self = .requiresConnection
      case .unsatisfied: self = .unsatisfied
      @unknown default: self = .unsatisfied
      }
    }
  }

  extension NetworkInterface {
    fileprivate init(of path: NWPath) {
      if path.usesInterfaceType(.wifi) {
        self = .wifi
      } else if path.usesInterfaceType(.cellular) {
        self = .cellular
      } else if path.usesInterfaceType(.wiredEthernet) {
        self = .wiredEthernet
      } else {
        self = .other
      }
    }
  }
#elseif os(Linux)
  import Dispatch
  import Synchronization

  /// Reports what the kernel's routing tables say, now and after each change, until it is released.
  ///
  /// A notification is only a reason to look: after any of them the socket is drained and the whole state read again, so that lost or
  /// merged notifications do no harm.
  final class PathSource: Sendable {
    /// Behind a lock because Dispatch does not say that its sources are `Sendable`.
    private let source: Mutex<any DispatchSourceRead>

    /// `nil` when the system refuses the sockets.
    convenience init?(onStatus: @escaping @Sendable (NetworkStatus) -> Void) {
      // The notifications first: what changes after that is seen, whenever the first look is.
      guard let notifications = NetlinkSocket(notifications: true), let requests = NetlinkSocket(notifications: false) else { return nil }
      self.init(notifications: notifications, requests: requests, onStatus: onStatus)
    }

    init(notifications: NetlinkSocket, requests: NetlinkSocket, onStatus: @escaping @Sendable (NetworkStatus) -> Void) {
      let look: @Sendable () -> Void = {
        guard let links = requests.dump(.links), let routes = requests.dump(.routes) else { return }
        onStatus(NetworkStatus(RoutingState(messages: links + routes)))
      }
      let queue = DispatchQueue(label: "CoalescedReachability.PathSource")
      let source = DispatchSource.makeReadSource(fileDescriptor: notifications.descriptor, queue: queue)
      source.setEventHandler {
        notifications.drain()
        look()
      }
      // Keeps the descriptor open for as long as the source may use it.
      source.setCancelHandler { _ = notifications }
      source.activate()
      self.source = Mutex(source)
      queue.async(execute: look)
    }

    deinit {
      source.withLock { $0.cancel() }
    }
  }
#else
  /// No source of status is known for this platform.
  final class PathSource: Sendable {
    init?(onStatus: @escaping @Sendable (NetworkStatus) -> Void) {
      return nil
    }
  }
#endif
