#if canImport(FoundationNetworking)
  import FoundationEssentials
  import FoundationNetworking
#else
  import Foundation
#endif

/// What a session adds to a request on the wire, as far as its configuration tells.
struct SessionLines: Sendable {
  typealias Line = (name: String, value: String)

  private let additionalHeaders: [Line]
  /// `nil` for a session that sends no cookies.
  private let cookies: HTTPCookieStorage?

  /// A session's configuration never changes; its cookies do.
  init(_ configuration: URLSessionConfiguration) {
    additionalHeaders = (configuration.httpAdditionalHeaders ?? [:])
      .map { (name: "\($0.key)", value: "\($0.value)") }
      .sorted { (ExactString($0.name), ExactString($0.value)) < (ExactString($1.name), ExactString($1.value)) }
    cookies = configuration.httpShouldSetCookies ? configuration.httpCookieStorage : nil
  }

  /// The additional headers, and the cookies there are now for the request's URL, in an order that does not depend on the store's.
  ///
  /// The cookies are there also for a request that asks for none: not every platform's session heeds that.
  func lines(for request: URLRequest) -> [Line] {
    guard let cookies, let url = request.url, let present = cookies.cookies(for: url), !present.isEmpty else { return additionalHeaders }
    // No two cookies of a store agree in name, path and domain.
    return additionalHeaders
      + present
      .map { (identity: [ExactString($0.name), ExactString($0.path), ExactString($0.domain)], cookie: $0) }
      .sorted { $0.identity.lexicographicallyPrecedes($1.identity) }
      .map { (name: "Cookie", value: "\($0.cookie.name)=\($0.cookie.value)") }
  }
}
