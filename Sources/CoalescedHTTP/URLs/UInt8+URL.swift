/// The classes of bytes that RFC 3986 and RFC 9110 know.
extension UInt8 {
  var isUppercaseLetter: Bool { self &- UInt8(ascii: "A") < 26 }

  var isLetter: Bool { (self | 0x20) &- UInt8(ascii: "a") < 26 }

  var isDigit: Bool { self &- UInt8(ascii: "0") < 10 }

  var isBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }

  /// Controls, space and DEL: in no part of a URL.
  var isControlOrSpace: Bool { self <= 0x20 || self == 0x7F }

  var isUnreserved: Bool {
    if isLetter || isDigit { return true }
    switch self {
    case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"): return true
    default: return false
    }
  }

  var isSubDelimiter: Bool {
    switch self {
    case UInt8(ascii: "!"), UInt8(ascii: "$"), UInt8(ascii: "&")...UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "="): return true
    default: return false
    }
  }

  /// In the name of a header field or of a directive (RFC 9110, 5.6.2).
  var isTokenCharacter: Bool {
    if isLetter || isDigit { return true }
    switch self {
    case UInt8(ascii: "!"), UInt8(ascii: "#")...UInt8(ascii: "'"), UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "-"),
      UInt8(ascii: "."), UInt8(ascii: "^")...UInt8(ascii: "`"), UInt8(ascii: "|"), UInt8(ascii: "~"):
      return true
    default: return false
    }
  }

  /// `/`, `?` or `#`: the end of an authority.
  var endsAuthority: Bool { self == UInt8(ascii: "/") || endsPath }

  /// `?` or `#`: the end of a path.
  var endsPath: Bool { self == UInt8(ascii: "?") || self == UInt8(ascii: "#") }

  var hexValue: UInt8? {
    if isDigit { return self &- UInt8(ascii: "0") }
    let letter = (self | 0x20) &- UInt8(ascii: "a")
    return letter < 6 ? letter &+ 10 : nil
  }

  var lowercased: UInt8 { isUppercaseLetter ? self | 0x20 : self }

  /// A hex digit as an escape writes it in a normal URL.
  var uppercasedHexDigit: UInt8 { isDigit ? self : self & 0xDF }
}
