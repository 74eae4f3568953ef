import CoalescedHTTP
import CoalescedTesting
import Foundation
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A transport whose every request the test answers.
struct FakeTransport: Sendable {
  /// A request that was sent.
  struct Sent: Sendable {
    private let invocation: SuspendedInvocation<URLRequest, (Data, URLResponse)>

    fileprivate init(_ invocation: SuspendedInvocation<URLRequest, (Data, URLResponse)>) {
      self.invocation = invocation
    }

    var request: URLRequest { invocation.arguments }
    var isCancelled: Bool { invocation.isCancelled }

    func waitForCancellation() async throws { try await invocation.waitForCancellation() }

    func answer(_ body: String = "", status: Int = 200, headers: [String: String] = [:]) throws {
      invocation.succeed(with: try httpAnswer(body, status: status, headers: headers))
    }

    func fail(with error: any Error) { invocation.fail(with: error) }
  }

  private let operation = SuspendedOperation<URLRequest, (Data, URLResponse)>(patience: .ample)

  /// What a coalescer calls; keep the transport for as long.
  var function: @Sendable (URLRequest) async throws -> (Data, URLResponse) { operation.function }

  /// How many requests were sent.
  var count: Int { operation.invocationCount }

  /// The next request, as soon as it is sent.
  func sent() async throws -> Sent { Sent(try await operation.nextInvocation()) }
}

/// What a transport returns for an HTTP response.
func httpAnswer(_ body: String = "", status: Int = 200, headers: [String: String] = [:]) throws -> (Data, URLResponse) {
  let url = try #require(URL(string: "http://example.com/"))
  return (Data(body.utf8), try httpResponse(url: url, status: status, headers: headers))
}

func httpResponse(url: URL, status: Int = 200, headers: [String: String] = [:]) throws -> HTTPURLResponse {
  try #require(HTTPURLResponse(url: url, statusCode: status, httpVersion: "HTTP/1.1", headerFields: headers))
}

extension URLRequest {
  /// A request of which only some parts matter to a test.
  static func make(
    _ url: String = "http://example.com/x",
    method: String = "GET",
    headers: [String: String] = [:],
    body: String? = nil
  ) throws -> URLRequest {
    var request = URLRequest(url: try #require(URL(string: url)))
    request.httpMethod = method
    for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
    request.httpBody = body.map { Data($0.utf8) }
    return request
  }
}

extension HTTPCoalescer {
  /// The body of an answer, in a task of its own.
  func fetch(
    _ request: URLRequest,
    identity: RequestIdentity = .anonymous,
    id: RequestID? = nil,
    priority: TaskPriority? = nil
  ) -> Call {
    Call(priority: priority) {
      String(decoding: try await data(for: request, identity: identity, id: id).0, as: UTF8.self)
    }
  }
}
