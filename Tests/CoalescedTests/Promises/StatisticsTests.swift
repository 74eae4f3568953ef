import Coalesced
import CoalescedTesting
import Testing

@Suite struct StatisticsTests {
  private func balances(_ statistics: FlightStatistics) -> Bool {
    let ended = statistics.succeeded + statistics.failed + statistics.abandoned + statistics.cancelled
    return statistics.started == ended + statistics.inFlight
  }

  @Test func joinedCountsTheCallsThatDidNotLead() async throws {
    let stage = Stage()
    let callers = try await stage.callers(4)
    #expect(stage.statistics.started == 1)
    #expect(stage.statistics.joined == 3)
    #expect(stage.statistics.waiting == 4)
    #expect(stage.statistics.inFlight == 1)
    try await stage.operation.nextInvocation().succeed(with: "one")
    _ = try await endings(of: callers)
    #expect(stage.statistics.waiting == 0)
    #expect(stage.statistics.inFlight == 0)
    #expect(stage.statistics.succeeded == 1)
  }

  @Test func aFlightThatWasForgottenCountsAsWhatItLandsAs() async throws {
    let stage = Stage()
    let caller = try await stage.caller()
    stage.coalescer.forget(1)
    #expect(stage.statistics.forgotten == 1)
    #expect(stage.statistics.inFlight == 1)
    try await stage.operation.nextInvocation().fail(with: TestError())
    #expect(try await caller.ending == .failed(TestError()))
    #expect(stage.statistics.failed == 1)
    #expect(stage.statistics.inFlight == 0)
  }

  /// Each event of a busy scope takes a snapshot while callers come and go on every thread.
  @Test func everySnapshotAddsUp() async throws {
    let scope = WeakScope<Int, Int>()
    let unbalanced = Log<FlightStatistics>()
    let check: @Sendable (FlightEvent) -> Void = { _ in
      guard let statistics = scope.coalescer?.statistics else { return }
      let ended = statistics.succeeded + statistics.failed + statistics.abandoned + statistics.cancelled
      if statistics.started != ended + statistics.inFlight { unbalanced.append(statistics) }
    }
    let coalescer = Coalescer<Int, Int>(in: FlightGroup(onEvent: check))
    scope.hold(coalescer)
    await withTaskGroup { group in
      for caller in 0..<200 {
        group.addTask {
          let call = Task {
            try await coalescer.value(for: caller % 7) {
              await Task.yield(); return caller
            }
          }
          if caller.isMultiple(of: 3) { call.cancel() }
          if caller.isMultiple(of: 11) { coalescer.cancel(caller % 7) }
          if caller.isMultiple(of: 13) { coalescer.forget(caller % 7) }
          _ = await call.result
        }
      }
    }
    await coalescer.idle()
    #expect(unbalanced.elements.isEmpty)
    #expect(balances(coalescer.statistics))
    #expect(coalescer.statistics.inFlight == 0)
    #expect(coalescer.statistics.waiting == 0)
  }
}
