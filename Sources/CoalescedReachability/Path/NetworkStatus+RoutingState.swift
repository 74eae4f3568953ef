#if os(Linux)
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  extension NetworkStatus {
    init(_ state: RoutingState) {
      guard let link = state.wayOut else {
        self = .unsatisfied
        return
      }
      self = .satisfied(NetworkInterface(of: link, deviceDescription: NetworkInterface.deviceDescription(of: link.name)))
    }
  }

  extension NetworkInterface {
    /// The kind of a link from what the kernel says of its device (`DEVTYPE`, which plain Ethernet does not have).
    package init(of link: RoutingState.Link, deviceDescription: String) {
      let deviceType = deviceDescription.split(separator: "\n").first { $0.hasPrefix("DEVTYPE=") }
      switch deviceType?.dropFirst("DEVTYPE=".count) {
      case "wlan": self = .wifi
      case "wwan": self = .cellular
      case nil where link.isEthernet: self = .wiredEthernet
      default: self = .other
      }
    }

    /// The device's `uevent` file; empty when there is none, as in a namespace that does not see its own devices.
    fileprivate static func deviceDescription(of name: String) -> String {
      let descriptor = open("/sys/class/net/\(name)/uevent", O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { return "" }
      defer { close(descriptor) }
      var buffer = [UInt8](repeating: 0, count: 4_096)
      let count = read(descriptor, &buffer, buffer.count)
      return String(decoding: buffer.prefix(max(count, 0)), as: UTF8.self)
    }
  }
#endif
