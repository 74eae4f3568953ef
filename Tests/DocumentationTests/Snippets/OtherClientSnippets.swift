import Coalesced
import CoalescedHTTP
import Testing

/// Some HTTP client.
struct Client: Sendable {
  struct Response: Hashable, Sendable {
    let body: String
  }

  func execute(_ method: String, _ url: String, _ headers: [(name: String, value: String)]) async throws -> Response {
    Response(body: "\(method) \(url)")
  }
}

// snippet: other clients
struct SharedClient: Sendable {
  let client: Client
  let keys = RequestKeyBuilder()
  let flights = Coalescer<RequestKey, Client.Response>()

  func get(_ url: String, headers: [(name: String, value: String)]) async throws -> Client.Response {
    let operation = { @Sendable in try await client.execute("GET", url, headers) }
    guard
      let key = try? keys.key(method: "GET", url: url, headers: headers, hasBody: false, identity: .anonymous)
    else { return try await operation() }
    return try await flights.value(for: key, operation: operation)
  }
}
// end

@Suite struct OtherClientSnippets {
  @Test func keyIsMadeOfPlainStrings() async throws {
    let client = SharedClient(client: Client())
    #expect(try await client.get("http://example.com/", headers: []).body == "GET http://example.com/")
    #expect(try await client.get("no URL", headers: []).body == "GET no URL")
    #expect(client.flights.statistics.started == 1)
  }
}
