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
  private let probe = FlightProbe()

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

  /// Field faults 28 to 38, each through the coalescer.
  @Test(
    arguments: try [
      (URLRequest.make(method: "POST"), URLRequest.make(method: "POST")),
      (URLRequest.make(body: "b"), URLRequest.make(body: "b")),
      (URLRequest.make(headers: ["A": "1\nB: 2"]), URLRequest.make(headers: ["A": "1", "B": "2"])),
      (URLRequest.make(headers: ["Authorization": "Bearer a"]), URLRequest.make(headers: ["Authorization": "Bearer b"])),
      (URLRequest.make(headers: ["If-None-Match": "\"1\""]), URLRequest.make(headers: ["If-None-Match": "\"2\""])),
      (URLRequest.make(method: "HEAD"), URLRequest.make()),
      (URLRequest.make(headers: ["Range": "bytes=0-1"]), URLRequest.make()),
      (URLRequest.make("http://example.com/?a=1&a=2"), URLRequest.make("http://example.com/?a=2&a=1")),
      (URLRequest.make("http://example.com/?a"), URLRequest.make("http://example.com/?a=")),
      (URLRequest.make("http://example.com/?q=a+b"), URLRequest.make("http://example.com/?q=a%2Bb")),
      (URLRequest.make("http://example.com/?q=a+b"), URLRequest.make("http://example.com/?q=a%20b")),
      (URLRequest.make("http://example.com/a%2Fb"), URLRequest.make("http://example.com/a/b")),
      (URLRequest.make(headers: ["X-HTTP-Method-Override": "DELETE"]), URLRequest.make(headers: ["X-HTTP-Method-Override": "DELETE"])),
    ]
  )
  func differentRequestsAreBothSent(_ left: URLRequest, _ right: URLRequest) async throws {
    let http = coalescer()
    let first = http.fetch(left)
    let firstInvocation = try await transport.sent()
    let second = http.fetch(right)
    // The second is sent while the first is not answered.
    let secondInvocation = try await transport.sent()
    try firstInvocation.answer("first")
    try secondInvocation.answer("second")
    #expect(try await first.value == "first")
    #expect(try await second.value == "second")
  }

  @Test(
    arguments: try [
      (URLRequest.make("http://example.com/%7Eme"), URLRequest.make("http://example.com/~me")),
      (URLRequest.make("HTTP://Example.COM:80/x?b=2&a=1#top"), URLRequest.make("http://example.com/x?a=1&b=2")),
      (URLRequest.make(headers: ["accept": "a"]), URLRequest.make(headers: ["Accept": "a"])),
      (URLRequest.make(headers: ["traceparent": "00-1"]), URLRequest.make(headers: ["traceparent": "00-2"])),
    ]
  )
  func equivalentRequestsAreSentOnce(_ left: URLRequest, _ right: URLRequest) async throws {
    let http = coalescer()
    let callers = [http.fetch(left), http.fetch(right)]
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

  /// Field fault 41.
  @Test func requestThatGetsNoKeyIsSentAloneAndCounted() async throws {
    let http = coalescer()
    let callers = [
      http.fetch(try URLRequest.make(), identity: .credentials), http.fetch(try URLRequest.make(), identity: .credentials),
    ]
    let invocations = [try await transport.sent(), try await transport.sent()]
    for invocation in invocations { try invocation.answer("alone") }
    for caller in callers { #expect(try await caller.value == "alone") }
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
