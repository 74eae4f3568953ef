import Coalesced
import CoalescedHTTP
import CoalescedTesting
import Foundation
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Which requests of a coalescer are one, and how the others are sent.
@Suite struct SharedRequestTests {
  private let transport = FakeTransport()
  private let probe = FlightProbe(patience: .ample)

  private func coalescer(policy: FlightPolicy = FlightPolicy()) -> HTTPCoalescer {
    HTTPCoalescer(transport: transport.function, policy: policy, in: probe.group)
  }

  @Test func equalRequestsThatOverlapAreSentOnce() async throws {
    let http = coalescer()
    let request = try URLRequest.make()
    let callers = (1...3).map { _ in http.fetch(request) }
    try await probe.waiting(3)
    try await transport.sent().answer("one")
    for caller in callers { #expect(try await caller.value == "one") }
    #expect(transport.count == 1)
    #expect(http.statistics.succeeded == 1)
    #expect(http.statistics.joined == 2)
    #expect(http.statistics == probe.group.statistics)
  }

  @Test func requestAfterAnAnswerIsSentAgain() async throws {
    let http = coalescer()
    let request = try URLRequest.make()
    for number in 1...2 {
      let caller = http.fetch(request)
      try await transport.sent().answer("answer \(number)")
      #expect(try await caller.value == "answer \(number)")
    }
  }

  /// Two requests, and the field fault that they are of.
  struct Pair: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let left: URLRequest
    let right: URLRequest

    init(_ description: String, _ left: URLRequest, _ right: URLRequest) {
      testDescription = description
      self.left = left
      self.right = right
    }

    static func query(_ description: String, _ left: String, _ right: String) throws -> Pair {
      Pair(description, try URLRequest.make("http://example.com/?\(left)"), try URLRequest.make("http://example.com/?\(right)"))
    }
  }

  @Test(
    "28 to 38: requests that are not one are both sent",
    arguments: try [
      Pair("28: two equal POSTs", URLRequest.make(method: "POST"), URLRequest.make(method: "POST")),
      Pair("29: a value with a separator", URLRequest.make(headers: ["A": "1\nB: 2"]), URLRequest.make(headers: ["A": "1", "B": "2"])),
      Pair("30: two tokens", URLRequest.make(headers: ["Authorization": "a"]), URLRequest.make(headers: ["Authorization": "b"])),
      Pair("31: two validators", URLRequest.make(headers: ["If-None-Match": "1"]), URLRequest.make(headers: ["If-None-Match": "2"])),
      Pair("32: HEAD and GET", URLRequest.make(method: "HEAD"), URLRequest.make()),
      Pair("32: a range and the whole", URLRequest.make(headers: ["Range": "bytes=0-1"]), URLRequest.make()),
      Pair("33: GET with a body", URLRequest.make(body: "b"), URLRequest.make(body: "b")),
      .query("35: the order of one name's fields", "a=1&a=2", "a=2&a=1"),
      .query("36: no value and an empty one", "a", "a="),
      .query("37: a plus and an escaped plus", "q=a+b", "q=a%2Bb"),
      .query("37: a plus and a space", "q=a+b", "q=a%20b"),
      .query("37: an escaped plus and a space", "q=a%2Bb", "q=a%20b"),
      Pair("38: %2F and /", URLRequest.make("http://example.com/a%2Fb"), URLRequest.make("http://example.com/a/b")),
    ]
  )
  func differentRequestsAreBothSent(pair: Pair) async throws {
    let http = coalescer()
    let first = http.fetch(pair.left)
    let firstInvocation = try await transport.sent()
    let second = http.fetch(pair.right)
    // The second is sent while the first is not answered.
    let secondInvocation = try await transport.sent()
    try firstInvocation.answer("first")
    try secondInvocation.answer("second")
    #expect(try await first.value == "first")
    #expect(try await second.value == "second")
  }

  @Test(
    "34, 38: requests that are one are sent once",
    arguments: try [
      Pair("34: header names in another case", URLRequest.make(headers: ["accept": "a"]), URLRequest.make(headers: ["Accept": "a"])),
      Pair("38: %7E and ~", URLRequest.make("http://example.com/%7Eme"), URLRequest.make("http://example.com/~me")),
      Pair(
        "another spelling of the URL",
        URLRequest.make("HTTP://Example.COM:80/x?b=2&a=1#top"),
        URLRequest.make("http://example.com/x?a=1&b=2")
      ),
      Pair("two traces", URLRequest.make(headers: ["traceparent": "00-1"]), URLRequest.make(headers: ["traceparent": "00-2"])),
    ]
  )
  func equivalentRequestsAreSentOnce(pair: Pair) async throws {
    let http = coalescer()
    let callers = [http.fetch(pair.left), http.fetch(pair.right)]
    try await probe.waiting(2)
    try await transport.sent().answer("one")
    for caller in callers { #expect(try await caller.value == "one") }
    #expect(transport.count == 1)
  }

  @Test func differentIdentitiesNeverShare() async throws {
    let http = coalescer()
    let request = try URLRequest.make()
    let callers = [http.fetch(request, identity: .account("a")), http.fetch(request, identity: .account("b")), http.fetch(request)]
    for _ in callers { try await transport.sent().answer() }
    for caller in callers { _ = try await caller.value }
    #expect(http.statistics.joined == 0)
  }

  /// A request that gets no key, and on whose behalf it is sent.
  struct Refused: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let request: URLRequest
    var identity = RequestIdentity.anonymous
  }

