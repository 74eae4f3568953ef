import Foundation
import LoopbackServer
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite struct LoopbackServerTests {
  private let client = Client()

  @Test func routeGivesStatusHeadersAndBody() async throws {
    let server = try await LoopbackServer.start()
    await server.route("/a", response: LoopbackResponse(status: 503, headers: ["Retry-After": "7", "X-Two": "2"], body: "busy"))
    let answer = try await client.get(server.url("/a"))
    #expect(answer.status == 503)
    #expect(answer.header("Retry-After") == "7")
    #expect(answer.header("X-Two") == "2")
    #expect(answer.header("Content-Length") == "4")
    #expect(answer.text == "busy")
  }

  @Test func requestsAreCountedAndNumberedPerPath() async throws {
    let server = try await LoopbackServer.start()
    await server.route("/a") { LoopbackResponse(body: "\($0.number)") }
    await server.route("/b") { LoopbackResponse(body: "\($0.number)") }
    #expect(try await client.get(server.url("/a")).text == "1")
    #expect(try await client.get(server.url("/a?x=1?y")).text == "2")
    #expect(try await client.get(server.url("/b")).text == "1")
    #expect(await server.requests(to: "/a").map(\.query) == [nil, "x=1?y"])
    #expect(await server.requests(to: "/b").count == 1)
    #expect(await server.requests(to: "/c").isEmpty)
  }

  @Test func pathWithoutRouteAnswers404AndIsCounted() async throws {
    let server = try await LoopbackServer.start()
    #expect(try await client.get(server.url("/nowhere")).status == 404)
    #expect(await server.requests(to: "/nowhere").count == 1)
  }

  @Test func handlerGivesOneStatusAfterAnother() async throws {
    let server = try await LoopbackServer.start()
    await server.route("/a") { LoopbackResponse(status: $0.number == 1 ? 503 : 200) }
    #expect(try await client.get(server.url("/a")).status == 503)
    #expect(try await client.get(server.url("/a")).status == 200)
  }

  @Test func methodHeadersAndBodyOfARequestAreRecorded() async throws {
    let server = try await LoopbackServer.start()
    await server.route("/a")
    var request = URLRequest(url: server.url("/a"))
    request.httpMethod = "POST"
    request.httpBody = Data("hello".utf8)
    request.setValue("id=7", forHTTPHeaderField: "Cookie")
    _ = try await client.send(request)
    let received = try await server.request(to: "/a")
    #expect(received.method == "POST")
    #expect(received.header("cookie") == "id=7")
    #expect(received.headers["content-length"] == "5")
    #expect(received.body == Array("hello".utf8))
  }

  @Test func connectionIsKeptForFurtherRequests() async throws {
    let server = try await LoopbackServer.start()
    await server.route("/a", response: LoopbackResponse(body: "x"))
    for _ in 1...5 { _ = try await client.get(server.url("/a")) }
    #expect(await server.connectionCount == 1)
    #expect(await server.requests(to: "/a").count == 5)
  }

  @Test func gateHoldsTheResponseBack() async throws {
    let server = try await LoopbackServer.start()
    let gate = LoopbackGate()
    let log = EventLog()
    await server.route("/held") { _ in
      await gate.wait()
      return LoopbackResponse(body: "late")
    }
    let answer = Task {
      let answer = try await client.get(server.url("/held"))
      log.append("answered")
      return answer.text
    }
    try await server.request(to: "/held")
    #expect(try await client.get(server.url("/other")).status == 404)
    log.append("opened")
    gate.open()
    #expect(try await answer.value == "late")
    #expect(log.events == ["opened", "answered"])
  }

  @Test func delayedRouteDoesNotDelayOthers() async throws {
    let server = try await LoopbackServer.start()
    await server.route("/hour", delay: .seconds(3600), response: LoopbackResponse(body: "slow"))
    await server.route("/moment", delay: .milliseconds(1), response: LoopbackResponse(body: "fast"))
    let slow = Task { try await client.get(server.url("/hour")) }
    try await server.request(to: "/hour")
    #expect(try await client.get(server.url("/moment")).text == "fast")
    slow.cancel()
    try await server.disconnect(from: "/hour")
    await #expect(throws: (any Error).self) { try await slow.value }
  }

  @Test func cancelledRequestIsSeenAsDisconnectAndCancelsItsHandler() async throws {
    let server = try await LoopbackServer.start()
    let gate = LoopbackGate()
    let handlerEnded = LoopbackGate()
    await server.route("/held") { _ in
      await gate.wait()
      if Task.isCancelled { handlerEnded.open() }
      return LoopbackResponse()
    }
    let leaving = Task { try await client.get(server.url("/held")) }
    let staying = Task { try await client.get(server.url("/held")).status }
    try await server.request(2, to: "/held")
    #expect(await server.disconnectCount(from: "/held") == 0)
    leaving.cancel()
    try await server.disconnect(from: "/held")
    await handlerEnded.wait()
    gate.open()
    #expect(try await staying.value == 200)
    #expect(await server.disconnectCount(from: "/held") == 1)
  }

  @Test func twoHundredRequestsAreHeldAtOnce() async throws {
    let server = try await LoopbackServer.start()
    let gate = LoopbackGate()
    await server.route("/held") {
      await gate.wait()
      return LoopbackResponse(body: "\($0.number)")
    }
    let client = Client(connections: 200)
    let answers = (1...200).map { _ in Task { try await client.get(server.url("/held")).text } }
    try await server.request(200, to: "/held")
    gate.open()
    var numbers: Set<String> = []
    for answer in answers { numbers.insert(try await answer.value) }
    #expect(numbers.count == 200)
    #expect(await server.connectionCount == 200)
  }

  @Test func largeResponseArrivesWhole() async throws {
    let server = try await LoopbackServer.start()
    let body = String(repeating: "a body that no socket buffer holds", count: 250_000)
    await server.route("/large", response: LoopbackResponse(body: body))
    #expect(try await client.get(server.url("/large")).text == body)
  }

  // MARK: Waiting

  @Test func waitThatIsOverSaysWhatWasSeen() async throws {
    let server = try await LoopbackServer.start()
    _ = try await client.get(server.url("/a"))
    let error = await #expect(throws: LoopbackWaitError.self) { try await server.request(2, to: "/a", within: .zero) }
    #expect(error?.description == "No request 2 of /a within 0.0 seconds; seen: /a: 1 requests, 0 disconnects")
  }

  @Test func cancelledWaitThrowsCancellationError() async throws {
    let server = try await LoopbackServer.start()
    let waiting = Task { try await server.disconnect(from: "/a", within: .seconds(86_400)) }
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
  }

  @Test func cancelledWaiterPassesAClosedGate() async {
    let gate = LoopbackGate()
    let waiting = Task { await gate.wait() }
    waiting.cancel()
    await waiting.value
    let staying = Task {
      await gate.wait()
      return Task.isCancelled
    }
    gate.open()
    #expect(await staying.value == false)
    await gate.wait()
  }

  // MARK: Stopping

  @Test func stopClosesConnectionsAndPortAndEndsWaits() async throws {
    let server = try await LoopbackServer.start()
    let handlerEnded = LoopbackGate()
    await server.route("/held") { _ in
      await LoopbackGate().wait()
      handlerEnded.open()
      return LoopbackResponse()
    }
    let held = Task { try await client.get(server.url("/held")) }
    let idle = try RawClient(port: server.port)
    let waiting = Task { try await server.request(2, to: "/held") }
    try await server.request(to: "/held")
    await server.stop()
    await server.stop()
    await handlerEnded.wait()
    #expect(await idle.received() == "")
    await #expect(throws: URLError.self) { try await held.value }
    let error = await #expect(throws: LoopbackWaitError.self) { try await waiting.value }
    #expect(error?.description.hasSuffix("seen: /held: 1 requests, 0 disconnects; then the server stopped") == true)
    await #expect(throws: LoopbackWaitError.self) { try await server.disconnect(from: "/held") }
    #expect(throws: RawClient.ConnectionRefused.self) { try RawClient(port: server.port) }
    #expect(await server.disconnectCount(from: "/held") == 0)
  }

  @Test func lettingGoOfTheServerClosesItsConnections() async throws {
    var server: LoopbackServer? = try await LoopbackServer.start()
    let client = try RawClient(port: try #require(server).port)
    client.send("GET /a HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(await client.received(upTo: "\r\n\r\n").hasPrefix("HTTP/1.1 404 "))
    server = nil
    #expect(await client.received() == "")
  }
}
