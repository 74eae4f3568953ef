/// Decides which requests are the same, and makes their keys.
///
/// Build the key from the final request, after everything that adapts it has run. When in doubt two requests are different:
/// a key too fine costs a request, one too coarse gives somebody the wrong data.
///
/// - URLs are compared in the normal form of RFC 3986 (6.2.2, 6.2.3), without the fragment: the case of scheme, host and
///   hex digits, default ports, plain dot segments, and escapes of unreserved characters make no difference.
/// - Names of header fields have no case; values are compared byte for byte after outer white space is gone; lines of one name
///   keep their order. A field that is absent differs from one that is empty.
/// - Always in the key, whatever ``headers`` says: the credential headers, `Host`, `Range`, `Cache-Control`, `Pragma` and
///   the conditional fields (`If-*`).
/// - Refused, and so sent alone: any method but `GET` and `HEAD`, any body, a field that overrides the method, a URL that does
///   not parse, and ``RequestIdentity/credentials`` where no credential header has a value.
///
/// Source: RFC 3986 for URLs, RFC 9110 for fields and methods, RFC 9111 for what a cache may not overlook.
public struct RequestKeyBuilder: Sendable {
  /// Which header fields count, by their names without regard to case.
  public enum Headers: Sendable {
    /// These and those that always count: for users who know what their server varies on.
    case only(Set<String>)
    /// All but these.
    case allExcept(Set<String>)
  }

  /// Whether the order of a query's fields is meaning.
  public enum QueryOrder: Sendable {
    /// It is not, except among fields of one name.
    case sortedByName
    /// It is.
    case asWritten
  }

  /// Fields that are different in every request and never change a response: the trace and request IDs of W3C Trace Context,
  /// Zipkin (B3), Jaeger, AWS, Google Cloud, Datadog, Elastic, New Relic and Sentry, and those of common use.
  public static let perRequestHeaders: Set<String> = [
    "traceparent", "tracestate", "baggage",
    "x-request-id", "request-id", "x-correlation-id", "correlation-id", "x-trace-id",
    "b3", "x-b3-traceid", "x-b3-spanid", "x-b3-parentspanid", "x-b3-sampled", "x-b3-flags",
    "uber-trace-id", "x-amzn-trace-id", "x-cloud-trace-context",
    "x-datadog-trace-id", "x-datadog-parent-id", "x-datadog-sampling-priority", "x-datadog-tags",
    "elastic-apm-traceparent", "newrelic", "sentry-trace",
  ]

  static let standardCredentialHeaders: Set<String> = ["authorization", "proxy-authorization", "cookie"]

  private static let standardRules = HeaderRules(
    headers: .allExcept(perRequestHeaders),
    credentialHeaders: standardCredentialHeaders
  )

  /// Which header fields count. All but ``perRequestHeaders`` unless set: an unknown one keeps requests apart.
  public var headers: Headers {
    didSet { rules = HeaderRules(headers: headers, credentialHeaders: credentialHeaders) }
  }

  /// The header fields that say who asks, by their names without regard to case: `Authorization`, `Proxy-Authorization` and
  /// `Cookie`, which stay credentials also when they are taken away here, and what you add (`X-API-Key`, …).
  public var credentialHeaders: Set<String> {
    didSet { rules = HeaderRules(headers: headers, credentialHeaders: credentialHeaders) }
  }

  /// The order of a query's fields. ``QueryOrder/sortedByName`` unless set.
  public var queryOrder: QueryOrder

  private(set) var rules: HeaderRules

  /// The default rules.
  public init() {
    headers = .allExcept(Self.perRequestHeaders)
    credentialHeaders = Self.standardCredentialHeaders
    queryOrder = .sortedByName
    rules = Self.standardRules
  }

  /// The key of a request of any HTTP client.
  ///
  /// Reads nothing but its arguments: O(n) in their text, O(n log n) in the number of fields.
  ///
  /// - Parameters:
  ///   - method: As it is sent: methods have case, and `get` is refused.
  ///   - url: The absolute URL.
  ///   - headers: Every line that is sent, in order.
  ///   - hasBody: Whether anything follows the header.
  ///   - identity: On whose behalf the request is sent.
  /// - Throws: Why the request gets no key.
  public func key(
    method: String,
    url: String,
    headers: some Sequence<(name: String, value: String)>,
    hasBody: Bool,
    identity: RequestIdentity
  ) throws(RequestKeyRefusal) -> RequestKey {
    guard let method = RequestParts.Method(rawValue: method) else { throw .method(method) }
    if hasBody { throw .body }
    let fields = try fields(of: headers)
    return try key(method: method, url: url, fields: fields, sessionFields: Fields(), identity: identity, settings: nil)
  }
}

extension RequestKeyBuilder {
  /// The fields of a request that count, in the order of a key, and whether one of them says who asks.
  struct Fields {
    var counting: [HeaderField] = []
    var nameSomebody = false
  }

  func fields(of lines: some Sequence<(name: String, value: String)>) throws(RequestKeyRefusal) -> Fields {
    var fields = Fields()
    for line in lines {
      let name = ExactString.fieldName(line.name)
      let role = rules.role(of: name)
      if role == .overridesMethod { throw .methodOverride }
      if role == .ignored { continue }
      let value = ExactString.trimmed(line.value)
      if role == .credential, !value.string.isEmpty { fields.nameSomebody = true }
      fields.counting.append(HeaderField(name: name, value: value))
    }
    // The library's sort is stable: lines of one name keep their order.
    fields.counting.sort { $0.name < $1.name }
    return fields
  }

  func key(
    method: RequestParts.Method,
    url: String,
    fields: Fields,
    sessionFields: Fields,
    identity: RequestIdentity,
    settings: RequestSettings?
  ) throws(RequestKeyRefusal) -> RequestKey {
    guard let normalized = NormalizedURL(url, queryOrder: queryOrder) else { throw .url(url) }
    if identity == .credentials, !fields.nameSomebody, !sessionFields.nameSomebody { throw .identity }
    return RequestKey(
      RequestParts(
        method: method,
        url: normalized,
        identity: identity,
        fields: fields.counting,
        sessionFields: sessionFields.counting,
        settings: settings
      )
    )
  }
}
