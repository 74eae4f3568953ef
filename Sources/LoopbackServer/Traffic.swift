/// What a server saw, and the gates of those who wait to see it.
struct Traffic: CustomStringConvertible {
  struct Event: Hashable, CustomStringConvertible {
    enum Kind { case request, disconnect }

    let kind: Kind
    let path: String
    let number: Int

    var description: String { "\(kind) \(number) of \(path)" }
  }

  private(set) var requests: [String: [LoopbackRequest]] = [:]
  private(set) var disconnects: [String: Int] = [:]
  /// One per event that somebody waits for; leaves when the event happens.
  private var gates: [Event: LoopbackGate] = [:]
  private var hasEnded = false

  var description: String {
    let paths = requests.map { path, requests in
      "\(path): \(requests.count) requests, \(disconnects[path, default: 0]) disconnects"
    }
    let seen = paths.isEmpty ? ["nothing"] : paths.sorted()
    return (seen + (hasEnded ? ["then the server stopped"] : [])).joined(separator: "; ")
  }

  /// Returns the request with its number.
  mutating func record(_ request: LoopbackRequest) -> LoopbackRequest {
    var request = request
    request.number = requests[request.path, default: []].count + 1
    requests[request.path, default: []].append(request)
    happened(Event(kind: .request, path: request.path, number: request.number))
    return request
  }

  mutating func recordDisconnect(from path: String) {
    disconnects[path, default: 0] += 1
    happened(Event(kind: .disconnect, path: path, number: disconnects[path, default: 0]))
  }

  func contains(_ event: Event) -> Bool {
    switch event.kind {
    case .request: event.number <= requests[event.path, default: []].count
    case .disconnect: event.number <= disconnects[event.path, default: 0]
    }
  }

  /// Opens when the event happens, or when nothing can happen any more.
  mutating func gate(for event: Event) -> LoopbackGate {
    precondition(event.number > 0, "LoopbackServer: events are counted from 1")
    let gate = gates[event] ?? LoopbackGate()
    if hasEnded || contains(event) {
      gate.open()
    } else {
      gates[event] = gate
    }
    return gate
  }

  mutating func end() {
    hasEnded = true
    for gate in gates.values { gate.open() }
    gates = [:]
  }

  private mutating func happened(_ event: Event) {
    gates.removeValue(forKey: event)?.open()
  }
}
