import Coalesced
import CoalescedHTTP
import CoalescedTesting
import Foundation
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What a call throws when it, or something else, was cancelled.
@Suite struct CancelledCallTests {
  /// The ways to an answer.
  enum Path: CaseIterable {
    /// A flight that others may join.
    case shared
    /// A request that gets no key.
    case alone
    /// A caller that joined a flight whose response may not be shared.
    case retriedByGate
    /// A request whose key is remembered as unshareable.
    case remembered
  }

  /// How a call is cancelled.
  enum Means: CaseIterable {
    case task, id

    static let waysToEnd = allCases.flatMap { [(means: $0, succeeds: true), (means: $0, succeeds: false)] }
  }

  private let transport = FakeTransport()
  private let probe = FlightProbe(patience: .ample)
  private let http: HTTPCoalescer

  init() {
    http = HTTPCoalescer(transport: transport.function, sharing: .sharedServer, in: probe.group)
  }

  /// A call on its way, and its own request.
  private func callOnItsWay(
    _ path: Path,
    id: RequestID?
  ) async throws -> (call: Call, request: FakeTransport.Sent) {
    let request = try URLRequest.make(method: path == .alone ? "POST" : "GET")
    switch path {
    case .shared, .alone:
      return (http.fetch(request, id: id), try await transport.sent())
    case .retriedByGate:
      let leader = http.fetch(request)
      let first = try await transport.sent()
      let call = http.fetch(request, id: id)
      try await probe.waiting(2)
      try first.answer(headers: ["Cache-Control": "private"])
      _ = try await leader.value
      return (call, try await transport.sent())
    case .remembered:
      let leader = http.fetch(request)
      try await transport.sent().answer(headers: ["Cache-Control": "private"])
      _ = try await leader.value
      return (http.fetch(request, id: id), try await transport.sent())
    }
  }

  @Test(arguments: Path.allCases, Means.allCases)
  func cancelledCallThrowsCancellationErrorAndItsRequestIsCancelled(path: Path, means: Means) async throws {
    let id = RequestID()
    let (call, request) = try await callOnItsWay(path, id: means == .id ? id : nil)
    switch means {
    case .task: call.cancel()
    case .id: #expect(http.cancel(id))
    }
    try await request.waitForCancellation()
    // What URLSession makes of it.
    request.fail(with: URLError(.cancelled))
    await #expect(throws: CancellationError.self) { try await call.value }
    #expect(call.isCancelled == (means == .task))
  }

  @Test(arguments: Path.allCases, Means.waysToEnd)
  func cancelledCallThrowsCancellationErrorWhateverItsTransportComesTo(path: Path, end: (means: Means, succeeds: Bool)) async throws {
    let id = RequestID()
    let (call, request) = try await callOnItsWay(path, id: end.means == .id ? id : nil)
    switch end.means {
    case .task: call.cancel()
    case .id: #expect(http.cancel(id))
    }
    try await request.waitForCancellation()
    if end.succeeds { try request.answer() } else { request.fail(with: URLError(.badServerResponse)) }
    await #expect(throws: CancellationError.self) { try await call.value }
  }

  /// `session.invalidateAndCancel()`, for one, is no cancellation of a caller.
  @Test(arguments: Path.allCases, [nil, RequestID()])
  func cancellationThatIsNotTheCallersIsPassedOn(path: Path, id: RequestID?) async throws {
    let (call, request) = try await callOnItsWay(path, id: id)
    request.fail(with: URLError(.cancelled))
    await #expect(throws: URLError(.cancelled)) { try await call.value }
  }

  @Test(arguments: ["GET", "POST"], [nil, RequestID()])
  func callThatIsCancelledBeforeItBeginsSendsNothing(method: String, id: RequestID?) async throws {
    let http = HTTPCoalescer(transport: { _ in
      Issue.record("sent")
      return try httpAnswer()
    })
    let request = try URLRequest.make(method: method)
    let call = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await http.data(for: request, identity: .anonymous, id: id).1.statusCode
    }
    await #expect(throws: CancellationError.self) { try await call.value }
    #expect(http.statistics.started == 0 && http.statistics.unshared == 0)
  }

  @Test func callThatWaitsForTheLandingThrowsCancellationErrorAfterIt() async throws {
    var policy = FlightPolicy()
    policy.callerCancellation = .wait
    let http = HTTPCoalescer(transport: transport.function, policy: policy, in: probe.group)
    let request = try URLRequest.make()
    let call = http.fetch(request)
    let other = http.fetch(request)
    try await probe.waiting(2)
    call.cancel()
    #expect(probe.group.statistics.waiting == 2)
    try await transport.sent().answer("landed")
    await #expect(throws: CancellationError.self) { try await call.value }
    #expect(try await other.value == "landed")
  }

  @Test(arguments: Means.allCases)
  func nobodyElseNoticesThatACallLeft(means: Means) async throws {
    let id = RequestID()
    let request = try URLRequest.make()
    let leaving = http.fetch(request, id: means == .id ? id : nil)
    let invocation = try await transport.sent()
    let staying = http.fetch(request)
    try await probe.waiting(2)
    switch means {
    case .task: leaving.cancel()
    case .id: #expect(http.cancel(id))
    }
    await #expect(throws: CancellationError.self) { try await leaving.value }
    #expect(http.statistics.left == 1)
    #expect(!invocation.isCancelled)
    try invocation.answer("stayed")
    #expect(try await staying.value == "stayed")
  }

  @Test func ownerCancelsEveryFlightAndNoRequestThatIsSentAlone() async throws {
    let shared = [http.fetch(try URLRequest.make()), http.fetch(try URLRequest.make())]
    try await probe.waiting(2)
    let flight = try await transport.sent()
    let alone = http.fetch(try URLRequest.make(method: "POST"))
    let request = try await transport.sent()
    #expect(http.cancelAll() == 2)
    for caller in shared { await #expect(throws: FlightCancelledError()) { try await caller.value } }
    try await flight.waitForCancellation()
    #expect(!request.isCancelled)
    try request.answer("went on")
    #expect(try await alone.value == "went on")
    #expect(http.cancelAll() == 0)
  }
}
