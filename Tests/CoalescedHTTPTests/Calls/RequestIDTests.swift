import Coalesced
import CoalescedHTTP
import CoalescedTesting
import Foundation
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Calls by their ID. What a cancelled one throws is in `CancelledCallTests`.
@Suite(.timeLimit(.minutes(15))) struct RequestIDTests {
  private let transport = FakeTransport()
  private let probe = FlightProbe(patience: .ample)
  private let http: HTTPCoalescer

  init() {
    http = HTTPCoalescer(transport: transport.function, in: probe.group)
  }

  @Test func idThatNamesNoCallCancelsNothing() async throws {
    let id = RequestID()
    #expect(!http.cancel(id))
    let call = http.fetch(try URLRequest.make(), id: id)
    try await transport.sent().answer("unharmed")
    #expect(try await call.value == "unharmed")
    #expect(!http.cancel(id))
  }

  @Test func idIsFreeAgainWhenItsCallHasEnded() async throws {
    let id = RequestID()
    for number in 1...3 {
      let call = http.fetch(try URLRequest.make(), id: id)
      let invocation = try await transport.sent()
      if number == 2 {
        #expect(http.cancel(id))
        await #expect(throws: CancellationError.self) { try await call.value }
      } else {
        try invocation.answer("\(number)")
        #expect(try await call.value == "\(number)")
      }
    }
  }

  @Test func idsOfOneCoalescerAreThoseOfItsCopies() async throws {
    let id = RequestID()
    let call = http.fetch(try URLRequest.make(), id: id)
    _ = try await transport.sent()
    let copy = http
    #expect(copy.cancel(id))
    await #expect(throws: CancellationError.self) { try await call.value }
  }

  @Test func cancellingTwiceIsCancellingOnce() async throws {
    let id = RequestID()
    let call = http.fetch(try URLRequest.make(method: "POST"), id: id)
    let request = try await transport.sent()
    #expect(http.cancel(id))
    #expect(http.cancel(id))
    try request.answer()
    await #expect(throws: CancellationError.self) { try await call.value }
  }

  @Test func callCanBeCancelledFromInsideItself() async {
    let id = RequestID()
    let calls = NamedCalls<Int>()
    for _ in 1...1_000 {
      // It runs at once, perhaps before its task is known.
      await #expect(throws: CancellationError.self) {
        try await calls.run(id) {
          #expect(calls.cancel(id))
          return 1
        }
      }
    }
  }

  @Test func cancellationOfTheCallingTaskReachesItsCall() async throws {
    let id = RequestID()
    let call = http.fetch(try URLRequest.make(), id: id)
    let invocation = try await transport.sent()
    call.cancel()
    try await invocation.waitForCancellation()
    await #expect(throws: CancellationError.self) { try await call.value }
    #expect(!http.cancel(id))
  }

  @Test(arguments: ["GET", "POST"])
  func callHasThePriorityOfItsTask(method: String) async throws {
    let (priorities, seen) = AsyncStream.makeStream(of: TaskPriority.self)
    let http = HTTPCoalescer(transport: { _ in
      seen.yield(Task.currentPriority)
      return try httpAnswer()
    })
    let call = http.fetch(try URLRequest.make(method: method), id: RequestID(), priority: .background)
    for await priority in priorities {
      #expect(priority == .background)
      break
    }
    _ = try await call.value
  }

  @Test(arguments: ["GET", "POST"])
  func callIsEscalatedWithItsTask(method: String) async throws {
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
    let (priorities, seen) = AsyncStream.makeStream(of: TaskPriority.self)
    let http = HTTPCoalescer(transport: { [transport] request in
      try await withTaskPriorityEscalationHandler {
        try await transport.function(request)
      } onPriorityEscalated: { _, priority in
        seen.yield(priority)
      }
    })
    let call = http.fetch(try URLRequest.make(method: method), id: RequestID(), priority: .background)
    let invocation = try await transport.sent()
    call.escalatePriority(to: .high)
    for await priority in priorities where priority == .high { break }
    try invocation.answer()
    _ = try await call.value
  }

  @Test func idThatNamesTwoCallsAtOnceIsAPreconditionFailure() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let transport = FakeTransport()
      let http = HTTPCoalescer(transport: transport.function)
      let id = RequestID()
      let request = try URLRequest.make()
      let first = http.fetch(request, id: id)
      _ = try await transport.sent()
      _ = try await http.data(for: request, identity: .anonymous, id: id)
      _ = try await first.value
    }
    // The words of a precondition are printed by debug builds only.
    #if DEBUG
      let words = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(words.contains("HTTPCoalescer: a RequestID names two calls at once"))
    #else
      #expect(result != nil)
    #endif
  }
}
