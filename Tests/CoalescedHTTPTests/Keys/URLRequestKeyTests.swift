import CoalescedHTTP
import Foundation
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite struct URLRequestKeyTests {
  private func request(_ url: String = "http://example.com/x?b=2&a=1", adapt: (inout URLRequest) -> Void = { _ in }) throws -> URLRequest {
    var request = URLRequest(url: try #require(URL(string: url)))
    adapt(&request)
    return request
  }

  private func key(_ request: URLRequest, session: [RequestKey.Line] = [], identity: RequestIdentity = .anonymous) throws -> RequestKey {
    try RequestKeyBuilder().key(for: request, identity: identity, sessionLines: session)
  }

  @Test func equalRequestsHaveEqualKeys() throws {
    let left = try request { $0.setValue("a", forHTTPHeaderField: "accept") }
    let right = try request("HTTP://EXAMPLE.com:80/x?a=1&b=2#top") { $0.setValue("a", forHTTPHeaderField: "ACCEPT") }
    #expect(try key(left) == key(right))
    #expect(try key(left).hashValue == key(right).hashValue)
  }

  static let changes: [@Sendable (inout URLRequest) -> Void] = [
    { $0.cachePolicy = .reloadIgnoringLocalCacheData },
    { $0.cachePolicy = .returnCacheDataElseLoad },
    { $0.allowsCellularAccess = false },
    { $0.httpShouldHandleCookies = false },
    { $0.timeoutInterval = 5 },
    { $0.timeoutInterval = .infinity },
    { $0.networkServiceType = .background },
    { $0.mainDocumentURL = $0.url },
    { $0.httpMethod = "HEAD" },
    { $0.setValue("bytes=0-1", forHTTPHeaderField: "Range") },
    { $0.setValue("bytes=2-3", forHTTPHeaderField: "Range") },
    { $0.setValue("\"v1\"", forHTTPHeaderField: "If-None-Match") },
    { $0.setValue("\"v2\"", forHTTPHeaderField: "If-None-Match") },
    { $0.setValue("no-cache", forHTTPHeaderField: "Cache-Control") },
    { $0.setValue("Bearer a", forHTTPHeaderField: "Authorization") },
    { $0.setValue("Bearer b", forHTTPHeaderField: "Authorization") },
    { $0.setValue("", forHTTPHeaderField: "Accept-Language") },
    { $0.url = URL(string: "http://user:pw@example.com/x?b=2&a=1") },
  ]

  @Test func whatChangesTheResponseCounts() throws {
    let plain = try key(request())
    let changed = try Self.changes.map { try key(request(adapt: $0)) }
    #expect(Set([plain] + changed).count == Self.changes.count + 1)
    #expect(try Self.changes.map { try key(request(adapt: $0)) } == changed)
  }

  @Test func aTimeoutThatIsNotANumberIsEqualToItself() throws {
    let request = try request { $0.timeoutInterval = .nan }
    #expect(try key(request) == key(request))
  }

  @Test func theKeyIsOfTheRequestAsItIsNow() throws {
    var request = try request()
    let before = try key(request)
    request.setValue("Bearer a", forHTTPHeaderField: "Authorization")
    #expect(try key(request) != before)
  }

  @Test func twoSpellingsOfOneNameComeInNoOrder() throws {
    let left = try request { $0.allHTTPHeaderFields = ["X-One": "1", "x-one": "2", "X-ONE": "3", "Accept": "a"] }
    for _ in 0..<20 {
      let right = try request { $0.allHTTPHeaderFields = ["Accept": "a", "x-one": "2", "X-ONE": "3", "X-One": "1"] }
      #expect(try key(left) == key(right))
    }
    let swapped = try request { $0.allHTTPHeaderFields = ["X-One": "2", "x-one": "1", "X-ONE": "3", "Accept": "a"] }
    #expect(try key(left) != key(swapped))
  }

  @Test func anAdapterThatWritesGetInSmallLettersHasSentGET() throws {
    #expect(try key(request { $0.httpMethod = "get" }) == key(request()))
  }

  @Test(arguments: ["POST", "PUT", "DELETE", "PATCH"]) func otherMethodsAreRefused(_ method: String) throws {
    let request = try request { $0.httpMethod = method }
    #expect(throws: RequestKeyRefusal.method(method)) { try key(request) }
  }

  @Test func bodiesAreRefused() throws {
    for body in [Data(), Data([1])] {
      let request = try request { $0.httpBody = body }
      #expect(throws: RequestKeyRefusal.body) { try key(request) }
    }
    let request = try request { $0.httpBodyStream = InputStream(data: Data([1])) }
    #expect(throws: RequestKeyRefusal.body) { try key(request) }
  }

  @Test func aRequestWithoutAURLIsRefused() throws {
    let request = try request { $0.url = nil }
    #expect(throws: RequestKeyRefusal.url("")) { try key(request) }
  }

  @Test func aFileURLIsRefused() throws {
    #expect(throws: RequestKeyRefusal.url("file:///etc/hosts")) { try key(request("file:///etc/hosts")) }
  }

  @Test func aRelativeURLIsResolvedFirst() throws {
    let base = try #require(URL(string: "http://example.com/a/"))
    let relative = try request { $0.url = URL(string: "../x?b=2&a=1", relativeTo: base) }
    #expect(try key(relative) == key(request()))
  }

  @Test func whatTheSessionAddsCounts() throws {
    let request = try request { $0.setValue("a=1", forHTTPHeaderField: "Cookie") }
    let keys = [
      try key(request),
      try key(request, session: [("Cookie", "id=1")]),
      try key(request, session: [("cookie", "id=2")]),
      try key(request, session: [("Cookie", "id=1"), ("User-Agent", "t")]),
      try key(request, session: [("Cookie", "a=1")]),
    ]
    #expect(Set(keys).count == keys.count)
    #expect(try key(request, session: [("Traceparent", "1")]) == keys[0])
    #expect(throws: RequestKeyRefusal.methodOverride) { try key(request, session: [("X-HTTP-Method-Override", "PUT")]) }
  }

  @Test func aSessionsCookieSaysWhoAsks() throws {
    #expect(throws: RequestKeyRefusal.identity) { try key(request(), identity: .credentials) }
    let one = try key(request(), session: [("Cookie", "id=1")], identity: .credentials)
    let other = try key(request(), session: [("Cookie", "id=2")], identity: .credentials)
    #expect(one != other)
  }
}
