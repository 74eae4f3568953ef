import Foundation

/// The normal form of a URL by another way: `URLComponents` takes it apart, and strings are split and joined.
enum ReferenceURL {
  static func normalize(_ text: String) -> String? {
    guard let components = URLComponents(string: text, encodingInvalidCharacters: false),
      let scheme = components.scheme?.lowercased(), let host = components.percentEncodedHost, !host.isEmpty,
      (0...65_535).contains(components.port ?? 0)
    else { return nil }
    var normal = scheme + "://"
    if let user = components.percentEncodedUser {
      normal += user + (components.percentEncodedPassword.map { ":" + $0 } ?? "") + "@"
    }
    normal += unescape(host) { $0.lowercased() }
    if let port = components.port, [scheme, String(port)] != ["http", "80"], [scheme, String(port)] != ["https", "443"] {
      normal += ":" + String(port)
    }
    normal += path(components.percentEncodedPath)
    if let query = components.percentEncodedQuery {
      let fields = unescape(query).split(separator: "&", omittingEmptySubsequences: false)
      let names = fields.map { $0.prefix { $0 != "=" }.utf8.map(\.self) }
      let order = fields.indices.sorted {
        names[$0] == names[$1] ? $0 < $1 : names[$0].lexicographicallyPrecedes(names[$1])
      }
      normal += "?" + order.map { fields[$0] }.joined(separator: "&")
    }
    return normal
  }

  static func path(_ path: String) -> String {
    var kept: [String] = []
    var endsResolved = false
    for segment in path.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map(String.init) {
      let decoded = unescape(segment)
      let isDots = [".", ".."].contains(decoded)
      let followsDots = kept.last.map { [".", ".."].contains(unescape($0)) } ?? false
      endsResolved = segment == "." || (segment == ".." && !followsDots)
      if !endsResolved {
        kept.append(isDots ? segment.uppercased() : decoded)
      } else if segment == ".." {
        _ = kept.popLast()
      }
    }
    // What was resolved at the end leaves the slash in front of it.
    if endsResolved { kept.append("") }
    return "/" + kept.joined(separator: "/")
  }

  private static func unescape(_ text: String, others: (String) -> String = { $0 }) -> String {
    var pieces = text.split(separator: "%", omittingEmptySubsequences: false).map(String.init)
    for index in pieces.indices.dropFirst() {
      let digits = pieces[index].prefix(2)
      let character = UInt8(digits, radix: 16).map { Character(UnicodeScalar($0)) } ?? "\0"
      let isUnreserved = character.isASCII && (character.isLetter || character.isNumber || "-._~".contains(character))
      pieces[index] = (isUnreserved ? others(String(character)) : "%" + digits.uppercased()) + others(String(pieces[index].dropFirst(2)))
    }
    if let first = pieces.first { pieces[0] = others(first) }
    return pieces.joined()
  }
}
