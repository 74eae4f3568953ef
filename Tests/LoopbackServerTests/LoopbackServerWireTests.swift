import LoopbackServer
import Testing

/// What no well-behaved client would send, and what it would not show.
@Suite struct LoopbackServerWireTests {
  struct Refusal: CustomTestStringConvertible {
    let testDescription: String
    let status: Int
    let message: String

    init(_ description: String, _ status: Int, _ message: String) {
      testDescription = description
      self.status = status
      self.message = message
    }
  }

  @Test(arguments: [
    Refusal("no request line", 400, "nonsense\r\n\r\n"),
    Refusal("two spaces", 400, "GET  / HTTP/1.1\r\nHost: a\r\n\r\n"),
    Refusal("other version", 400, "GET / HTTP/2.0\r\nHost: a\r\n\r\n"),
    Refusal("bare line feeds", 400, "GET / HTTP/1.1\nHost: a\n\n"),
    Refusal("relative target", 400, "GET a HTTP/1.1\r\nHost: a\r\n\r\n"),
    Refusal("method with parenthesis", 400, "G(T / HTTP/1.1\r\nHost: a\r\n\r\n"),
    Refusal("target beyond ASCII", 400, "GET /\u{E4} HTTP/1.1\r\nHost: a\r\n\r\n"),
    Refusal("no host", 400, "GET / HTTP/1.1\r\n\r\n"),
    Refusal("header without colon", 400, "GET / HTTP/1.1\r\nHost: a\r\nno colon\r\n\r\n"),
    Refusal("space before colon", 400, "GET / HTTP/1.1\r\nHost : a\r\n\r\n"),
    Refusal("folded header", 400, "GET / HTTP/1.1\r\nHost: a\r\n folded\r\n\r\n"),
    Refusal("bare carriage return", 400, "GET / HTTP/1.1\r\nHost: a\r\nX: a\rb\r\n\r\n"),
    Refusal("control character", 400, "GET / HTTP/1.1\r\nHost: a\r\nX: a\u{0}b\r\n\r\n"),
    Refusal("negative length", 400, "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n"),
    Refusal("two lengths", 400, "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n"),
    Refusal("empty length", 400, "POST / HTTP/1.1\r\nHost: a\r\nContent-Length:\r\n\r\n"),
    Refusal("length beyond integers", 413, "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999999999999\r\n\r\n"),
    Refusal("body too large", 413, "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1048577\r\n\r\n"),
    Refusal("chunked body", 411, "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
    Refusal("head too large", 431, "GET / HTTP/1.1\r\nHost: a\r\nX: " + String(repeating: "x", count: 200_000) + "\r\n\r\n"),
    Refusal("target too long", 431, "GET /" + String(repeating: "x", count: 16_384)),
    Refusal("not HTTP", 400, "\u{16}\u{3}\u{1}"),
  ])
  func refusedMessageGetsItsStatusAndTheEndOfTheConnection(refusal: Refusal) async throws {
    let server = try await LoopbackServer.start()
    let client = try RawClient(port: server.port)
    client.send(refusal.message)
    let answer = await client.received()
    #expect(answer.hasPrefix("HTTP/1.1 \(refusal.status) "))
    #expect(answer.hasSuffix("\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"))
    #expect(await server.requests(to: "/").isEmpty)
    await server.stop()
  }

  @Test func requestIsReadFromSinglePieces() async throws {
    let server = try await LoopbackServer.start()
    let client = try RawClient(port: server.port)
    await server.route("/a") { LoopbackResponse(bytes: $0.body) }
    for byte in "\r\nPOST /a HTTP/1.1\r\nHost: a\r\nX:\t one \r\nx: two\r\nEmpty: \r\nContent-Length: 5\r\n\r\nhello".utf8 {
      client.send([byte])
    }
    #expect(await client.received(upTo: "hello").hasPrefix("HTTP/1.1 200 OK\r\n"))
    let request = try await server.request(to: "/a")
    #expect(request.header("X") == "one, two")
    #expect(request.header("Empty") == "")
  }

  @Test func headAndNoContentHaveNoBody() async throws {
    let server = try await LoopbackServer.start()
    let client = try RawClient(port: server.port)
    await server.route("/a", response: LoopbackResponse(headers: ["Set-Cookie": "a=1", "Set-Cookie": "b=2"], body: "hello"))
    await server.route("/none", response: LoopbackResponse(status: 204, body: "hello"))
    await server.route("/same", response: LoopbackResponse(status: 304, body: "hello"))
    client.send("HEAD /a HTTP/1.1\r\nHost: a\r\n\r\n")
    client.send("GET /none HTTP/1.1\r\nHost: a\r\n\r\n")
    client.send("GET /same HTTP/1.1\r\nHost: a\r\n\r\n")
    client.send("GET /b HTTP/1.1\r\nHost: a\r\nConnection: Close\r\n\r\n")
    #expect(
      await client.received() == """
        HTTP/1.1 200 OK\r\nSet-Cookie: a=1\r\nSet-Cookie: b=2\r\nContent-Length: 5\r\nConnection: keep-alive\r\n\r
        HTTP/1.1 204 No Content\r\nConnection: keep-alive\r\n\r
        HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\nConnection: keep-alive\r\n\r
        HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n
        """
    )
  }

