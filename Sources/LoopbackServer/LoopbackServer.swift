import Foundation

/// An HTTP/1.1 server on 127.0.0.1 for demonstrations and tests, on a port that the system chooses.
///
/// It records what arrives per path (the request target without its query) and notices a client that goes away before its
/// response was sent; both can be waited for. A path without a route answers 404 and is recorded too. ``stop()``, or letting
/// go of the server, closes every descriptor.
///
/// A client that closes only its sending half while it waits for a response counts as gone: from here the two look alike.
package actor LoopbackServer {
  package typealias Handler = @Sendable (LoopbackRequest) async -> LoopbackResponse

  /// The server and the dispatch sources of its sockets share one serial queue.
  private nonisolated let executor = QueueExecutor()
  package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// The port on 127.0.0.1 that the system chose.
  package nonisolated let port: UInt16

  /// How many connections were accepted so far.
  package private(set) var connectionCount = 0

  private var listener: DescriptorWatch?
  /// Opens when the listening descriptor is closed.
  private let portClosed: LoopbackGate
  /// By the number that each connection got when it was accepted.
  private var connections: [Int: Connection] = [:]
  private var routes: [String: Handler] = [:]
  private var traffic = Traffic()

  /// Starts a server that accepts connections from now on.
  ///
  /// - Throws: ``SocketError`` when the system refuses a socket.
  package static func start() async throws -> LoopbackServer {
    let (descriptor, port) = try Descriptor.listeningOnLoopback()
    let server = LoopbackServer(port: port, portClosed: descriptor.closed)
    await server.listen(on: descriptor)
    return server
  }

  private init(port: UInt16, portClosed: LoopbackGate) {
    self.port = port
    self.portClosed = portClosed
  }

  private func listen(on descriptor: Descriptor) {
    listener = DescriptorWatch(.readable, descriptor, on: executor.queue) { [weak self] in
      self?.assumeIsolated { $0.acceptConnections(from: descriptor) }
    }
  }

  /// Closes the port and every connection and cancels the handlers that run; waits for events end with an error.
  ///
  /// Returns when the port is closed. Stopping twice is the same as stopping once.
  package func stop() async {
    connections = [:]
    listener = nil
    traffic.end()
    await portClosed.wait()
  }

  // MARK: Routes

  /// The address of a path on this server; a query may follow it.
  package nonisolated func url(_ path: String) -> URL {
    guard let url = URL(string: "http://127.0.0.1:\(port)\(path)") else {
      preconditionFailure("LoopbackServer: the path does not make a URL")
    }
    return url
  }

  /// Answers requests for a path, of any method, with what the handler returns; replaces an earlier route.
  ///
  /// The handler runs outside the server, once per request; its task is cancelled when the client goes away or the server stops.
  package func route(_ path: String, handler: @escaping Handler) {
    routes[path] = handler
  }

  /// Answers requests for a path with a fixed response, each after a delay of its own; replaces an earlier route.
  package func route(_ path: String, delay: Duration = .zero, response: LoopbackResponse = LoopbackResponse()) {
    routes[path] = { _ in
      try? await Task.sleep(for: delay)
      return response
    }
  }

  // MARK: What happened

  /// The requests for a path so far, in the order of their arrival.
  package func requests(to path: String) -> [LoopbackRequest] {
    traffic.requests[path, default: []]
  }

  /// How many clients went away before the response to their request for a path was sent.
  package func disconnectCount(from path: String) -> Int {
    traffic.disconnects[path, default: 0]
  }

  /// The request for a path with this number, counted from 1, as soon as it has arrived.
  ///
  /// - Throws: ``LoopbackWaitError`` when the time is over or the server stops; `CancellationError` when the waiting task is cancelled.
  @discardableResult
  package func request(_ number: Int = 1, to path: String, within limit: Duration = .seconds(300)) async throws -> LoopbackRequest {
    try await wait(for: Traffic.Event(kind: .request, path: path, number: number), within: limit)
    return requests(to: path)[number - 1]
  }

  /// Returns as soon as this many clients have gone away before the response to their request for a path was sent.
  ///
  /// - Throws: as ``request(_:to:within:)``.
  package func disconnect(_ number: Int = 1, from path: String, within limit: Duration = .seconds(300)) async throws {
    try await wait(for: Traffic.Event(kind: .disconnect, path: path, number: number), within: limit)
  }

  private func wait(for event: Traffic.Event, within limit: Duration) async throws {
    await traffic.gate(for: event).wait(within: limit)
    guard traffic.contains(event) else {
      try Task.checkCancellation()
      throw LoopbackWaitError(description: "No \(event) within \(limit); seen: \(traffic)")
    }
  }

  // MARK: Connections

  private func acceptConnections(from listening: Descriptor) {
    while let descriptor = listening.acceptedConnection() {
      connectionCount += 1
      let id = connectionCount
      connections[id] = Connection(descriptor, on: executor.queue) { [weak self] in
        self?.assumeIsolated { $0.advance(id) }
      }
    }
  }

  /// Carries a connection as far as it goes without waiting; called whenever its socket or its response is ready.
  private func advance(_ id: Int) {
    guard let connection = connections[id] else { return }
    guard connection.transfer() else {
      connections[id] = nil
      if let path = connection.unanswered?.path { traffic.recordDisconnect(from: path) }
      return
    }
    switch connection.nextRequest() {
    case .incomplete:
      break
    case .rejected(let status):
      connection.send(LoopbackResponse(status: status), isLast: true)
    case .complete(let request):
      answer(request, on: connection, id)
    }
  }

  private func answer(_ request: LoopbackRequest, on connection: Connection, _ id: Int) {
    let request = traffic.record(request)
    let handler = routes[request.path] ?? { _ in LoopbackResponse(status: 404) }
    connection.begin(
      request,
      handledBy: Task { [weak self] in
        let response = await handler(request)
        await self?.send(response, on: id)
      }
    )
  }

  /// A connection has one unanswered request at most, and its number is never given again, so the response meets its request.
  private func send(_ response: LoopbackResponse, on id: Int) {
    connections[id]?.send(response)
    advance(id)
  }
}
