import Coalesced
import CoalescedHTTP

extension Scenarios {
  private struct Request: Sendable {
    let page: Int
    let url: String
    let headers: [(name: String, value: String)]
  }

  static let keyAlone = "building the key alone"

  /// A call that leads whose key is that of an HTTP request, built anew for each call.
  static func httpKey(_ scale: Scale) -> Scenario {
    let requests = (0..<scale.calls).map { page in
      Request(
        page: page,
        url: "https://api.example.com/v2/accounts/\(1_000_000 + page)/followers?limit=50&after=%7Ecursor",
        headers: [("Accept", "application/json"), ("Authorization", "Bearer 0123456789abcdef"), ("X-Request-ID", "\(page)")]
      )
    }
    let builder = RequestKeyBuilder()
    let key: @Sendable (Request) -> RequestKey? = { request in
      try? builder.key(method: "GET", url: request.url, headers: request.headers, hasBody: false, identity: .credentials)
    }
    let operation: @Sendable (Request) async throws -> Int = { request in try await instantOperation(request.page) }
    let fetch = coalesced(operation, keyedBy: key)
    let actor = TaskActor<KeyedRequest, Int> { try await instantOperation($0.request.page) }
    return Scenario(
      name: "key-http",
      summary: "a call that leads; the key is that of an HTTP request with three headers",
      rounds: scale.rounds,
      subjects: [
        .calls(SubjectName.coalesced, count: scale.calls) { calls in
          var sum = 0
          for request in requests.prefix(calls) { sum &+= try await fetch(request) }
          return sum
        },
        .calls(SubjectName.taskActor, count: scale.calls) { calls in
          var sum = 0
          for request in requests.prefix(calls) {
            sum &+= try await actor.value(for: KeyedRequest(key: key(request), request: request))
          }
          return sum
        },
        .calls(SubjectName.immediate, count: scale.calls) { calls in
          var sum = 0
          for request in requests.prefix(calls) where key(request) != nil {
            sum &+= try await Task.immediate { try await instantOperation(request.page) }.value
          }
          return sum
        },
        .calls(keyAlone, count: scale.calls) { calls in
          var sum = 0
          for request in requests.prefix(calls) where key(request) != nil { sum &+= request.page + 1 }
          return sum
        },
      ]
    )
  }

  private struct KeyedRequest: Hashable, Sendable {
    let key: RequestKey?
    let request: Request

    static func == (left: KeyedRequest, right: KeyedRequest) -> Bool { left.key == right.key }
    func hash(into hasher: inout Hasher) { hasher.combine(key) }
  }
}
