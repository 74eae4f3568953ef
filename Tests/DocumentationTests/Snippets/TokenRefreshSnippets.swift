import Coalesced
import CoalescedHTTP
import CoalescedTesting
import Foundation
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

// snippet: token store
actor TokenStore {
  private(set) var current: String
  private let refresh: @Sendable () async throws -> String

  init(_ token: String, refresh: @escaping @Sendable () async throws -> String) {
    self.current = token
    self.refresh = refresh
  }

  func replacement(for rejected: String) async throws -> String {
    guard current == rejected else { return current }
    current = try await refresh()
    return current
  }
}
// end

@Suite struct TokenRefreshSnippets {
  @Sendable private func authorized(_ request: URLRequest, _ token: String) -> URLRequest {
    var request = request
    request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
    return request
  }

  @Test func expiredTokenIsRefreshedOnceForEveryRequest() async throws {
    let refreshes = SuspendedOperation<String>()
    let tokens = TokenStore("old", refresh: refreshes.function)
    let http = HTTPCoalescer(transport: { request in
      let isFresh = request.value(forHTTPHeaderField: "Authorization") == "Bearer new"
      let url = try #require(request.url)
      let response = HTTPURLResponse(url: url, statusCode: isFresh ? 200 : 401, httpVersion: "HTTP/1.1", headerFields: nil)
      return (Data(url.path.utf8), try #require(response))
    })
    // snippet: token refresh
    var policy = FlightPolicy()
    policy.abandonment = .finish
    let replacement = coalesced(tokens.replacement, policy: policy)

    @Sendable func load(_ request: URLRequest) async throws -> Data {
      let token = await tokens.current
      let (data, response) = try await http.data(for: authorized(request, token), identity: .credentials)
      guard response.statusCode == 401 else { return data }
      let fresh = try await replacement(token)
      return try await http.data(for: authorized(request, fresh), identity: .credentials).0
    }
    // end
    let calls = (1...10).map { number in
      Task { try await load(URLRequest(url: try #require(URL(string: "http://example.com/\(number)")))) }
    }
    try await refreshes.nextInvocation().succeed(with: "new")
    for (index, call) in calls.enumerated() { #expect(try await call.value == Data("/\(index + 1)".utf8)) }
    #expect(refreshes.invocationCount == 1)
  }
}
