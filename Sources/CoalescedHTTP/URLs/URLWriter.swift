/// Writes the normal form of a URL, part by part.
struct URLWriter {
  private(set) var output: [UInt8] = []

  init(_ bytes: Span<UInt8>, _ layout: URLLayout, sortingQuery: Bool) {
    output.reserveCapacity(layout.end + 1)
    for index in layout.scheme { output.append(bytes[index].lowercased) }
    output.append(contentsOf: "://".utf8)
    if let userInfo = layout.userInfo {
      for index in userInfo { output.append(bytes[index]) }
      output.append(UInt8(ascii: "@"))
    }
    let hostStart = output.count
    writeUnescaping(bytes, in: layout.host)
    lowercaseHost(from: hostStart)
    if let port = layout.port {
      output.append(UInt8(ascii: ":"))
      output.append(contentsOf: String(port).utf8)
    }
    writePath(bytes, in: layout.path)
    if let query = layout.query {
      output.append(UInt8(ascii: "?"))
      let queryStart = output.count
      writeUnescaping(bytes, in: query)
      if sortingQuery, !QueryField.areSorted(output.span, in: queryStart..<output.count) {
        let sorted = QueryField.sorted(Array(output[queryStart...]))
        output.replaceSubrange(queryStart..., with: sorted)
      }
    }
  }

  /// Escapes of unreserved bytes become those bytes, the other escapes get upper-case digits.
  private mutating func writeUnescaping(_ bytes: Span<UInt8>, in range: Range<Int>) {
    var index = range.lowerBound
    while index < range.upperBound {
      guard bytes[index] == UInt8(ascii: "%"), let high = bytes[index + 1].hexValue, let low = bytes[index + 2].hexValue else {
        output.append(bytes[index])
        index += 1
        continue
      }
      let byte = high << 4 | low
      if byte.isUnreserved {
        output.append(byte)
      } else {
        output.append(UInt8(ascii: "%"))
        output.append(bytes[index + 1].uppercasedHexDigit)
        output.append(bytes[index + 2].uppercasedHexDigit)
      }
      index += 3
    }
  }

  /// A host has no case, but the digits of its escapes are in upper case.
  private mutating func lowercaseHost(from start: Int) {
    var index = start
    while index < output.count {
      if output[index] == UInt8(ascii: "%") {
        index += 3
      } else {
        output[index] = output[index].lowercased
        index += 1
      }
    }
  }
}

extension URLWriter {
  /// A segment of a path that is `.` or `..`, or would be when unescaped.
  private enum Dots {
    case one, two, escaped
  }

  /// Writes a path without its dot segments (RFC 3986, 5.2.4), as far as they are written as plain dots.
  ///
  /// `%2E` and `%2E%2E` stay escaped, since servers disagree about them, and for the same reason a `..` takes away no such
  /// segment: both stay.
  private mutating func writePath(_ bytes: Span<UInt8>, in path: Range<Int>) {
    let pathStart = output.count
    var start = path.lowerBound + 1
    while start <= path.upperBound {
      var end = start
      while end < path.upperBound, bytes[end] != UInt8(ascii: "/") { end += 1 }
      let isLast = end == path.upperBound
      switch Self.dots(bytes, in: start..<end) {
      case .one:
        if isLast { output.append(UInt8(ascii: "/")) }
      case .two:
        if !removeLastSegment(downTo: pathStart) {
          output.append(contentsOf: "/..".utf8)
        } else if isLast {
          output.append(UInt8(ascii: "/"))
        }
      case .escaped:
        output.append(UInt8(ascii: "/"))
        for index in start..<end {
          // Of dots and escapes only the digits of an escape have case.
          output.append(bytes[index] == UInt8(ascii: "e") ? UInt8(ascii: "E") : bytes[index])
        }
      case nil:
        output.append(UInt8(ascii: "/"))
        writeUnescaping(bytes, in: start..<end)
      }
      start = end + 1
    }
    if output.count == pathStart { output.append(UInt8(ascii: "/")) }
  }

  private static func dots(_ bytes: Span<UInt8>, in segment: Range<Int>) -> Dots? {
    guard (1...6).contains(segment.count) else { return nil }
    var dots = 0
    var isEscaped = false
    var index = segment.lowerBound
    while index < segment.upperBound {
      if bytes[index] == UInt8(ascii: "%"), bytes[index + 1] == UInt8(ascii: "2"), bytes[index + 2] | 0x20 == UInt8(ascii: "e") {
        isEscaped = true
        index += 3
      } else if bytes[index] == UInt8(ascii: ".") {
        index += 1
      } else {
        return nil
      }
      dots += 1
    }
    guard dots <= 2 else { return nil }
    return isEscaped ? .escaped : dots == 1 ? .one : .two
  }

  /// Takes the last segment of the path away, at the root nothing; `false` where that segment is dots which stay.
  private mutating func removeLastSegment(downTo pathStart: Int) -> Bool {
    guard let slash = output[pathStart...].lastIndex(of: UInt8(ascii: "/")) else { return true }
    guard Self.dots(output.span, in: (slash + 1)..<output.count) == nil else { return false }
    output.removeSubrange(slash...)
    return true
  }
}
