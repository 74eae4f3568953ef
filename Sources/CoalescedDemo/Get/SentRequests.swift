import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Sends requests through a session, numbers them in the order in which they are sent, and keeps what came of each.
final class SentRequests: Sendable {
  struct Sent: Sendable {
    let number: Int
    let bytes: Int
    /// From sending to the last byte.
    let time: Duration
    /// The very object that the callers get.
    let response: HTTPURLResponse
  }

  /// What callers get for a request that failed.
  struct Failure: Error {
    let number: Int
    let error: any Error
  }

  struct NotHTTP: Error {}

  private struct State {
    var count = 0
    var sent: [Sent] = []
  }

  private let session = URLSession(configuration: .ephemeral)
  private let state = Mutex(State())

  /// How many were sent, whatever came of them.
  var count: Int { state.withLock { $0.count } }

  func send(_ request: URLRequest) async throws -> (Data, HTTPURLResponse) {
    let number = state.withLock { state in
      state.count += 1
      return state.count
    }
    do {
      let start = ContinuousClock.now
      let (data, response) = try await session.data(for: request)
      guard let response = response as? HTTPURLResponse else { throw NotHTTP() }
      let sent = Sent(number: number, bytes: data.count, time: start.duration(to: .now), response: response)
      state.withLock { $0.sent.append(sent) }
      return (data, response)
    } catch {
      throw Failure(number: number, error: error)
    }
  }

  /// The request that a response answers.
  func request(answeredBy response: HTTPURLResponse) -> Sent? {
    state.withLock { $0.sent.first { $0.response === response } }
  }
}
