/// Which responses may go to several callers.
public enum ResponseSharing: Hashable, Sendable {
  /// All of them: the callers are parts of one program that acts for the identity in the key.
  case privateClient
  /// Those that RFC 9111 lets a shared cache store: for servers whose callers act for different people.
  ///
  /// A response goes to one caller only, the one that led or, if it left, one other, where it
  /// - has `Cache-Control: private` or `no-store`, with or without an argument, or a `Cache-Control` that does not parse;
  /// - sets a cookie;
  /// - has `Vary: *`, or a `Vary` that names a header field outside the key, as ``RequestKeyBuilder/Headers/only(_:)`` permits;
  /// - answers a request with `Authorization`, or with user info in its URL, and has neither `public`, `s-maxage` nor
  ///   `must-revalidate`.
  ///
  /// The other callers then send their own requests, in parallel, and for the next 60 seconds so does every call with that key: at
  /// once and alone. At most 1,024 keys are remembered, the oldest is dropped first. Such a response enters no `reuseWindow`.
  ///
  /// Source: RFC 9111, sections 3, 3.5, 4.1 and 5.2.2; RFC 6265 for cookies.
  case sharedServer
}
