/// What the `Cache-Control` of a response says about sharing (RFC 9111, 5.2.2).
package struct CacheControl: Hashable, Sendable {
  /// `private`, with or without field names.
  package var isPrivate = false
  package var forbidsStoring = false
  /// `public`, `must-revalidate` or a valid `s-maxage`: a response to a request with `Authorization` may be shared (3.5).
  package var allowsSharingDespiteAuthorization = false

  package init() {}

  /// `nil` for what is no list of directives. Directives that are not asked for here are skipped.
  package init?(_ value: some StringProtocol) {
    var rest = Array(value.utf8)[...]
    while true {
      rest.skip { $0.isBlank || $0 == UInt8(ascii: ",") }
      if rest.isEmpty { return }
      guard let name = rest.takeToken() else { return nil }
      var argument: ArraySlice<UInt8>?
      if rest.first == UInt8(ascii: "=") {
        rest.removeFirst()
        argument = rest.first == UInt8(ascii: "\"") ? rest.takeQuotedString() : rest.takeToken()
        if argument == nil { return nil }
      }
      rest.skip(while: \.isBlank)
      guard rest.isEmpty || rest.first == UInt8(ascii: ",") else { return nil }
      add(String(decoding: name.lazy.map(\.lowercased), as: UTF8.self), argument)
    }
  }

  private mutating func add(_ name: String, _ argument: ArraySlice<UInt8>?) {
    switch name {
    case "private": isPrivate = true
    case "no-store": forbidsStoring = true
    case "public", "must-revalidate": allowsSharingDespiteAuthorization = true
    case "s-maxage":
      if let argument, !argument.isEmpty, argument.allSatisfy(\.isDigit) { allowsSharingDespiteAuthorization = true }
    default: break
    }
  }
}

extension ArraySlice<UInt8> {
  fileprivate mutating func skip(while condition: (UInt8) -> Bool) {
    self = drop(while: condition)
  }

  /// Takes a token from the front; `nil` where there is none.
  fileprivate mutating func takeToken() -> ArraySlice<UInt8>? {
    let token = prefix(while: \.isTokenCharacter)
    removeFirst(token.count)
    return token.isEmpty ? nil : token
  }

  /// Takes a quoted string, and returns what it stands for; `nil` where it does not end.
  fileprivate mutating func takeQuotedString() -> ArraySlice<UInt8>? {
    var text: ArraySlice<UInt8> = []
    removeFirst()
    while let byte = popFirst() {
      switch byte {
      case UInt8(ascii: "\""): return text
      case UInt8(ascii: "\\"):
        guard let escaped = popFirst() else { return nil }
        text.append(escaped)
      default: text.append(byte)
      }
    }
    return nil
  }
}
