import CoalescedHTTP

extension RequestKey {
  typealias Line = (name: String, value: String)

  /// The key of a request of which only some parts matter to a test.
  static func make(
    _ url: String = "http://example.com/x",
    method: String = "GET",
    headers: [Line] = [],
    hasBody: Bool = false,
    identity: RequestIdentity = .anonymous,
    by builder: RequestKeyBuilder = RequestKeyBuilder()
  ) throws(RequestKeyRefusal) -> RequestKey {
    try builder.key(method: method, url: url, headers: headers, hasBody: hasBody, identity: identity)
  }
}
