#if canImport(FoundationNetworking)
  import FoundationEssentials
  import FoundationNetworking
#else
  import Foundation
#endif

extension RequestKeyBuilder {
  /// The key of a `URLRequest`, from its URL, method and header fields, its cache policy, its time-out, its service type, and
  /// whether it may use cookies and cellular, expensive or constrained networks.
  ///
  /// What a session adds when it sends the request is not in it. O(n) in the request's text.
  ///
  /// - Parameters:
  ///   - request: The final request, after everything that adapts it has run.
  ///   - identity: On whose behalf it is sent.
  /// - Throws: Why the request gets no key.
  public func key(for request: URLRequest, identity: RequestIdentity) throws(RequestKeyRefusal) -> RequestKey {
    try key(for: request, identity: identity, sessionLines: EmptyCollection())
  }

  /// As ``key(for:identity:)``, with the lines that the session adds on the wire: its cookies for that URL and its additional
  /// headers, in an order that does not change from call to call.
  ///
  /// They count by the same rules, and are kept apart from the request's own.
  package func key(
    for request: URLRequest,
    identity: RequestIdentity,
    sessionLines: some Sequence<(name: String, value: String)>
  ) throws(RequestKeyRefusal) -> RequestKey {
    let name = request.httpMethod ?? "GET"
    guard let method = RequestParts.Method(rawValue: name) else { throw .method(name) }
    if request.httpBody != nil || request.httpBodyStream != nil { throw .body }

    let lines = request.allHTTPHeaderFields ?? [:]
    var fields = try fields(of: lines.lazy.map { (name: $0.key, value: $0.value) })
    if zip(fields.counting, fields.counting.dropFirst()).contains(where: { $0.name == $1.name }) {
      // Two spellings of one name come in no order.
      let ordered = lines.sorted { ExactString($0.key) < ExactString($1.key) }
      fields = try self.fields(of: ordered.lazy.map { (name: $0.key, value: $0.value) })
    }
    let sessionFields = try self.fields(of: sessionLines)
    return try key(
      method: method,
      url: request.url?.absoluteString ?? "",
      fields: fields,
      sessionFields: sessionFields,
      identity: identity,
      settings: RequestSettings(request)
    )
  }
}
