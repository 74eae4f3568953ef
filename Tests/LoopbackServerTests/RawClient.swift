import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A TCP connection to 127.0.0.1 that says exactly what a test wants. Receives on a thread of its own, for 900 s at most.
final class RawClient: Sendable {
  struct ConnectionRefused: Error {}

  private let descriptor: Int32

  init(port: UInt16) throws {
    #if canImport(Darwin) || canImport(Musl)
      descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #else
      descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #endif
    #if canImport(Darwin)
      var isOn: Int32 = 1
      setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &isOn, socklen_t(MemoryLayout<Int32>.size))
    #endif
    var limit = timeval(tv_sec: 900, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
    }
    if result != 0 { throw ConnectionRefused() }
  }

  deinit { close(descriptor) }

  func send(_ text: String) {
    send(Array(text.utf8))
  }

  func send(_ bytes: [UInt8]) {
    #if canImport(Darwin)
      let flags: Int32 = 0
    #else
      let flags = Int32(MSG_NOSIGNAL)
    #endif
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { sendto(descriptor, $0.baseAddress, $0.count, flags, nil, 0) }
      if count <= 0 { return }
      rest = rest.dropFirst(count)
    }
  }

  /// Ends the connection in both directions.
  func leave() {
    shutdown(descriptor, Int32(SHUT_RDWR))
  }

  /// Makes the end of this object abort the connection, whatever is under way.
  func abortWhenReleased() {
    var lingering = linger(l_onoff: 1, l_linger: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &lingering, socklen_t(MemoryLayout<linger>.size))
  }

  /// What arrives up to the given end, or up to the orderly end of the connection; a failure is written behind it.
  func received(upTo end: String? = nil) async -> String {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { [self] in
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: end == nil ? 65_536 : 1)
        while end.map({ !bytes.reversed().starts(with: $0.utf8.reversed()) }) ?? true {
          let count = recv(descriptor, &buffer, buffer.count, 0)
          if count < 0 { bytes += Array("(receiving failed, errno \(errno))".utf8) }
          if count <= 0 { break }
          bytes += buffer[..<count]
        }
        continuation.resume(returning: String(decoding: bytes, as: UTF8.self))
      }
    }
  }
}
