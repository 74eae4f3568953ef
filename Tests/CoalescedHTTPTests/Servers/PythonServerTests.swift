import Coalesced
import CoalescedHTTP
import CoalescedTesting
import Foundation
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Against a server that is not ours; its log counts the requests.
@Suite(.enabled(if: PythonServer.isInstalled, "needs python3 on the PATH, for its http.server"))
struct PythonServerTests {
  @Test func callersOfOneFileAreOneLineInTheServersLog() async throws {
    let server = try await PythonServer(serving: "hello", as: "file.txt")
    defer { server.stop() }
    let session = URLSession(configuration: .ephemeral)
    let probe = FlightProbe(patience: .ample)
    let http = HTTPCoalescer(
      transport: { request in
        // The file server answers at once: its answer is asked for when everybody has come.
        try await probe.waiting(20)
        return try await session.data(for: request)
      },
      in: probe.group
    )
    let request = URLRequest(url: server.address.appendingPathComponent("file.txt"))
    let callers = (1...20).map { _ in http.fetch(request) }
    for caller in callers { #expect(try await caller.value == "hello") }

    _ = try await session.data(from: server.address.appendingPathComponent("last"))
    #expect(await server.requestLines(upTo: "/last") == ["GET /file.txt"])
  }

  @Test func requestsThatAreNotOneAreEachALine() async throws {
    let server = try await PythonServer(serving: "hello", as: "file.txt")
    defer { server.stop() }
    let http = HTTPCoalescer(session: URLSession(configuration: .ephemeral))
    let file = server.address.appendingPathComponent("file.txt")
    let (data, response) = try await http.data(for: URLRequest(url: file), identity: .anonymous)
    #expect(String(decoding: data, as: UTF8.self) == "hello")
    #expect(response.statusCode == 200)

    // One after the other, another method, and what the server refuses: nothing is kept, nothing is hidden.
    #expect(try await http.fetch(URLRequest(url: file)).value == "hello")
    var request = URLRequest(url: file)
    request.httpMethod = "HEAD"
    #expect(try await http.data(for: request, identity: .anonymous).0.isEmpty)
    request.httpMethod = "POST"
    #expect(try await http.data(for: request, identity: .anonymous).1.statusCode == 501)

    _ = try await http.data(for: URLRequest(url: server.address.appendingPathComponent("last")), identity: .anonymous)
    let lines = ["GET /file.txt", "GET /file.txt", "HEAD /file.txt", "POST /file.txt"]
    #expect(await server.requestLines(upTo: "/last") == lines)
  }
}
