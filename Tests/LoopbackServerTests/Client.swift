import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A `URLSession` of its own, so that no test shares connections or cookies with another.
struct Client {
  struct Answer {
    let status: Int
    let headers: HTTPURLResponse
    let text: String

    func header(_ name: String) -> String? { headers.value(forHTTPHeaderField: name) }
  }

  struct NotHTTP: Error {}

  private let session: URLSession

  init(connections: Int = 6) {
    let configuration = URLSessionConfiguration.ephemeral
    // A server that a test holds back answers when the test has its turn, beside the stress tests.
    configuration.timeoutIntervalForRequest = 300
    configuration.httpMaximumConnectionsPerHost = connections
    session = URLSession(configuration: configuration)
  }

  func get(_ url: URL) async throws -> Answer {
    try await send(URLRequest(url: url))
  }

  func send(_ request: URLRequest) async throws -> Answer {
    let (data, response) = try await session.data(for: request)
    guard let response = response as? HTTPURLResponse else { throw NotHTTP() }
    return Answer(status: response.statusCode, headers: response, text: String(decoding: data, as: UTF8.self))
  }
}
