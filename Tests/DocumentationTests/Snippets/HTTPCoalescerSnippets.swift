import Coalesced
import CoalescedHTTP
import CoalescedTesting
import Foundation
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Answers with the request's path, and with what it authorizes.
@Sendable private func send(_ request: URLRequest) async throws -> (Data, URLResponse) {
  let authorization = request.value(forHTTPHeaderField: "Authorization")
  return try answer("\(request.url?.path ?? "") \(authorization ?? "nobody")", to: request)
}

private func answer(_ body: String, status: Int = 200, to request: URLRequest) throws -> (Data, URLResponse) {
  let url = try #require(request.url)
  return (Data(body.utf8), try #require(HTTPURLResponse(url: url, statusCode: status, httpVersion: "HTTP/1.1", headerFields: nil)))
}

private func request(_ path: String = "/x") throws -> URLRequest {
  URLRequest(url: try #require(URL(string: "http://example.com" + path)))
}

/// Answers every request of a session without a network.
private final class OfflineProtocol: URLProtocol {
  override class func canInit(with request: URLRequest) -> Bool { true }
  override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

  override func startLoading() {
    guard let (data, response) = try? answer("offline", to: request) else { return }
    client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
    client?.urlProtocol(self, didLoad: data)
    client?.urlProtocolDidFinishLoading(self)
  }

  override func stopLoading() {}
}

@Suite struct HTTPCoalescerSnippets {
  private let userID = "7"

  @Test func sharedSessionSendsWhatIsCoalesced() async throws {
    // Nobody listens there.
    var unanswered = URLRequest(url: try #require(URL(string: "http://127.0.0.1:1/")))
    unanswered.setValue("Bearer a", forHTTPHeaderField: "Authorization")
    let request = unanswered
    await #expect(throws: URLError.self) {
      // snippet: http in the read-me
      let http = HTTPCoalescer(session: .shared)
      let (data, response) = try await http.data(for: request, identity: .account(userID))
      // end
      Issue.record("\(response.statusCode), \(data.count) bytes")
    }
  }

  @Test func coalescerStandsInFrontOfASession() async throws {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.protocolClasses = [OfflineProtocol.self]
    let session = URLSession(configuration: configuration)
    let request = try request()
    // snippet: http coalescer
    let http = HTTPCoalescer(session: session)
    let (data, response) = try await http.data(for: request, identity: .account(userID))
    // end
    #expect(data == Data("offline".utf8))
    #expect(response.statusCode == 200)
  }

  @Test func retryStandsInsideTheFlight() async throws {
    let sent = SuspendedOperation<URLRequest, (Data, URLResponse)>()
    let send = sent.function
    // snippet: retry inside the flight
    let http = HTTPCoalescer(transport: { request in
      let answer = try await send(request)
      guard (answer.1 as? HTTPURLResponse)?.statusCode == 503 else { return answer }
      return try await send(request)
    })
    // end
    let request = try request()
    let call = Task { try await http.data(for: request, identity: .anonymous).0 }
    try await sent.nextInvocation().succeed(with: try answer("busy", status: 503, to: request))
    try await sent.nextInvocation().succeed(with: try answer("ready", to: request))
    #expect(try await call.value == Data("ready".utf8))
  }

  @Test func keysAreToldWhatTheServerCaresAbout() async throws {
    // snippet: key rules
    var keys = RequestKeyBuilder()
    keys.queryOrder = .asWritten
    keys.credentialHeaders.insert("X-API-Key")
    let http = HTTPCoalescer(transport: send, keys: keys)
    // end
    #expect(try await http.data(for: try request("/k"), identity: .anonymous).0 == Data("/k nobody".utf8))
    #expect(try keys.key(for: request("/?a=1&b=2"), identity: .anonymous) != keys.key(for: request("/?b=2&a=1"), identity: .anonymous))
  }

  @Test func logoutCancelsTheGroup() async throws {
    let sent = SuspendedOperation<URLRequest, (Data, URLResponse)>()
    let send = sent.function
    let request = try request()
    // snippet: logout
    let signedIn = FlightGroup(label: "signed in")
    let http = HTTPCoalescer(transport: send, in: signedIn)

    // At logout:
    signedIn.cancelAll()
    // end
    let call = Task { try await http.data(for: request, identity: .anonymous).0 }
    _ = try await sent.nextInvocation()
    #expect(signedIn.cancelAll() == 1)
    await #expect(throws: FlightCancelledError()) { try await call.value }
  }

  @Test func refreshAsksForTheNextFlight() async throws {
    let http = HTTPCoalescer(transport: send)
    let request = try request("/feed")
    // snippet: pull to refresh
    let (data, _) = try await http.data(for: request, identity: .account(userID), joining: .next)
    // end
    #expect(data == Data("/feed nobody".utf8))
  }

  @Test func requestsPerOriginAreLimited() async throws {
    let nextPage = try request("/page/2")
    // snippet: prefetching
    var policy = FlightPolicy()
    policy.concurrencyLimit = 6
    let http = HTTPCoalescer(transport: send, policy: policy)

    let prefetch = Task(priority: .background) {
      try await http.data(for: nextPage, identity: .account(userID))
    }
    // end
    #expect(try await prefetch.value.0 == Data("/page/2 nobody".utf8))
  }

  @Test func cellCancelsItsCallByID() async throws {
    let sent = SuspendedOperation<URLRequest, (Data, URLResponse)>()
    let http = HTTPCoalescer(transport: sent.function)
    let request = try request()
    // snippet: cancel by id
    let id = RequestID()
    let image = Task { try await http.data(for: request, identity: .anonymous, id: id) }

    // When the cell is reused:
    http.cancel(id)
    // end
    // Here the cell may be reused before its call has begun.
    _ = try await sent.nextInvocation()
    http.cancel(id)
    await #expect(throws: CancellationError.self) { try await image.value }
  }

  @Test func serverSharesWhatASharedCacheMightStore() async throws {
    // snippet: shared server
    let http = HTTPCoalescer(transport: send, sharing: .sharedServer)
    // end
    #expect(try await http.data(for: try request("/s"), identity: .anonymous).1.statusCode == 200)
  }
}
