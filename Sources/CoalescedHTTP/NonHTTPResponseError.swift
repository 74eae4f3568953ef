/// The transport answered with a response that is no `HTTPURLResponse`, as for a `file:` or `data:` URL.
public struct NonHTTPResponseError: Error, Hashable, Sendable, CustomStringConvertible {
  public init() {}

  public var description: String { "NonHTTPResponseError: the transport answered with a response that is not HTTP" }
}
