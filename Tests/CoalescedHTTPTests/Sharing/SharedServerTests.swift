import Coalesced
import CoalescedHTTP
import CoalescedTesting
import Foundation
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What becomes of a response that may not go to several callers.
@Suite struct SharedServerTests {
  private let transport = FakeTransport()
  private let probe = FlightProbe(patience: .ample)
  private let clock = ManualClock()

  private func coalescer(_ sharing: ResponseSharing = .sharedServer, reuseWindow: Duration? = nil, limit: Int? = nil) -> HTTPCoalescer {
    var policy = FlightPolicy()
    policy.clock = clock
    policy.reuseWindow = reuseWindow
    policy.concurrencyLimit = limit
    return HTTPCoalescer(transport: transport.function, sharing: sharing, policy: policy, in: probe.group)
  }

  @Test("39: a private response goes to the caller that led, and the others send their own in parallel", arguments: [nil, 1])
  func privateResponseGoesToTheCallerThatLedAndTheOthersSendTheirOwnInParallel(limit: Int?) async throws {
    let http = coalescer(limit: limit)
    let request = try URLRequest.make()
    let leader = http.fetch(request)
    let first = try await transport.sent()
    let joiners = (1...3).map { _ in http.fetch(request) }
    try await probe.waiting(4)
    try first.answer("the leader's", headers: ["Set-Cookie": "session=1"])
    #expect(try await leader.value == "the leader's")
    // All three are sent before any is answered.
    let own = [try await transport.sent(), try await transport.sent(), try await transport.sent()]
    for (number, invocation) in own.enumerated() { try invocation.answer("own \(number)", headers: ["Set-Cookie": "session=2"]) }
    var bodies: Set<String> = []
    for joiner in joiners { bodies.insert(try await joiner.value) }
    #expect(bodies == ["own 0", "own 1", "own 2"])
    #expect(http.statistics.unshared == 3)
  }

  @Test func privateResponseGoesToOneOtherWhereTheLeaderLeft() async throws {
    let http = coalescer()
    let request = try URLRequest.make()
    let leader = http.fetch(request)
    let first = try await transport.sent()
    let joiners = [http.fetch(request), http.fetch(request)]
    try await probe.waiting(3)
    leader.cancel()
    await #expect(throws: CancellationError.self) { try await leader.value }
    try first.answer("of one", headers: ["Cache-Control": "private"])
    try await transport.sent().answer("of the other")
    var bodies: Set<String> = []
    for joiner in joiners { bodies.insert(try await joiner.value) }
    #expect(bodies == ["of one", "of the other"])
    #expect(transport.count == 2)
  }

  @Test func keyOfAPrivateResponseIsSentAloneForAMinute() async throws {
    let http = coalescer()
    let request = try URLRequest.make()
    let leader = http.fetch(request)
    try await transport.sent().answer(headers: ["Cache-Control": "private"])
    _ = try await leader.value
    clock.advance(by: .seconds(59))

    let alone = [http.fetch(request), http.fetch(request)]
    for _ in alone { try await transport.sent().answer("alone") }
    for caller in alone { #expect(try await caller.value == "alone") }
    #expect(http.statistics.started == 1)
    #expect(http.statistics.unshared == 2)

    let other = http.fetch(try URLRequest.make("http://example.com/other"))
    try await transport.sent().answer()
    _ = try await other.value
    #expect(http.statistics.started == 2)

    clock.advance(by: .seconds(1))
    let together = [http.fetch(request), http.fetch(request)]
    try await probe.waiting(2)
    try await transport.sent().answer("together")
    for caller in together { #expect(try await caller.value == "together") }
    #expect(transport.count == 5)
  }

  @Test func responseThatMayBeSharedIs() async throws {
    let http = coalescer()
    let request = try URLRequest.make(headers: ["Authorization": "Bearer a"])
    let callers = (1...3).map { _ in http.fetch(request, identity: .credentials) }
    try await probe.waiting(3)
    try await transport.sent().answer("for all", headers: ["Cache-Control": "public"])
    for caller in callers { #expect(try await caller.value == "for all") }
    #expect(transport.count == 1)
  }

  @Test func errorIsSharedAndRemembersNothing() async throws {
    let http = coalescer()
    let request = try URLRequest.make()
    let callers = (1...2).map { _ in http.fetch(request) }
    try await probe.waiting(2)
    try await transport.sent().fail(with: URLError(.timedOut))
    for caller in callers { await #expect(throws: URLError(.timedOut)) { try await caller.value } }
    #expect(transport.count == 1)
    #expect(http.statistics.unshared == 0)
  }

  @Test func privateClientSharesWhatAServerMayNot() async throws {
    let http = coalescer(.privateClient)
    let request = try URLRequest.make()
    let callers = (1...3).map { _ in http.fetch(request) }
    try await probe.waiting(3)
    try await transport.sent().answer("mine", headers: ["Set-Cookie": "a=b", "Cache-Control": "private", "Vary": "*"])
    for caller in callers { #expect(try await caller.value == "mine") }
  }

  @Test func privateResponseIsNotServedAgain() async throws {
    let http = coalescer(reuseWindow: .seconds(600))
    let request = try URLRequest.make()
    for round in ["private", "private", "public"] {
      let caller = http.fetch(request)
      try await transport.sent().answer(round, headers: ["Cache-Control": round])
      #expect(try await caller.value == round)
      clock.advance(by: .seconds(60))
    }
    #expect(try await http.fetch(request).value == "public")
  }
}
