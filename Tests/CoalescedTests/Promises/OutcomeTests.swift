import Coalesced
import CoalescedTesting
import Testing

/// C6: whoever takes the lock first decides.
@Suite struct OutcomeTests {
  /// Runs `act` when the flight has landed and no caller has gone on, and answers how the two callers end.
  private func endings(whenLanded act: @escaping @Sendable (Coalescer<Int, String>, Task<String, any Error>?) -> Void) async throws
    -> (endings: [Ending<String>], statistics: FlightStatistics)
  {
    let scope = WeakScope<Int, String>()
    let leader = Log<Task<String, any Error>>()
    let waiting = Log<Int>()
    let group = FlightGroup { event in
      if event.kind == .joined || event.kind == .started { waiting.append(event.waiting) }
      if event.kind == .succeeded, let coalescer = scope.coalescer { act(coalescer, leader.elements.first) }
    }
    let operation = SuspendedOperation<Int, String>()
    let coalescer = Coalescer<Int, String>(in: group)
    scope.hold(coalescer)
    let fetch = coalesced(operation.function, keyedBy: { $0 }, through: coalescer)
    let first = Task { try await fetch(1) }
    leader.append(first)
    try await waiting.first(1)
    let second = Task { try await fetch(1) }
    try await waiting.first(2)
    try await operation.nextInvocation().succeed(with: "one")
    let ends = [try await first.ending, try await second.ending]
    return (ends, coalescer.statistics)
  }

  @Test func aCallerThatIsCancelledAfterTheLandingGetsTheValue() async throws {
    let (ends, statistics) = try await endings { _, leader in leader?.cancel() }
    #expect(ends == [.value("one"), .value("one")])
    #expect(statistics.left == 0)
  }

  @Test func anOwnerThatCancelsAfterTheLandingReachesNobody() async throws {
    let reached = Log<Int>()
    let (ends, statistics) = try await endings { coalescer, _ in
      reached.append(coalescer.cancel(1))
      reached.append(coalescer.cancelAll())
    }
    #expect(ends == [.value("one"), .value("one")])
    #expect(reached.elements == [0, 0])
    #expect(statistics.cancelled == 0)
    #expect(statistics.succeeded == 1)
  }

  @Test func anOwnerThatForgetsAfterTheLandingForgetsNothing() async throws {
    let forgotten = Log<Bool>()
    let (ends, statistics) = try await endings { coalescer, _ in forgotten.append(coalescer.forget(1)) }
    #expect(ends == [.value("one"), .value("one")])
    #expect(forgotten.elements == [false])
    #expect(statistics.forgotten == 0)
  }

  @Test func aCallerThatLeftStaysGoneWhenTheOperationReturns() async throws {
    let stage = Stage()
    let callers = try await stage.callers(2)
    callers[0].cancel()
    #expect(try await callers[0].ending == .cancelled)
    try await stage.operation.nextInvocation().succeed(with: "one")
    #expect(try await callers[1].ending == .value("one"))
    #expect(stage.coalescer.cancel(1) == 0)
  }

  @Test func ofTwoOwnersThatCancelOneReachesTheCallers() async throws {
    let stage = Stage()
    let callers = try await stage.callers(3)
    #expect(stage.coalescer.cancel(1, throwing: TestError(1)) == 3)
    #expect(stage.coalescer.cancel(1, throwing: TestError(2)) == 0)
    callers[0].cancel()
    #expect(try await Array(Set(CoalescedTests.endings(of: callers).map { "\($0)" })) == ["\(Ending<String>.failed(TestError(1)))"])
    #expect(stage.statistics.cancelled == 1)
    #expect(stage.statistics.left == 0)
  }

  @Test func aCallerThatLeftBeforeTheOwnerCancelledIsNotCounted() async throws {
    let stage = Stage()
    let callers = try await stage.callers(3)
    callers[1].cancel()
    #expect(try await callers[1].ending == .cancelled)
    #expect(stage.coalescer.cancel(1) == 2)
    #expect(try await CoalescedTests.endings(of: callers) == [.flightCancelled, .cancelled, .flightCancelled])
  }
}
