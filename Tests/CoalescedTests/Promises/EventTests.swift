import Coalesced
import CoalescedTesting
import Testing

@Suite struct EventTests {
  private struct Watched {
    let events = Log<FlightEvent>()
    let operation = SuspendedOperation<Int, String>()
    let coalescer: Coalescer<Int, String>
    let fetch: @Sendable (Int) async throws -> String

    init(_ change: (inout FlightPolicy) -> Void = { _ in }, sharedWhen: (@Sendable (Int, String) -> Bool)? = nil) {
      var policy = FlightPolicy()
      policy.clock = ManualClock()
      change(&policy)
      let group = FlightGroup(label: "watched") { [events] in events.append($0) }
      if let sharedWhen {
        coalescer = Coalescer(policy: policy, in: group, sharedWhen: sharedWhen)
      } else {
        coalescer = Coalescer(policy: policy, in: group)
      }
      fetch = coalesced(operation.function, keyedBy: { $0 }, through: coalescer)
    }

    var kinds: [FlightEvent.Kind] { events.elements.map(\.kind) }

    /// A call that is reported as the `count`th event or earlier.
    func caller(of key: Int = 1, reports count: Int) async throws -> Task<String, any Error> {
      let caller = Task { [fetch] in try await fetch(key) }
      try await events.first(count)
      return caller
    }
  }

  @Test func aFlightsLifeIsReportedInItsOrder() async throws {
    let watched = Watched()
    let first = try await watched.caller(reports: 1)
    let second = try await watched.caller(reports: 2)
    first.cancel()
    #expect(try await first.ending == .cancelled)
    try await watched.operation.nextInvocation().succeed(with: "one")
    #expect(try await second.ending == .value("one"))
    // Whoever goes on after an event has been reported before.
    #expect(watched.kinds == [.started, .joined, .left, .succeeded])
    #expect(watched.events.elements.map(\.waiting) == [1, 2, 1, 0])
    #expect(Set(watched.events.elements.map(\.flight)).count == 1)
    #expect(watched.events.elements.allSatisfy { $0.flight != nil && $0.scopeLabel == "watched" })
    let instants = watched.events.elements.map(\.instant)
    #expect(instants == instants.sorted())
  }

  @Test func anInstantOperationIsStartedBeforeItSucceeds() async throws {
    let events = Log<FlightEvent.Kind>()
    let fetch = coalesced({ (key: Int) in key }, in: FlightGroup { events.append($0.kind) })
    #expect(try await fetch(1) == 1)
    #expect(events.elements == [.started, .succeeded])
  }

  @Test func eachFlightHasAnIDOfItsOwn() async throws {
    let ids = Log<FlightEvent.FlightID?>()
    let group = FlightGroup { event in if event.kind == .started { ids.append(event.flight) } }
    let one = coalesced({ (key: Int) in key }, in: group)
    let other = coalesced({ (key: Int) in key }, in: group)
    for _ in 0..<3 {
      _ = try await one(1)
      _ = try await other(1)
    }
    #expect(Set(ids.elements).count == 6)
  }

  @Test func failingAbandoningCancellingAndForgettingAreReported() async throws {
    let watched = Watched()
    let failing = try await watched.caller(of: 1, reports: 1)
    try await watched.operation.nextInvocation().fail(with: TestError())
    #expect(try await failing.ending == .failed(TestError()))
    #expect(watched.kinds == [.started, .failed])

    let leaving = try await watched.caller(of: 2, reports: 3)
    leaving.cancel()
    #expect(try await leaving.ending == .cancelled)
    #expect(watched.kinds.dropFirst(2) == [.started, .left, .abandoned])

    let cancelled = try await watched.caller(of: 3, reports: 6)
    watched.coalescer.cancel(3)
    #expect(try await cancelled.ending == .flightCancelled)
    #expect(watched.kinds.dropFirst(5) == [.started, .cancelled])

    let forgotten = try await watched.caller(of: 4, reports: 8)
    watched.coalescer.forget(4)
    #expect(watched.kinds.dropFirst(7) == [.started, .forgotten])
    watched.coalescer.cancelAll()
    #expect(try await forgotten.ending == .flightCancelled)
  }

  @Test func aFlightThatWaitsIsReportedAsQueuedThenAsStarted() async throws {
    let watched = Watched { $0.concurrencyLimit = 1 }
    let first = try await watched.caller(of: 1, reports: 1)
    let second = try await watched.caller(of: 2, reports: 2)
    let third = try await watched.caller(of: 2, reports: 3)
    try await watched.operation.nextInvocation().succeed(with: "one")
    #expect(try await first.ending == .value("one"))
    #expect(watched.kinds == [.started, .queued, .joined, .succeeded, .started])
    try await watched.operation.nextInvocation().succeed(with: "two")
    #expect(try await endings(of: [second, third]) == [.value("two"), .value("two")])
    #expect(watched.kinds.last == .succeeded)
  }

  @Test func aFlightHasEndedBeforeItsSuccessorIsReportedAsStarted() async throws {
    let watched = Watched { $0.joining = .next }
    let first = try await watched.caller(reports: 1)
    let second = try await watched.caller(reports: 2)
    try await watched.operation.nextInvocation().succeed(with: "one")
    #expect(try await first.ending == .value("one"))
    #expect(watched.kinds == [.started, .queued, .succeeded, .started])
    watched.coalescer.cancelAll()
    #expect(try await second.ending == .flightCancelled)
  }

  @Test func aFlightIsForgottenBeforeItsSuccessorIsReportedAsStarted() async throws {
    let watched = Watched { $0.joining = .next }
    let first = try await watched.caller(reports: 1)
    let second = try await watched.caller(reports: 2)
    watched.coalescer.forget(1)
    #expect(watched.kinds == [.started, .queued, .forgotten, .started])
    watched.coalescer.cancelAll()
    #expect(try await endings(of: [first, second]) == [.flightCancelled, .flightCancelled])
  }

  @Test func everyUnsharedCallIsReported() async throws {
    let watched = Watched(sharedWhen: { _, _ in false })
    let leader = try await watched.caller(reports: 1)
    let joiners = [try await watched.caller(reports: 2), try await watched.caller(reports: 3)]
    try await watched.operation.nextInvocation().succeed(with: "the leader's")
    #expect(try await leader.ending == .value("the leader's"))
    for _ in joiners { try await watched.operation.nextInvocation().succeed(with: "own") }
    #expect(try await endings(of: joiners) == [.value("own"), .value("own")])
    #expect(watched.kinds.filter { $0 == .unshared }.count == watched.coalescer.statistics.unshared)
    #expect(watched.coalescer.statistics.unshared == 2)
  }

  @Test func aServedValueIsReportedAsAJoin() async throws {
    let watched = Watched { $0.reuseWindow = .seconds(10) }
    let first = try await watched.caller(reports: 1)
    try await watched.operation.nextInvocation().succeed(with: "one")
    #expect(try await first.ending == .value("one"))
    #expect(try await watched.fetch(1) == "one")
    #expect(watched.kinds == [.started, .succeeded, .joined])
  }
}
