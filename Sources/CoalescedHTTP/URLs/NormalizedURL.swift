/// A URL in the one spelling that all its equal spellings share (RFC 3986, 6.2.2 and 6.2.3), without its fragment.
///
/// Made anew from its own text it is the same. The text is unambiguous: two that are equal have equal parts.
package struct NormalizedURL: Hashable, Sendable {
  /// The longest text that is parsed, in bytes.
  package static let maximumLength = 65_536

  package let text: ExactString

  /// `nil` for what is no absolute URL with a host, or longer than ``maximumLength``.
  ///
  /// O(n), and without an allocation where the text already is its normal form; a query that must be sorted costs O(n log n).
  package init?(_ text: String, queryOrder: RequestKeyBuilder.QueryOrder) {
    guard text.utf8.count <= NormalizedURL.maximumLength else { return nil }
    var text = text
    let outcome = text.withUTF8 { NormalizedURL.normalize($0.span, queryOrder: queryOrder) }
    switch outcome {
    case .refused: return nil
    case .unchanged: self.text = ExactString(text)
    case .rewritten(let normal): self.text = ExactString(normal)
    }
  }

  private enum Outcome {
    case refused, unchanged
    case rewritten(String)
  }

  private static func normalize(_ bytes: Span<UInt8>, queryOrder: RequestKeyBuilder.QueryOrder) -> Outcome {
    guard let layout = URLLayout(bytes) else { return .refused }
    let sorts = queryOrder == .sortedByName
    if layout.isNormal, layout.end == bytes.count {
      guard sorts, let query = layout.query, !QueryField.areSorted(bytes, in: query) else { return .unchanged }
    }
    return .rewritten(String(decoding: URLWriter(bytes, layout, sortingQuery: sorts).output, as: UTF8.self))
  }
}

extension NormalizedURL {
  /// The scheme, and the authority that ends before the path's slash.
  private var schemeAndAuthority: (scheme: Substring.UTF8View, authority: Substring.UTF8View) {
    let bytes = text.string.utf8
    // A normal URL has a scheme, `://` and a path.
    let colon = bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.endIndex
    let authority = bytes[colon...].dropFirst(3)
    return (bytes[..<colon], authority.prefix { !$0.endsAuthority })
  }

  /// Scheme, host and port, without user info. O(n).
  package var origin: ExactString {
    let (scheme, authority) = schemeAndAuthority
    let hostAndPort = authority.lastIndex(of: UInt8(ascii: "@")).map { authority[$0...].dropFirst() } ?? authority
    return ExactString("\(Substring(scheme))://\(Substring(hostAndPort))")
  }

  var hasUserInfo: Bool { schemeAndAuthority.authority.contains(UInt8(ascii: "@")) }
}
