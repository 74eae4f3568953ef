/// What may stand between the brackets of a host, by RFC 3986 (3.2.2): an IPv6 address, or an address of a version to come.
///
/// Zone identifiers (RFC 6874) are in no grammar of RFC 3986 and name an interface of one machine: not valid here.
enum IPLiteral {
  static func isValid(_ bytes: Span<UInt8>, in range: Range<Int>) -> Bool {
    guard let first = range.first else { return false }
    return bytes[first].lowercased == UInt8(ascii: "v") ? isFuture(bytes, in: range.dropFirst()) : isIPv6(bytes, in: range)
  }

  /// Hex digits, a dot, then at least one unreserved byte, sub-delimiter or colon.
  private static func isFuture(_ bytes: Span<UInt8>, in range: Range<Int>) -> Bool {
    guard let dot = range.first(where: { bytes[$0].hexValue == nil }), bytes[dot] == UInt8(ascii: ".") else { return false }
    let address = (dot + 1)..<range.upperBound
    return dot > range.lowerBound && !address.isEmpty
      && address.allSatisfy { bytes[$0].isUnreserved || bytes[$0].isSubDelimiter || bytes[$0] == UInt8(ascii: ":") }
  }

  private static func isIPv6(_ bytes: Span<UInt8>, in range: Range<Int>) -> Bool {
    let colon = UInt8(ascii: ":")
    var index = range.lowerBound
    var groups = 0
    var isCompressed = false
    if bytes[index] == colon {
      guard range.count >= 2, bytes[index + 1] == colon else { return false }
      isCompressed = true
      index += 2
    }
    while index < range.upperBound {
      let start = index
      while index < range.upperBound, bytes[index].hexValue != nil { index += 1 }
      if index < range.upperBound, bytes[index] == UInt8(ascii: ".") {
        guard isIPv4(bytes, in: start..<range.upperBound) else { return false }
        groups += 2
        break
      }
      guard (1...4).contains(index - start) else { return false }
      groups += 1
      guard index < range.upperBound else { break }
      guard bytes[index] == colon, index + 1 < range.upperBound else { return false }
      index += 1
      if bytes[index] == colon {
        guard !isCompressed else { return false }
        isCompressed = true
        index += 1
      }
    }
    return isCompressed ? groups <= 7 : groups == 8
  }

  private static func isIPv4(_ bytes: Span<UInt8>, in range: Range<Int>) -> Bool {
    var octets = 1
    var digits = 0
    var value = 0
    for index in range {
      if bytes[index] == UInt8(ascii: ".") {
        guard digits > 0 else { return false }
        octets += 1
        digits = 0
        value = 0
        continue
      }
      guard bytes[index].isDigit, digits == 0 || value > 0 else { return false }
      digits += 1
      value = value * 10 + Int(bytes[index] - UInt8(ascii: "0"))
      guard value <= 255 else { return false }
    }
    return octets == 4 && digits > 0
  }
}
