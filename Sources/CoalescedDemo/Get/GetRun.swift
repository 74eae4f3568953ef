import Coalesced
import CoalescedHTTP
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Lets callers ask for the user's own URLs at once, and prints which of their requests were one.
struct GetRun {
  private typealias Sending = @Sendable (URLRequest) async throws -> (Data, HTTPURLResponse)

  private let options: GetOptions
  private let requests: [URLRequest]

  /// - Throws: ``UsageError`` for a URL or a header field with which no request can be shared.
  init(_ options: GetOptions) throws(UsageError) {
    self.options = options
    var requests: [URLRequest] = []
    for url in options.urls { requests.append(try Self.request(for: url, options)) }
    self.requests = requests
  }

  /// Whether every caller got an answer.
  func succeeds() async -> Bool {
    let sent = SentRequests()
    let keys = RequestKeyBuilder()
    let coalescer = Coalescer<RequestKey, (Data, HTTPURLResponse)>()
    let coalesced = await calls(sent) { request in
      let key = try keys.key(for: request, identity: .anonymous)
      return try await coalescer.value(for: key) { try await sent.send(request) }
    }
    var report = GetReport(options)
    report.add(coalesced, to: "coalesced", withTable: true)
    if options.compares, report.failures.isEmpty {
      let alone = SentRequests()
      report.add(await calls(alone) { try await alone.send($0) }, to: "without coalescing", withTable: false)
    }
    report.print()
    return report.failures.isEmpty
  }

  /// Every caller's call, in the order of the callers, each asking for all URLs.
  private func calls(_ sent: SentRequests, by send: @escaping Sending) async -> GetOutcome {
    let start = ContinuousClock.now
    let calls = (0..<options.callers).flatMap { _ in requests.indices }.map { index in
      let request = requests[index]
      return (url: index, response: Task { try await send(request).1 })
    }
    let deadline = Task { [timeout = options.timeout] in
      try await Task.sleep(for: timeout)
      for call in calls { call.response.cancel() }
    }
    var outcome = GetOutcome()
    for call in calls {
      switch await call.response.result {
      case .success(let response): outcome.add(sent.request(answeredBy: response), to: call.url)
      case .failure(let error): outcome.add(error, to: call.url)
      }
    }
    deadline.cancel()
    outcome.requestCount = sent.count
    outcome.time = start.duration(to: .now)
    return outcome
  }

  private static func request(for text: String, _ options: GetOptions) throws(UsageError) -> URLRequest {
    // A scheme has no case, but not every URLSession knows one in capitals.
    let scheme = text.prefix { $0 != ":" }
    let normalized = scheme.lowercased() + text.dropFirst(scheme.count)
    guard let url = URL(string: normalized, encodingInvalidCharacters: false), ["http", "https"].contains(url.scheme) else {
      throw UsageError("\(text.quoted) is not an http or https URL")
    }
    var request = URLRequest(url: url)
    // The run has a deadline of its own, which comes first.
    request.timeoutInterval = 2 * GetOptions.longestTimeout
    for header in options.headers { request.addValue(header.value, forHTTPHeaderField: header.name) }
    do {
      _ = try RequestKeyBuilder().key(for: request, identity: .anonymous)
    } catch .methodOverride {
      throw UsageError("a header field asks for another method; only GET is shared")
    } catch {
      throw UsageError("\(text.quoted) is not an http or https URL")
    }
    return request
  }
}
