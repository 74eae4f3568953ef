import Coalesced
import CoalescedTesting
import Testing

/// `abandonment: .cancelAfter`.
@Suite struct LingerTests {
  private func lingering(_ change: (inout FlightPolicy) -> Void = { _ in }) -> Stage {
    Stage {
      $0.abandonment = .cancelAfter(.seconds(10))
      change(&$0)
    }
  }

  private func leave(_ stage: Stage, of key: Int = 1) async throws {
    let leaver = try await stage.caller(of: key)
    leaver.cancel()
    #expect(try await leaver.ending == .cancelled)
    try await stage.clock.sleepers(1)
  }

  @Test func theFlightStaysJoinableUntilTheTimeIsOver() async throws {
    let stage = lingering()
    try await leave(stage)
    let invocation = try await stage.operation.nextInvocation()
    stage.clock.advance(by: .seconds(9))
    #expect(stage.coalescer.keysInFlight == [1])
    #expect(!invocation.isCancelled)
    let joiner = try await stage.caller()
    try await stage.clock.sleepers(0)
    stage.clock.advance(by: .seconds(100))
    invocation.succeed(with: "one")
    #expect(try await joiner.ending == .value("one"))
    #expect(stage.operation.invocationCount == 1)
    #expect(stage.statistics.abandoned == 0)
  }

  @Test func theFlightIsCancelledWhenTheTimeIsOver() async throws {
    let stage = lingering()
    try await leave(stage)
    stage.clock.advance(by: .seconds(10))
    try await stage.operation.nextInvocation().waitForCancellation()
    #expect(stage.coalescer.keysInFlight.isEmpty)
    #expect(stage.statistics.abandoned == 1)
    #expect(stage.statistics.left == 1)
  }

  @Test func eachLastLeaveStartsTheTimeAnew() async throws {
    let stage = lingering()
    try await leave(stage)
    let invocation = try await stage.operation.nextInvocation()
    for _ in 0..<3 {
      stage.clock.advance(by: .seconds(9))
      try await leave(stage)
    }
    #expect(!invocation.isCancelled)
    stage.clock.advance(by: .seconds(9))
    #expect(stage.coalescer.keysInFlight == [1])
    stage.clock.advance(by: .seconds(1))
    try await invocation.waitForCancellation()
    #expect(stage.operation.invocationCount == 1)
  }

  @Test func aFlightThatLandsWhileItLingersEndsItsTimer() async throws {
    let stage = lingering()
    try await leave(stage)
    try await stage.operation.nextInvocation().succeed(with: "nobody's")
    try await stage.clock.sleepers(0)
    #expect(stage.coalescer.keysInFlight.isEmpty)
    #expect(stage.statistics.succeeded == 1)
    let next = try await stage.caller()
    try await stage.operation.nextInvocation().succeed(with: "two")
    #expect(try await next.ending == .value("two"))
  }

  @Test func otherKeysLingerOnTheirOwn() async throws {
    let stage = lingering()
    try await leave(stage, of: 1)
    stage.clock.advance(by: .seconds(5))
    let leaver = try await stage.caller(of: 2)
    leaver.cancel()
    #expect(try await leaver.ending == .cancelled)
    try await stage.clock.sleepers(2)
    stage.clock.advance(by: .seconds(5))
    try await stage.probe.abandoned(1)
    #expect(stage.coalescer.keysInFlight == [2])
    stage.clock.advance(by: .seconds(5))
    try await stage.probe.abandoned(2)
  }

  @Test func aLingerOfNoTimeIsACancel() async throws {
    let stage = Stage { $0.abandonment = .cancelAfter(.zero) }
    let leaver = try await stage.caller()
    leaver.cancel()
    #expect(try await leaver.ending == .cancelled)
    try await stage.operation.nextInvocation().waitForCancellation()
    #expect(stage.statistics.abandoned == 1)
  }

  enum OwnersWay: CaseIterable { case cancel, cancelAll, forget, forgetAll }

  @Test(arguments: OwnersWay.allCases)
  func anOwnerEndsTheLinger(way: OwnersWay) async throws {
    let stage = lingering()
    try await leave(stage)
    switch way {
    case .cancel: #expect(stage.coalescer.cancel(1) == 0)
    case .cancelAll: #expect(stage.coalescer.cancelAll() == 0)
    case .forget: #expect(stage.coalescer.forget(1))
    case .forgetAll: #expect(stage.coalescer.forgetAll() == 1)
    }
    // A forgotten flight without callers cannot be joined any more, so nobody could ever get its outcome.
    try await stage.operation.nextInvocation().waitForCancellation()
    try await stage.clock.sleepers(0)
    #expect(stage.coalescer.keysInFlight.isEmpty)
    #expect(stage.statistics.inFlight == 0)
  }

  @Test func theLastCallerOfAForgottenFlightCancelsItAtOnce() async throws {
    let stage = lingering()
    let caller = try await stage.caller()
    stage.coalescer.forget(1)
    caller.cancel()
    #expect(try await caller.ending == .cancelled)
    try await stage.operation.nextInvocation().waitForCancellation()
    #expect(stage.statistics.abandoned == 1)
  }

  @Test func aLingeringFlightKeepsItsPermit() async throws {
    let stage = lingering { $0.concurrencyLimit = 1 }
    try await leave(stage, of: 1)
    let second = try await stage.caller(of: 2)
    let first = try await stage.operation.nextInvocation()
    #expect(stage.statistics.started == 1)
    stage.clock.advance(by: .seconds(10))
    try await first.waitForCancellation()
    #expect(stage.statistics.started == 1)
    first.fail(with: CancellationError())
    try await stage.operation.nextInvocation().succeed(with: "two")
    #expect(try await second.ending == .value("two"))
  }

  @Test func aFlightAbandonedWhileItWaitsForAPermitDoesNotLinger() async throws {
    let stage = lingering { $0.concurrencyLimit = 1 }
    let first = try await stage.caller(of: 1)
    let second = try await stage.caller(of: 2)
    second.cancel()
    #expect(try await second.ending == .cancelled)
    #expect(stage.coalescer.keysInFlight == [1])
    try await stage.operation.nextInvocation().succeed(with: "one")
    #expect(try await first.ending == .value("one"))
    #expect(stage.operation.invocationCount == 1)
    #expect(stage.statistics.abandoned == 0)
  }

  @Test func aSuccessorStartsWhenTheLingeringFlightIsCancelled() async throws {
    let stage = lingering { $0.joining = .next }
    try await leave(stage)
    let next = try await stage.caller()
    #expect(stage.operation.invocationCount == 1)
    stage.clock.advance(by: .seconds(10))
    try await stage.operation.nextInvocation().waitForCancellation()
    try await stage.operation.nextInvocation().succeed(with: "two")
    #expect(try await next.ending == .value("two"))
  }

  @Test func theValueOfALingeringFlightIsServedAgain() async throws {
    let stage = lingering { $0.reuseWindow = .seconds(5) }
    try await leave(stage)
    try await stage.operation.nextInvocation().succeed(with: "one")
    try await stage.probe.landed(1)
    #expect(try await stage.call().ending == .value("one"))
    #expect(stage.operation.invocationCount == 1)
  }

  @Test func aLingeringFlightThatIsTooOldIsNotJoined() async throws {
    let stage = lingering { $0.joinWindow = .seconds(3) }
    try await leave(stage)
    stage.clock.advance(by: .seconds(3))
    let next = try await stage.caller()
    try await stage.operation.nextInvocation().waitForCancellation()
    try await stage.operation.nextInvocation().succeed(with: "two")
    #expect(try await next.ending == .value("two"))
  }
}
