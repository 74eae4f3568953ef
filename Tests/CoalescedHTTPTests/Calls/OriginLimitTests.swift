import Coalesced
import CoalescedHTTP
import CoalescedTesting
import Foundation
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A policy's limit counts for each origin, and costs nothing for an origin that is not in use.
@Suite struct OriginLimitTests {
  private let transport = FakeTransport()
  private let probe = FlightProbe(patience: .ample)

  private func coalescer(limit: Int, _ change: (inout FlightPolicy) -> Void = { _ in }) -> HTTPCoalescer {
    var policy = FlightPolicy()
    policy.concurrencyLimit = limit
    change(&policy)
    return HTTPCoalescer(transport: transport.function, policy: policy, in: probe.group)
  }

  private func request(_ path: Int, host: String = "a.example") throws -> URLRequest {
    try URLRequest.make("http://\(host)/\(path)")
  }

  @Test func limitCountsForEachOriginOnItsOwn() async throws {
    let http = coalescer(limit: 6)
    let hosts = ["a.example", "b.example", "a.example:8080"]
    let callers = try hosts.flatMap { host in try (1...10).map { http.fetch(try request($0, host: host)) } }
    try await probe.waiting(30)
    #expect(http.statistics.inFlight == 18)
    #expect(http.originCount == 3)
    for _ in callers { try await transport.sent().answer() }
    for caller in callers { _ = try await caller.value }
    #expect(http.statistics.succeeded == 30)
    #expect(http.originCount == 0)
  }

  @Test func userInfoMakesNoOtherOrigin() async throws {
    let http = coalescer(limit: 1)
    let callers = [
      http.fetch(try request(1)), http.fetch(try request(1, host: "me:pw@a.example")), http.fetch(try request(1, host: "A.example:80")),
    ]
    try await probe.waiting(3)
    #expect(http.originCount == 1)
    #expect(http.statistics.inFlight == 1)
    for _ in 1...2 { try await transport.sent().answer() }
    for caller in callers { _ = try await caller.value }
  }

  @Test func visibleRequestGoesBeforeThePrefetchesThatWait() async throws {
    let http = coalescer(limit: 1)
    let running = http.fetch(try request(0), priority: .background)
    let first = try await transport.sent()
    let prefetches = try (1...3).map { http.fetch(try request($0), priority: .background) }
    try await probe.waiting(4)
    let visible = http.fetch(try request(9), priority: .high)
    try await probe.waiting(5)
    try first.answer()
    let next = try await transport.sent()
    #expect(next.request.url?.path == "/9")
    try next.answer()
    _ = try await visible.value
    for _ in prefetches { try await transport.sent().answer() }
    for caller in prefetches + [running] { _ = try await caller.value }
  }

  @Test func visibleRequestMovesThePrefetchThatItJoins() async throws {
    let http = coalescer(limit: 1)
    let running = http.fetch(try request(0), priority: .background)
    let first = try await transport.sent()
    var prefetches: [Call] = []
    for path in 1...3 {
      prefetches.append(http.fetch(try request(path), priority: .background))
      try await probe.waiting(1 + path)
    }
    let visible = http.fetch(try request(3), priority: .high)
    try await probe.waiting(5)
    try first.answer()
    let next = try await transport.sent()
    #expect(next.request.url?.path == "/3")
    try next.answer("three")
    #expect(try await visible.value == "three")
    for _ in 1...2 { try await transport.sent().answer() }
    for caller in prefetches + [running] { _ = try await caller.value }
    #expect(transport.count == 4)
  }

  @Test func requestThatIsSentAloneTakesNoPermit() async throws {
    let http = coalescer(limit: 1)
    let flight = http.fetch(try request(1))
    let first = try await transport.sent()
    let post = http.fetch(try URLRequest.make("http://a.example/1", method: "POST"))
    try await transport.sent().answer("alone")
    #expect(try await post.value == "alone")
    try first.answer()
    _ = try await flight.value
  }

  @Test func requestThatUnwindsHoldsItsPermitAndItsOrigin() async throws {
    let http = coalescer(limit: 1)
    let gone = http.fetch(try request(1))
    let unwinding = try await transport.sent()
    gone.cancel()
    await #expect(throws: CancellationError.self) { try await gone.value }
    #expect(http.originCount == 1)
    let next = http.fetch(try request(2))
    try await probe.waiting(1)
    #expect(transport.count == 1)
    try unwinding.answer()
    try await transport.sent().answer("next")
    #expect(try await next.value == "next")
  }

  @Test func originIsDroppedWhenItsLastRequestHasUnwound() async throws {
    var policy = FlightPolicy()
    policy.concurrencyLimit = 1
    let scopes = OriginScopes(policy: policy, group: probe.group, sharedWhen: nil)
    let key = try RequestKey.make("http://a.example/")
    let operation = SuspendedOperation<OriginScopes.Answer>(patience: .ample)
    let call = Task { _ = try await scopes.value(for: key, joining: .current, operation: operation.function) }
    let unwinding = try await operation.nextInvocation()
    call.cancel()
    await #expect(throws: CancellationError.self) { try await call.value }
    #expect(scopes.count == 1)
    unwinding.fail(with: CancellationError())
    await scopes.dropWhenUnused(key.parts.url.origin)
    #expect(scopes.count == 0)
    #expect(scopes.statistics.abandoned == 1 && scopes.statistics.inFlight == 0)
  }

  @Test func originsOfManyHostsAreNotKept() async throws {
    var policy = FlightPolicy()
    policy.concurrencyLimit = 6
    let answer = try httpAnswer()
    let group = FlightGroup()
    let http = HTTPCoalescer(transport: { _ in answer }, policy: policy, in: group)
    for host in 0..<10_000 {
      _ = try await http.data(for: try request(1, host: "\(host).example"), identity: .anonymous)
      if host % 1_000 == 0 { #expect(http.originCount == 0) }
    }
    #expect(http.originCount == 0)
    #expect(http.statistics.succeeded == 10_000)
    #expect(http.statistics == group.statistics)
  }

  @Test func ownerCancelsTheFlightsOfEveryOrigin() async throws {
    let http = coalescer(limit: 1)
    let callers = try ["a.example", "b.example"].flatMap { host in try (1...3).map { http.fetch(try request($0, host: host)) } }
    try await probe.waiting(6)
    #expect(http.cancelAll() == 6)
    for caller in callers { await #expect(throws: FlightCancelledError()) { try await caller.value } }
    #expect(http.statistics.cancelled == 2)
  }

  @Test func resultIsServedAgainAfterTheLastCallOfItsOrigin() async throws {
    let clock = ManualClock()
    let http = coalescer(limit: 1) {
      $0.reuseWindow = .seconds(10)
      $0.clock = clock
    }
    let first = http.fetch(try request(1))
    try await transport.sent().answer("kept")
    #expect(try await first.value == "kept")
    clock.advance(by: .seconds(9))
    #expect(try await http.fetch(try request(1)).value == "kept")
    clock.advance(by: .seconds(1))
    let late = http.fetch(try request(1))
    try await transport.sent().answer("new")
    #expect(try await late.value == "new")
  }

  @Test(arguments: [0, -1])
  func limitOfLessThanOneIsAPreconditionFailureBeforeTheFirstRequest(limit: Int) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [limit] in
      var policy = FlightPolicy()
      policy.concurrencyLimit = limit
      _ = HTTPCoalescer(policy: policy)
    }
    // The words of a precondition are printed by debug builds only.
    #if DEBUG
      let words = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(words.contains("concurrencyLimit is less than 1"))
    #else
      #expect(result != nil)
    #endif
  }
}