  @Test(
    "41: a request that gets no key is sent alone, never merged and never failed, and is counted",
    arguments: try [
      Refused(testDescription: "no credentials", request: .make(), identity: .credentials),
      Refused(testDescription: "method", request: .make(method: "DELETE")),
      Refused(testDescription: "body", request: .make(body: "b")),
      Refused(testDescription: "method override", request: .make(headers: ["X-HTTP-Method-Override": "DELETE"])),
      Refused(testDescription: "URL", request: .make("file:///x")),
    ]
  )
  func requestThatGetsNoKeyIsSentAloneAndCounted(refused: Refused) async throws {
    let http = coalescer()
    let callers = (1...2).map { _ in http.fetch(refused.request, identity: refused.identity) }
    let invocations = [try await transport.sent(), try await transport.sent()]
    for (number, invocation) in invocations.enumerated() { try invocation.answer("alone \(number)") }
    var bodies: Set<String> = []
    for caller in callers { bodies.insert(try await caller.value) }
    #expect(bodies == ["alone 0", "alone 1"])
    #expect(http.statistics.unshared == 2)
    #expect(http.statistics.started == 0)
    #expect(http.statistics == probe.group.statistics)
  }

  @TaskLocal private static var mark = ""

  @Test(arguments: ["GET", "POST"], [nil, RequestID()])
  func transportSeesTheTaskLocalValuesOfTheCall(method: String, id: RequestID?) async throws {
    let http = HTTPCoalescer(transport: { _ in try httpAnswer(Self.mark) })
    let request = try URLRequest.make(method: method)
    let (data, _) = try await Self.$mark.withValue("of the call") {
      try await http.data(for: request, identity: .anonymous, id: id)
    }
    #expect(String(decoding: data, as: UTF8.self) == "of the call")
  }

  @Test func callThatAsksForTheNextFlightIsNotAnsweredByTheCurrentOne() async throws {
    let http = coalescer()
    let request = try URLRequest.make()
    let before = http.fetch(request)
    let invocation = try await transport.sent()
    let refreshes = (1...2).map { _ in
      Task { try await http.data(for: request, identity: .anonymous, joining: .next).0 }
    }
    try await probe.waiting(3)
    #expect(transport.count == 1)
    try invocation.answer("old")
    #expect(try await before.value == "old")
    try await transport.sent().answer("new")
    for refresh in refreshes { #expect(try await refresh.value == Data("new".utf8)) }
    #expect(transport.count == 2)
  }

  @Test func policyDecidesWhatACallJoinsThatDoesNotSay() async throws {
    var policy = FlightPolicy()
    policy.joining = .next
    let http = coalescer(policy: policy)
    let request = try URLRequest.make()
    let callers = [http.fetch(request), http.fetch(request)]
    try await probe.waiting(2)
    try await transport.sent().answer()
    try await transport.sent().answer()
    for caller in callers { _ = try await caller.value }
  }

  @MainActor @Test func callWithoutAnIDHasJoinedBeforeItsActorGoesOn() async throws {
    let http = coalescer()
    let request = try URLRequest.make()
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
    let callers = (1...2).map { _ in Task.immediate { try await http.data(for: request, identity: .anonymous).1.statusCode } }
    #expect(http.statistics.waiting == 2)
    try await transport.sent().answer(status: 204)
    for caller in callers { #expect(try await caller.value == 204) }
  }

  @Test func responseThatIsNotHTTPIsANamedError() async throws {
    let url = try #require(URL(string: "data:,x"))
    let http = HTTPCoalescer(transport: { _ in
      (Data(), URLResponse(url: url, mimeType: nil, expectedContentLength: 0, textEncodingName: nil))
    })
    for request in [try URLRequest.make(), URLRequest(url: url)] {
      await #expect(throws: NonHTTPResponseError()) { try await http.data(for: request, identity: .anonymous) }
    }
    #expect("\(NonHTTPResponseError())" == "NonHTTPResponseError: the transport answered with a response that is not HTTP")
  }

  @Test func errorOfTheTransportReachesEveryCallerAndIsNotRemembered() async throws {
    let http = coalescer()
    let request = try URLRequest.make()
    let callers = [http.fetch(request), http.fetch(request)]
    try await probe.waiting(2)
    try await transport.sent().fail(with: URLError(.timedOut))
    for caller in callers { await #expect(throws: URLError(.timedOut)) { try await caller.value } }
    let again = http.fetch(request)
    try await transport.sent().answer("again")
    #expect(try await again.value == "again")
  }

  /// The exercise of the field: what retries stands inside the flight.
  @Test func retryInsideTheFlightIsOneRetryForAllCallers() async throws {
    let http = HTTPCoalescer(
      transport: { [transport] request in
        let answer = try await transport.function(request)
        guard (answer.1 as? HTTPURLResponse)?.statusCode == 503 else { return answer }
        return try await transport.function(request)
      },
      in: probe.group
    )
    let request = try URLRequest.make()
    let callers = (1...20).map { _ in http.fetch(request) }
    try await probe.waiting(20)
    try await transport.sent().answer("busy", status: 503)
    try await transport.sent().answer("ready")
    for caller in callers { #expect(try await caller.value == "ready") }
    #expect(transport.count == 2)
  }
}