  @Test func oldClientGetsTheEndOfTheConnectionUnlessItAsksToKeepIt() async throws {
    let server = try await LoopbackServer.start()
    let client = try RawClient(port: server.port)
    client.send("GET /a HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
    #expect(await client.received(upTo: "\r\n\r\n").contains("Connection: keep-alive"))
    client.send("GET /a HTTP/1.0\r\n\r\n")
    #expect(await client.received().contains("Connection: close"))
  }

  @Test func requestsSentAtOnceAreAnsweredInOrder() async throws {
    let server = try await LoopbackServer.start()
    let gate = LoopbackGate()
    await server.route("/first") { _ in
      await gate.wait()
      return LoopbackResponse(body: "first")
    }
    await server.route("/second", response: LoopbackResponse(body: "second"))
    let client = try RawClient(port: server.port)
    client.send("GET /first HTTP/1.1\r\nHost: a\r\n\r\nGET /second HTTP/1.1\r\nHost: a\r\n\r\n")
    try await server.request(to: "/first")
    client.send("GET /third HTTP/1.1\r\nHost: a\r\n\r\n")
    // The answer to another client shows that the server has looked at its sockets again.
    let other = try RawClient(port: server.port)
    other.send("GET /other HTTP/1.1\r\nHost: a\r\n\r\n")
    _ = await other.received(upTo: "\r\n\r\n")
    #expect(await server.requests(to: "/second").isEmpty)
    gate.open()
    #expect(await client.received(upTo: "first").hasPrefix("HTTP/1.1 200 "))
    #expect(await client.received(upTo: "second").hasPrefix("HTTP/1.1 200 "))
    #expect(await client.received(upTo: "\r\n\r\n").hasPrefix("HTTP/1.1 404 "))
  }

  @Test func clientThatLeavesWhileItsResponseIsHeldIsCounted() async throws {
    let server = try await LoopbackServer.start()
    await server.route("/held") { _ in
      await LoopbackGate().wait()
      return LoopbackResponse()
    }
    for number in 1...10 {
      let client = try RawClient(port: server.port)
      client.send("GET /held HTTP/1.1\r\nHost: a\r\n\r\n")
      try await server.request(number, to: "/held")
      #expect(await server.disconnectCount(from: "/held") == number - 1)
      client.leave()
      try await server.disconnect(number, from: "/held")
    }
  }

  @Test func abortedConnectionIsCounted() async throws {
    let server = try await LoopbackServer.start()
    await server.route("/large", response: LoopbackResponse(bytes: [UInt8](repeating: 0, count: 67_108_864)))
    var client: RawClient? = try RawClient(port: server.port)
    client?.abortWhenReleased()
    client?.send("GET /large HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(await client?.received(upTo: "\r\n\r\n").contains("200 OK") == true)
    client = nil
    try await server.disconnect(from: "/large")
  }

  @Test func clientThatLeavesBeforeOrAfterItsRequestIsNotCounted() async throws {
    let server = try await LoopbackServer.start()
    await server.route("/held") { _ in
      await LoopbackGate().wait()
      return LoopbackResponse()
    }
    for _ in 1...20 {
      let silent = try RawClient(port: server.port)
      silent.leave()
      let unfinished = try RawClient(port: server.port)
      unfinished.send("GET /a HTTP/1.1\r\nHos")
      unfinished.abortWhenReleased()
      let answered = try RawClient(port: server.port)
      answered.send("GET /a HTTP/1.1\r\nHost: a\r\n\r\n")
      _ = await answered.received(upTo: "\r\n\r\n")
      answered.leave()
    }
    let last = try RawClient(port: server.port)
    last.send("GET /held HTTP/1.1\r\nHost: a\r\n\r\n")
    try await server.request(to: "/held")
    last.leave()
    try await server.disconnect(from: "/held")
    #expect(await server.disconnectCount(from: "/a") == 0)
    #expect(await server.requests(to: "/a").count == 20)
  }
}
