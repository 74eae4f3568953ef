import Coalesced
import CoalescedHTTP
import CoalescedTesting
import Foundation
import LoopbackServer
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A `URLSession` and a server on this machine: what the server sees.
@Suite struct LoopbackTests {
  private let gate = LoopbackGate()
  private let probe = FlightProbe(patience: .ample)

  /// A server whose `/x` answers with the number of the request when the gate is open.
  private func server() async throws -> LoopbackServer {
    let server = try await LoopbackServer.start()
    await server.route("/x") { [gate] request in
      await gate.wait()
      return LoopbackResponse(body: "answer \(request.number)")
    }
    return server
  }

  private func session(_ change: (URLSessionConfiguration) -> Void = { _ in }) -> URLSession {
    let configuration = URLSessionConfiguration.ephemeral
    // A server that a test holds back answers when the test has its turn, beside the stress tests.
    configuration.timeoutIntervalForRequest = 300
    change(configuration)
    return URLSession(configuration: configuration)
  }

  @Test func callersOfOneRequestAreOneRequestToTheServer() async throws {
    let server = try await server()
    let http = HTTPCoalescer(session: session(), in: probe.group)
    let request = URLRequest(url: server.url("/x"))
    let callers = (1...20).map { _ in http.fetch(request) }
    try await probe.waiting(20)
    gate.open()
    for caller in callers { #expect(try await caller.value == "answer 1") }
    #expect(await server.requests(to: "/x").count == 1)
    #expect(try await http.fetch(request).value == "answer 2")
    await server.stop()
  }

  @Test func connectionClosesWhenAllCallersHaveLeft() async throws {
    let server = try await server()
    let http = HTTPCoalescer(session: session(), in: probe.group)
    let request = URLRequest(url: server.url("/x"))
    let callers = (1...3).map { _ in http.fetch(request) }
    try await probe.waiting(3)
    try await server.request(to: "/x")
    for caller in callers.dropLast() {
      caller.cancel()
      await #expect(throws: CancellationError.self) { try await caller.value }
    }
    #expect(await server.disconnectCount(from: "/x") == 0)
    callers[2].cancel()
    await #expect(throws: CancellationError.self) { try await callers[2].value }
    try await server.disconnect(from: "/x")
    await server.stop()
  }

  @Test func callerThatStaysKeepsTheConnection() async throws {
    let server = try await server()
    let http = HTTPCoalescer(session: session(), in: probe.group)
    let request = URLRequest(url: server.url("/x"))
    let callers = (1...3).map { _ in http.fetch(request) }
    try await probe.waiting(3)
    try await server.request(to: "/x")
    for caller in callers.dropLast() {
      caller.cancel()
      await #expect(throws: CancellationError.self) { try await caller.value }
    }
    gate.open()
    #expect(try await callers[2].value == "answer 1")
    #expect(await server.disconnectCount(from: "/x") == 0)
    await server.stop()
  }

  @Test(arguments: ["GET", "POST"], [true, false])
  func cancelledCallClosesItsConnection(method: String, byID: Bool) async throws {
    let server = try await server()
    let http = HTTPCoalescer(session: session())
    let id = RequestID()
    var request = URLRequest(url: server.url("/x"))
    request.httpMethod = method
    let call = http.fetch(request, id: byID ? id : nil)
    try await server.request(to: "/x")
    if byID { #expect(http.cancel(id)) } else { call.cancel() }
    await #expect(throws: CancellationError.self) { try await call.value }
    try await server.disconnect(from: "/x")
    await server.stop()
  }

  @Test(arguments: ["GET", "POST"])
  func cancellationByTheSessionsOwnerIsPassedOn(method: String) async throws {
    let server = try await server()
    let session = session()
    let http = HTTPCoalescer(session: session)
    var request = URLRequest(url: server.url("/x"))
    request.httpMethod = method
    let call = http.fetch(request)
    try await server.request(to: "/x")
    session.invalidateAndCancel()
    let error = await #expect(throws: URLError.self) { try await call.value }
    #expect(error?.code == .cancelled)
    await server.stop()
  }

  /// Every call has the same `URLRequest`: what the session makes of it by then decides. So a call made after a login joins no
  /// request sent before it.
  @Test("40: the key is made of the request that is sent, with the session's headers and the cookies it has by then")
  func keyIsMadeOfTheRequestThatIsSent() async throws {
    let server = try await server()
    let session = session { $0.httpAdditionalHeaders = ["Authorization": "Bearer a"] }
    let http = HTTPCoalescer(session: session, in: probe.group)
    let request = URLRequest(url: server.url("/x"))
    // No login, a login and a call more, another login: of each only the first call is sent.
    var calls: [Call] = []
    for (login, sent) in [(nil, 1), ("1", 2), ("1", 2), ("2", 3)] {
      if let login {
        let properties: [HTTPCookiePropertyKey: Any] = [.name: "session", .value: login, .domain: "127.0.0.1", .path: "/"]
        try #require(session.configuration.httpCookieStorage).setCookie(try #require(HTTPCookie(properties: properties)))
      }
      calls.append(http.fetch(request, identity: .credentials))
      try await probe.waiting(calls.count)
      try await server.request(sent, to: "/x")
    }
    gate.open()
    var bodies: [String] = []
    for call in calls { bodies.append(try await call.value) }
    #expect(bodies == ["answer 1", "answer 2", "answer 2", "answer 3"])
    #expect(await server.requests(to: "/x").map { $0.header("Cookie") } == [nil, "session=1", "session=2"])
    #expect(await server.requests(to: "/x").map { $0.header("Authorization") } == ["Bearer a", "Bearer a", "Bearer a"])
    await server.stop()
  }

  @Test func credentialOfTheSessionSaysWhoAsks() async throws {
    let server = try await server()
    let session = session { $0.httpAdditionalHeaders = ["Authorization": "Bearer a"] }
    let http = HTTPCoalescer(session: session, in: probe.group)
    let request = URLRequest(url: server.url("/x"))
    let callers = (1...2).map { _ in http.fetch(request, identity: .credentials) }
    try await probe.waiting(2)
    gate.open()
    for caller in callers { #expect(try await caller.value == "answer 1") }
    #expect(await server.requests(to: "/x").map { $0.header("Authorization") } == ["Bearer a"])
    await server.stop()
  }

  /// The exercise of the field, with a real transport.
  @Test func retryInsideTheFlightMakesTwoRequestsForTwentyCallers() async throws {
    let server = try await LoopbackServer.start()
    await server.route("/x") { [gate] request in
      await gate.wait()
      return request.number == 1 ? LoopbackResponse(status: 503) : LoopbackResponse(body: "ready")
    }
    let session = session()
    let http = HTTPCoalescer(
      transport: { request in
        let answer = try await session.data(for: request)
        guard (answer.1 as? HTTPURLResponse)?.statusCode == 503 else { return answer }
        return try await session.data(for: request)
      },
      in: probe.group
    )
    let callers = (1...20).map { _ in http.fetch(URLRequest(url: server.url("/x"))) }
    try await probe.waiting(20)
    gate.open()
    for caller in callers { #expect(try await caller.value == "ready") }
    #expect(await server.requests(to: "/x").count == 2)
    await server.stop()
  }

  @Test func requestWithoutAURLIsAnErrorAndNoCrash() async throws {
    let http = HTTPCoalescer(session: session())
    var request = try URLRequest.make()
    request.url = nil
    let call = http.fetch(request)
    await #expect(throws: (any Error).self) { try await call.value }
  }
}
