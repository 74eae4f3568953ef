#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A socket that never blocks and never raises SIGPIPE; closed when the last reference goes.
final class Descriptor: Sendable {
  enum Received {
    case bytes([UInt8])
    case nothingYet
    case end
  }

  let number: Int32
  let closed = LoopbackGate()

  private init(_ number: Int32) {
    self.number = number
    _ = fcntl(number, F_SETFL, O_NONBLOCK)
    _ = fcntl(number, F_SETFD, FD_CLOEXEC)
    #if canImport(Darwin)
      var isOn: Int32 = 1
      setsockopt(number, SOL_SOCKET, SO_NOSIGPIPE, &isOn, socklen_t(MemoryLayout<Int32>.size))
    #endif
  }

  deinit {
    close(number)
    closed.open()
  }

  /// A listening socket on 127.0.0.1, and the port that the system chose for it.
  static func listeningOnLoopback() throws -> (Descriptor, port: UInt16) {
    #if canImport(Darwin) || canImport(Musl)
      let stream = SOCK_STREAM
    #else
      let stream = Int32(SOCK_STREAM.rawValue)
    #endif
    let descriptor = Descriptor(try checked("socket", socket(AF_INET, stream, 0)))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    try withUnsafeMutablePointer(to: &address) { pointer in
      try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        try checked("bind", bind(descriptor.number, address, length))
        try checked("listen", listen(descriptor.number, SOMAXCONN))
        try checked("getsockname", getsockname(descriptor.number, address, &length))
      }
    }
    return (descriptor, UInt16(bigEndian: address.sin_port))
  }

  @discardableResult
  private static func checked(_ call: String, _ result: Int32) throws -> Int32 {
    if result < 0 { throw SocketError(call: call, code: errno) }
    return result
  }

  /// A connection that waits to be accepted, if there is one.
  func acceptedConnection() -> Descriptor? {
    let accepted = accept(number, nil, nil)
    return accepted < 0 ? nil : Descriptor(accepted)
  }

  /// What has arrived, 64 KiB at most.
  func receive() -> Received {
    var count = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, initialized in
      count = recv(number, buffer.baseAddress, buffer.count, 0)
      initialized = max(count, 0)
    }
    if count > 0 { return .bytes(bytes) }
    return count < 0 && Self.isTransient(errno) ? .nothingYet : .end
  }

  /// How many of the bytes the system took, or nil when the connection is broken.
  func send(_ bytes: ArraySlice<UInt8>) -> Int? {
    #if canImport(Darwin)
      let flags: Int32 = 0
    #else
      let flags = Int32(MSG_NOSIGNAL)
    #endif
    let count = bytes.withUnsafeBytes { sendto(number, $0.baseAddress, $0.count, flags, nil, 0) }
    if count >= 0 { return count }
    return Self.isTransient(errno) ? 0 : nil
  }

  /// Tells the peer that nothing more will come.
  func endSending() {
    shutdown(number, Int32(SHUT_WR))
  }

  /// Tells the peer that the connection is over, before the descriptor is closed.
  func endBoth() {
    shutdown(number, Int32(SHUT_RDWR))
  }

  private static func isTransient(_ code: Int32) -> Bool {
    code == EAGAIN || code == EWOULDBLOCK || code == EINTR
  }
}
