import Coalesced
import CoalescedTesting
import Testing

/// `reuseWindow`.
@Suite struct ReuseWindowTests {
  private func served(_ change: (inout FlightPolicy) -> Void = { _ in }) async throws -> Stage {
    let stage = Stage {
      $0.reuseWindow = .seconds(5)
      change(&$0)
    }
    let first = try await stage.caller()
    try await stage.operation.nextInvocation().succeed(with: "one")
    #expect(try await first.ending == .value("one"))
    try await stage.clock.sleepers(1)
    return stage
  }

  @Test func aValueIsServedWithinTheWindowAndNotAfterIt() async throws {
    let stage = try await served()
    stage.clock.advance(by: .seconds(4))
    #expect(try await stage.call().ending == .value("one"))
    #expect(stage.statistics.joined == 1)
    #expect(stage.coalescer.keysInFlight.isEmpty)
    stage.clock.advance(by: .seconds(1))
    let next = try await stage.caller()
    try await stage.operation.nextInvocation().succeed(with: "two")
    #expect(try await next.ending == .value("two"))
  }

  @Test func servingAValueDoesNotExtendItsWindow() async throws {
    let stage = try await served()
    for _ in 0..<4 {
      stage.clock.advance(by: .seconds(1))
      #expect(try await stage.call().ending == .value("one"))
    }
    stage.clock.advance(by: .seconds(1))
    let next = try await stage.caller()
    #expect(stage.statistics.started == 2)
    next.cancel()
  }

  @Test func anErrorIsNotServed() async throws {
    let stage = Stage { $0.reuseWindow = .seconds(5) }
    let first = try await stage.caller()
    try await stage.operation.nextInvocation().fail(with: TestError())
    #expect(try await first.ending == .failed(TestError()))
    let second = try await stage.caller()
    try await stage.operation.nextInvocation().succeed(with: "two")
    #expect(try await second.ending == .value("two"))
  }

  enum OwnersWay: CaseIterable { case forget, forgetAll, cancel, cancelAll }

  @Test(arguments: OwnersWay.allCases)
  func anOwnerDropsAValueAtOnce(way: OwnersWay) async throws {
    let stage = try await served()
    switch way {
    case .forget: #expect(stage.coalescer.forget(1))
    case .forgetAll: #expect(stage.coalescer.forgetAll() == 1)
    case .cancel: #expect(stage.coalescer.cancel(1) == 0)
    case .cancelAll: #expect(stage.coalescer.cancelAll() == 0)
    }
    try await stage.clock.sleepers(0)
    let next = try await stage.caller()
    try await stage.operation.nextInvocation().succeed(with: "two")
    #expect(try await next.ending == .value("two"))
    #expect(stage.statistics.cancelled == 0)
  }

  @Test func aServedValueTakesNoPermit() async throws {
    let stage = try await served { $0.concurrencyLimit = 1 }
    let running = try await stage.caller(of: 2)
    #expect(try await stage.call(1).ending == .value("one"))
    try await stage.operation.nextInvocation().succeed(with: "two")
    #expect(try await running.ending == .value("two"))
  }

  @Test func aWindowOfNoTimeServesNothing() async throws {
    let stage = Stage { $0.reuseWindow = .zero }
    for _ in 0..<2 {
      let caller = try await stage.caller()
      try await stage.operation.nextInvocation().succeed(with: "own")
      #expect(try await caller.ending == .value("own"))
    }
    #expect(stage.operation.invocationCount == 2)
  }

  @Test func waitForFlightAndIdleDoNotWaitForAServedValue() async throws {
    let stage = try await served()
    await stage.coalescer.waitForFlight(1)
    await stage.coalescer.idle()
    #expect(stage.coalescer.callerCount(for: 1) == 0)
  }
}
