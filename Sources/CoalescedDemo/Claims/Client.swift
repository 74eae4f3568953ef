import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A `URLSession` of its own, with the connections, cookies and time-outs of any other app's.
struct Client: Sendable {
  struct Answer: Hashable, Sendable {
    let status: Int
    let text: String
  }

  struct NotHTTP: Error {}

  private let session = URLSession(configuration: .ephemeral)

  func get(_ url: URL) async throws -> Answer {
    try await send(URLRequest(url: url))
  }

  func send(_ request: URLRequest) async throws -> Answer {
    let (data, response) = try await session.data(for: request)
    guard let response = response as? HTTPURLResponse else { throw NotHTTP() }
    return Answer(status: response.statusCode, text: String(decoding: data, as: UTF8.self))
  }
}
