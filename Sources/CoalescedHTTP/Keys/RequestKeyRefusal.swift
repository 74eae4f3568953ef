/// Why a request gets no key: it is sent alone, and never merged with another.
///
/// The method and the URL are there to be read; printed, dumped or reflected, they are redacted, since a URL can carry secrets.
public enum RequestKeyRefusal: Error, Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Neither `GET` nor `HEAD`, in capitals.
  case method(String)
  /// The request has a body, if only an empty one.
  case body
  /// No absolute URL with a host, by RFC 3986; or one longer than 64 KiB. Empty for a request without a URL.
  case url(String)
  /// ``RequestIdentity/credentials`` for a request without a credential header.
  case identity
  /// A header field, such as `X-HTTP-Method-Override`, asks the server to take another method.
  case methodOverride

  public var description: String {
    switch self {
    case .method: "method(<redacted>): neither GET nor HEAD"
    case .body: "body: a request with a body is never shared"
    case .url: "url(<redacted>): not an absolute URL with a host"
    case .identity: "identity: no credential header says who asks"
    case .methodOverride: "methodOverride: a header field asks for another method"
    }
  }

  public var debugDescription: String { description }

  public var customMirror: Mirror { Mirror(self, children: [], displayStyle: .enum) }
}
