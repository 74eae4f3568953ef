/// Turns the bytes of a connection into requests (RFC 9112).
struct RequestParser {
  enum Outcome {
    case incomplete
    /// What arrived is no request that this server takes; nothing after it can be understood.
    case rejected(status: Int)
    case complete(LoopbackRequest)
  }

  private struct Rejection: Error {
    let status: Int
  }

  private static let headLimit = 16_384
  private static let bodyLimit = 1_048_576

  private var buffer: [UInt8] = []

  /// Whether the client sent more than two of the largest requests without waiting for a response.
  var isOverfull: Bool { buffer.count > 2 * (Self.headLimit + Self.bodyLimit) }

  mutating func append(_ bytes: [UInt8]) {
    buffer += bytes
  }

  /// Takes the next request out of the buffer.
  mutating func next() -> Outcome {
    do throws(Rejection) {
      guard let (lines, end) = try headLines(), let requestLine = lines.first else { return .incomplete }
      let target = try Self.target(ofRequestLine: requestLine)
      let headers = try Self.headers(lines.dropFirst())
      if target.version == "HTTP/1.1", headers["host"] == nil { throw Rejection(status: 400) }
      let bodyEnd = end + (try Self.bodyLength(headers))
      guard bodyEnd <= buffer.count else { return .incomplete }
      let connection = headers["connection"]?.lowercased()
      let request = LoopbackRequest(
        method: target.method,
        path: target.path,
        query: target.query,
        headers: headers,
        body: Array(buffer[end..<bodyEnd]),
        keepsConnection: target.version == "HTTP/1.1" ? connection != "close" : connection == "keep-alive"
      )
      buffer.removeFirst(bodyEnd)
      return .complete(request)
    } catch {
      return .rejected(status: error.status)
    }
  }

  /// The lines up to the empty one, and where the body begins; nil while the empty line has not arrived.
  private func headLines() throws(Rejection) -> (lines: [ArraySlice<UInt8>], end: Int)? {
    var lines: [ArraySlice<UInt8>] = []
    var start = 0
    for (index, byte) in buffer.enumerated() {
      if index >= Self.headLimit { throw Rejection(status: 431) }
      guard byte == UInt8(ascii: "\n") else {
        // Something else than HTTP, such as a TLS handshake, may never send a line break.
        if lines.isEmpty, byte != UInt8(ascii: "\r"), !Self.isText(byte) { throw Rejection(status: 400) }
        continue
      }
      guard index > start, buffer[index - 1] == UInt8(ascii: "\r") else { throw Rejection(status: 400) }
      let line = buffer[start..<index - 1]
      start = index + 1
      if !line.isEmpty {
        lines.append(line)
      } else if !lines.isEmpty {
        return (lines, start)
      }
    }
    return nil
  }

  private static func target(
    ofRequestLine line: ArraySlice<UInt8>
  ) throws(Rejection) -> (method: String, path: String, query: String?, version: String) {
    let parts = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
    guard parts.count == 3, isToken(parts[0]), parts[1].first == UInt8(ascii: "/"), parts[1].allSatisfy({ 0x21...0x7E ~= $0 }) else {
      throw Rejection(status: 400)
    }
    let version = text(parts[2])
    guard version == "HTTP/1.1" || version == "HTTP/1.0" else { throw Rejection(status: 400) }
    let target = parts[1].split(separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
    return (text(parts[0]), text(target[0]), target.count > 1 ? text(target[1]) : nil, version)
  }

  private static func headers(_ lines: ArraySlice<ArraySlice<UInt8>>) throws(Rejection) -> [String: String] {
    var headers: [String: String] = [:]
    for line in lines {
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")), isToken(line[..<colon]), line[colon...].allSatisfy(isText) else {
        throw Rejection(status: 400)
      }
      let name = text(line[..<colon]).lowercased()
      let isBlank = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
      let start = line[(colon + 1)...].drop(while: isBlank)
      let value = text(start[..<(start.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? start.startIndex)])
      headers[name] = headers[name].map { "\($0), \(value)" } ?? value
    }
    return headers
  }

  private static func bodyLength(_ headers: [String: String]) throws(Rejection) -> Int {
    if headers["transfer-encoding"] != nil { throw Rejection(status: 411) }
    guard let value = headers["content-length"] else { return 0 }
    guard !value.isEmpty, value.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) else { throw Rejection(status: 400) }
    guard let length = Int(value), length <= bodyLimit else { throw Rejection(status: 413) }
    return length
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes, as: UTF8.self)
  }

  private static func isText(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte != 0x7F || byte == UInt8(ascii: "\t")
  }

  private static func isToken(_ bytes: ArraySlice<UInt8>) -> Bool {
    !bytes.isEmpty
      && bytes.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"): true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
      }
  }
}
