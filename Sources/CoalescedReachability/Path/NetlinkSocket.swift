#if os(Linux)
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif
  import Synchronization

  /// A socket to the kernel's routing tables, closed when it is released.
  package final class NetlinkSocket: Sendable {
    enum Request: UInt16 {
      case links = 18
      case routes = 26

      /// `ifinfomsg` and `rtmsg`, left zero: every family.
      var payloadLength: Int { self == .links ? 16 : 12 }
    }

    let descriptor: Int32
    private let requests = Atomic<UInt32>(0)

    /// A socket that is told of changes and does not block, or one for requests; `nil` when the system refuses it.
    package init?(notifications: Bool) {
      // Links, and the addresses and routes of IPv4 and IPv6.
      let groups: UInt32 = notifications ? 0x1 | 0x10 | 0x40 | 0x100 | 0x400 : 0
      // The flags of `open` are those of `socket` on Linux; the C libraries give the latter different types.
      let raw: Int32 = 3
      descriptor = socket(AF_NETLINK, raw | O_CLOEXEC | (notifications ? O_NONBLOCK : 0), 0)
      guard descriptor >= 0 else { return nil }
      // `sockaddr_nl`, which the C library's module does not have: family, padding, port (the kernel chooses), groups.
      let address = UInt16(AF_NETLINK).bytes + UInt16(0).bytes + UInt32(0).bytes + groups.bytes
      let result = address.withUnsafeBytes { bytes in
        bytes.withMemoryRebound(to: sockaddr.self) { bind(descriptor, $0.baseAddress, socklen_t(bytes.count)) }
      }
      guard result == 0 else { return nil }
    }

    deinit {
      if descriptor >= 0 { close(descriptor) }
    }

    /// Reads and drops what has come. An overrun is dropped like the rest: it says that there was more.
    func drain() {
      var buffer = [UInt8](repeating: 0, count: 65_536)
      while recv(descriptor, &buffer, buffer.count, 0) > 0 || errno == ENOBUFS || errno == EINTR {}
    }

    /// Asks for everything of a kind; `nil` when the kernel does not answer.
    func dump(_ request: Request) -> [NetlinkMessage]? {
      let sequence = requests.add(1, ordering: .relaxed).newValue
      let length = NetlinkMessage.headerLength + request.payloadLength
      // A request, for the whole table.
      let flags: UInt16 = 0x1 | 0x300
      let message = UInt32(length).bytes + request.rawValue.bytes + flags.bytes + sequence.bytes
      let padding = [UInt8](repeating: 0, count: length - message.count)
      guard send(descriptor, message + padding, length, 0) == length else { return nil }
      var answers: [NetlinkMessage] = []
      var buffer = [UInt8](repeating: 0, count: 65_536)
      while true {
        let count = recv(descriptor, &buffer, buffer.count, 0)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return nil }
        // What is left of a request that was given up has another number.
        for answer in NetlinkMessage.parse(buffer.prefix(count)) where answer.sequence == sequence {
          switch answer.type {
          case NetlinkMessage.done: return answers
          case NetlinkMessage.error: return nil
          default: answers.append(answer)
          }
        }
      }
    }
  }

  extension FixedWidthInteger {
    /// In the byte order of the machine.
    fileprivate var bytes: [UInt8] { withUnsafeBytes(of: self, Array.init) }
  }
#endif
