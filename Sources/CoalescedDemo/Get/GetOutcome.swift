/// What all calls of one run came to.
struct GetOutcome {
  /// A request that was answered.
  struct Answered {
    let request: SentRequests.Sent
    var callers = 0
    /// The URLs that it was asked for by, as indices.
    var urls: Set<Int> = []
  }

  /// By the number of the request.
  private(set) var answered: [Int: Answered] = [:]
  /// How many calls failed, by the URL's index and what went wrong.
  private(set) var failed: [Int: [String: Int]] = [:]
  private(set) var callCount = 0
  var requestCount = 0
  var time = Duration.zero

  mutating func add(_ request: SentRequests.Sent?, to url: Int) {
    callCount += 1
    guard let request else {
      failed[url, default: [:]]["an answer that belongs to no request", default: 0] += 1
      return
    }
    answered[request.number, default: Answered(request: request)].callers += 1
    answered[request.number, default: Answered(request: request)].urls.insert(url)
  }

  mutating func add(_ error: any Error, to url: Int) {
    callCount += 1
    failed[url, default: [:]][SentRequests.reason(of: error), default: 0] += 1
  }
}
