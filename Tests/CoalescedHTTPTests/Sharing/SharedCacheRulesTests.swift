import CoalescedHTTP
import Foundation
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Which responses may go to several callers of a server, with the default keys unless the case says which headers count.
@Suite struct SharedCacheRulesTests {
  struct Case: CustomTestStringConvertible, Sendable {
    var request: [String: String] = [:]
    var url = "http://example.com/x"
    var only: Set<String>?
    var response: [String: String] = [:]
    let isShared: Bool

    var testDescription: String { "\(url) \(request) only \(only?.sorted() ?? ["-"]): \(response)" }
  }

  private static let cases = [
    Case(isShared: true),
    Case(response: ["Cache-Control": "max-age=60"], isShared: true),
    Case(response: ["Cache-Control": "no-cache"], isShared: true),
    Case(response: ["Cache-Control": "private"], isShared: false),
    Case(response: ["Cache-Control": "private=\"x-user\""], isShared: false),
    Case(response: ["cache-control": "max-age=1, NO-STORE"], isShared: false),
    Case(response: ["Cache-Control": "public=\""], isShared: false),
    Case(response: ["Cache-Control": "public, private"], isShared: false),
    Case(response: ["Set-Cookie": "a=b"], isShared: false),
    Case(response: ["set-cookie": "a=b", "Cache-Control": "public"], isShared: false),
    Case(response: ["Vary": "*"], isShared: false),
    Case(response: ["Vary": "Accept, *"], isShared: false),
    Case(response: ["Vary": "Accept, , X-Anything"], isShared: true),
    Case(response: ["Vary": "Accept Language"], isShared: false),
    // Not in the key: such a header is different in every request.
    Case(response: ["Vary": "Traceparent"], isShared: false),
    Case(only: [], response: ["Vary": "Accept-Language"], isShared: false),
    Case(only: ["Accept"], response: ["Vary": "accept"], isShared: true),
    Case(only: ["Accept"], response: ["Vary": "accept, Accept-Language"], isShared: false),
    // In every key.
    Case(only: [], response: ["Vary": "Authorization, Cookie, Range, If-None-Match"], isShared: true),
    Case(request: ["Authorization": "Bearer a"], isShared: false),
    Case(request: ["authorization": "Bearer a"], response: ["Cache-Control": "max-age=60"], isShared: false),
    Case(request: ["Authorization": "Bearer a"], response: ["Cache-Control": "public"], isShared: true),
    Case(request: ["Authorization": "Bearer a"], response: ["Cache-Control": "s-maxage=60"], isShared: true),
    Case(request: ["Authorization": "Bearer a"], response: ["Cache-Control": "s-maxage"], isShared: false),
    Case(request: ["Authorization": "Bearer a"], response: ["Cache-Control": "must-revalidate"], isShared: true),
    Case(request: ["Authorization": "Bearer a"], response: ["Cache-Control": "public, private"], isShared: false),
    Case(url: "http://me:pw@example.com/x", isShared: false),
    Case(url: "http://me@example.com/x", response: ["Cache-Control": "public"], isShared: true),
    Case(url: "http://example.com/me@home?a@b", isShared: true),
    Case(request: ["Cookie": "a=b"], isShared: true),
  ]

  @Test(arguments: cases)
  func responseIsSharedWhereASharedCacheMightStoreIt(_ example: Case) throws {
    var keys = RequestKeyBuilder()
    if let only = example.only { keys.headers = .only(only) }
    let request = try URLRequest.make(example.url, headers: example.request)
    let key = try keys.key(for: request, identity: .anonymous)
    let response = try httpResponse(url: try #require(request.url), headers: example.response)
    #expect(SharedCacheRules(keys).allowSharing(response, of: key.parts) == example.isShared)
  }

  @Test func authorizationThatTheSessionAddsCounts() throws {
    let keys = RequestKeyBuilder()
    let request = try URLRequest.make()
    let key = try keys.key(for: request, identity: .anonymous, sessionLines: [(name: "Authorization", value: "Bearer a")])
    let response = try httpResponse(url: try #require(request.url))
    #expect(!SharedCacheRules(keys).allowSharing(response, of: key.parts))
  }
}
