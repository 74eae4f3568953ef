/// Where the parts of an absolute URL with a host lie in its bytes, by RFC 3986's grammar for the scheme, the authority and
/// percent escapes; a path or a query may hold any other byte but controls, space and DEL.
struct URLLayout {
  var scheme: Range<Int>
  /// What stands before the `@`, if there is one.
  var userInfo: Range<Int>?
  /// With the brackets of an IP literal.
  var host: Range<Int>
  /// `nil` without one, and where it is empty or the scheme's default.
  var port: Int?
  var path: Range<Int>
  /// What stands after the `?`, if there is one.
  var query: Range<Int>?
  /// The bytes up to the fragment are their own normal form, the order of the query's fields aside.
  var isNormal = true

  /// `nil` for bytes that are no such URL. O(n).
  init?(_ bytes: Span<UInt8>) {
    guard let scheme = URLLayout.scheme(bytes) else { return nil }
    self.scheme = scheme
    let authorityStart = scheme.upperBound + 3
    guard authorityStart <= bytes.count, bytes[authorityStart - 2] == UInt8(ascii: "/"), bytes[authorityStart - 1] == UInt8(ascii: "/")
    else { return nil }

    var authorityEnd = authorityStart
    var at: Int?
    while authorityEnd < bytes.count, !bytes[authorityEnd].endsAuthority {
      if bytes[authorityEnd] == UInt8(ascii: "@") { at = authorityEnd }
      authorityEnd += 1
    }
    self.userInfo = at.map { authorityStart..<$0 }
    let hostStart = at.map { $0 + 1 } ?? authorityStart
    guard let hostEnd = URLLayout.endOfHost(bytes, in: hostStart..<authorityEnd) else { return nil }
    self.host = hostStart..<hostEnd

    var pathEnd = authorityEnd
    while pathEnd < bytes.count, !bytes[pathEnd].endsPath { pathEnd += 1 }
    self.path = authorityEnd..<pathEnd
    var end = pathEnd
    if pathEnd < bytes.count, bytes[pathEnd] == UInt8(ascii: "?") {
      while end < bytes.count, bytes[end] != UInt8(ascii: "#") { end += 1 }
      self.query = (pathEnd + 1)..<end
    }

    for index in scheme where bytes[index].isUppercaseLetter { isNormal = false }
    guard checkUserInfo(bytes), checkHost(bytes), checkPort(bytes, in: hostEnd..<authorityEnd), checkPath(bytes) else { return nil }
    if let query, !checkEscapes(bytes, in: query, where: { !$0.isControlOrSpace }) { return nil }
    // The fragment is never sent, but a URL that is none with it is none.
    let wasNormal = isNormal
    guard checkEscapes(bytes, in: end..<bytes.count, where: { !$0.isControlOrSpace }) else { return nil }
    isNormal = wasNormal
  }

  /// The end of the part that is sent: all but the fragment.
  var end: Int { query?.upperBound ?? path.upperBound }

  private static func scheme(_ bytes: Span<UInt8>) -> Range<Int>? {
    guard bytes.count > 0, bytes[0].isLetter else { return nil }
    for index in 1..<bytes.count {
      switch bytes[index] {
      case UInt8(ascii: ":"): return 0..<index
      case UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."): continue
      case let byte where byte.isLetter || byte.isDigit: continue
      default: return nil
      }
    }
    return nil
  }

  private static func endOfHost(_ bytes: Span<UInt8>, in authority: Range<Int>) -> Int? {
    var index = authority.lowerBound
    if index < authority.upperBound, bytes[index] == UInt8(ascii: "[") {
      while index < authority.upperBound, bytes[index] != UInt8(ascii: "]") { index += 1 }
      guard index < authority.upperBound else { return nil }
      index += 1
      guard index == authority.upperBound || bytes[index] == UInt8(ascii: ":") else { return nil }
    } else {
      while index < authority.upperBound, bytes[index] != UInt8(ascii: ":") { index += 1 }
    }
    return index > authority.lowerBound ? index : nil
  }
}

extension URLLayout {
  /// User info is a credential: it is checked, and never changed.
  private mutating func checkUserInfo(_ bytes: Span<UInt8>) -> Bool {
    guard let userInfo else { return true }
    let wasNormal = isNormal
    defer { isNormal = wasNormal }
    return checkEscapes(bytes, in: userInfo) { $0.isUnreserved || $0.isSubDelimiter || $0 == UInt8(ascii: ":") }
  }

  private mutating func checkHost(_ bytes: Span<UInt8>) -> Bool {
    for index in host where bytes[index].isUppercaseLetter { isNormal = false }
    guard bytes[host.lowerBound] == UInt8(ascii: "[") else {
      return checkEscapes(bytes, in: host) { $0.isUnreserved || $0.isSubDelimiter }
    }
    return IPLiteral.isValid(bytes, in: (host.lowerBound + 1)..<(host.upperBound - 1))
  }

  /// `rest` is what follows the host: nothing, or a colon and digits.
  private mutating func checkPort(_ bytes: Span<UInt8>, in rest: Range<Int>) -> Bool {
    guard !rest.isEmpty else { return true }
    let digits = rest.dropFirst()
    var value = 0
    for index in digits {
      guard bytes[index].isDigit else { return false }
      value = value * 10 + Int(bytes[index] - UInt8(ascii: "0"))
      guard value <= 65_535 else { return false }
    }
    guard !digits.isEmpty, value != defaultPort(bytes) else {
      isNormal = false
      return true
    }
    if digits.count > 1, bytes[digits.lowerBound] == UInt8(ascii: "0") { isNormal = false }
    port = value
    return true
  }

  private func defaultPort(_ bytes: Span<UInt8>) -> Int? {
    let http: StaticString = "https"
    guard scheme.count == 4 || scheme.count == 5 else { return nil }
    for index in scheme where bytes[index].lowercased != http.utf8Start[index] { return nil }
    return scheme.count == 4 ? 80 : 443
  }

  private mutating func checkPath(_ bytes: Span<UInt8>) -> Bool {
    if path.isEmpty { isNormal = false }
    for index in path where bytes[index] == UInt8(ascii: ".") && bytes[index - 1] == UInt8(ascii: "/") {
      // Perhaps a dot segment, perhaps only a name that begins with a dot: the long way tells.
      isNormal = false
    }
    return checkEscapes(bytes, in: path) { !$0.isControlOrSpace }
  }

  /// Whether a range holds nothing but escapes of two hex digits and bytes that are allowed; it is not normal where an escape
  /// has lower-case digits or stands for an unreserved byte.
  private mutating func checkEscapes(_ bytes: Span<UInt8>, in range: Range<Int>, where allowed: (UInt8) -> Bool) -> Bool {
    var index = range.lowerBound
    while index < range.upperBound {
      let byte = bytes[index]
      guard byte == UInt8(ascii: "%") else {
        guard allowed(byte) else { return false }
        index += 1
        continue
      }
      guard index + 2 < range.upperBound, let high = bytes[index + 1].hexValue, let low = bytes[index + 2].hexValue else { return false }
      let isUppercase = bytes[index + 1].uppercasedHexDigit == bytes[index + 1] && bytes[index + 2].uppercasedHexDigit == bytes[index + 2]
      if !isUppercase || (high << 4 | low).isUnreserved { isNormal = false }
      index += 3
    }
    return true
  }
}
