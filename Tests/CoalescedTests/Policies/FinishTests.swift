import Coalesced
import CoalescedTesting
import Testing

/// `abandonment: .finish`.
@Suite struct FinishTests {
  private func finishing(_ change: (inout FlightPolicy) -> Void = { _ in }) -> Stage {
    Stage {
      $0.abandonment = .finish
      change(&$0)
    }
  }

  @Test func theOperationRunsToItsEndAndStaysJoinable() async throws {
    let stage = finishing()
    let invocation = try await stage.abandonedInvocation()
    #expect(!invocation.isCancelled)
    #expect(stage.coalescer.keysInFlight == [1])
    #expect(stage.statistics.abandoned == 0)
    let joiner = try await stage.caller()
    invocation.succeed(with: "one")
    #expect(try await joiner.ending == .value("one"))
    #expect(stage.operation.invocationCount == 1)
    #expect(stage.statistics.left == 1)
  }

  @Test func itLandsWithoutCallers() async throws {
    let stage = finishing()
    try await stage.abandonedInvocation().succeed(with: "nobody's")
    try await stage.probe.landed(1)
    #expect(stage.statistics.succeeded == 1)
    #expect(stage.coalescer.keysInFlight.isEmpty)
  }

  @Test func anOwnerCancelsItAlsoWithoutCallers() async throws {
    let stage = finishing()
    let invocation = try await stage.abandonedInvocation()
    #expect(stage.coalescer.cancel(1) == 0)
    try await invocation.waitForCancellation()
    #expect(stage.statistics.cancelled == 1)
    #expect(stage.coalescer.keysInFlight.isEmpty)
  }

  @Test func aForgottenFlightWithoutCallersRunsToItsEnd() async throws {
    let stage = finishing()
    let invocation = try await stage.abandonedInvocation()
    #expect(stage.coalescer.forget(1))
    let next = try await stage.caller()
    try await stage.operation.nextInvocation().succeed(with: "new")
    #expect(try await next.ending == .value("new"))
    #expect(!invocation.isCancelled)
    invocation.succeed(with: "old")
    try await stage.probe.landed(2)
    #expect(stage.statistics.abandoned == 0)
    #expect(stage.statistics.succeeded == 2)
  }

  @Test func cancelAllReachesAForgottenFlightWithoutCallers() async throws {
    let stage = finishing()
    let invocation = try await stage.abandonedInvocation()
    stage.coalescer.forget(1)
    #expect(stage.coalescer.cancelAll() == 0)
    try await invocation.waitForCancellation()
    #expect(stage.statistics.cancelled == 1)
  }

  @Test func aFlightThatEveryoneLeftWhileItWaitedForAPermitNeverRuns() async throws {
    let stage = finishing { $0.concurrencyLimit = 1 }
    let first = try await stage.caller(of: 1)
    let second = try await stage.caller(of: 2)
    second.cancel()
    #expect(try await second.ending == .cancelled)
    try await stage.operation.nextInvocation().succeed(with: "one")
    #expect(try await first.ending == .value("one"))
    await stage.coalescer.idle()
    #expect(stage.operation.invocationCount == 1)
  }

  @Test func aFlightWithoutCallersKeepsItsPermit() async throws {
    let stage = finishing { $0.concurrencyLimit = 1 }
    let invocation = try await stage.abandonedInvocation(of: 1)
    let second = try await stage.caller(of: 2)
    #expect(stage.statistics.started == 1)
    invocation.succeed(with: "one")
    try await stage.operation.nextInvocation().succeed(with: "two")
    #expect(try await second.ending == .value("two"))
  }

  @Test func underNextTheSuccessorWaitsForAFlightWithoutCallers() async throws {
    let stage = finishing { $0.joining = .next }
    let invocation = try await stage.abandonedInvocation()
    let next = try await stage.caller()
    #expect(stage.operation.invocationCount == 1)
    invocation.succeed(with: "one")
    try await stage.operation.nextInvocation().succeed(with: "two")
    #expect(try await next.ending == .value("two"))
  }

  @Test func theValueOfAFlightWithoutCallersIsServedAgain() async throws {
    let stage = finishing { $0.reuseWindow = .seconds(1) }
    try await stage.abandonedInvocation().succeed(with: "one")
    try await stage.probe.landed(1)
    #expect(try await stage.call().ending == .value("one"))
  }

  @Test func aFlightWithoutCallersThatIsTooOldIsNotJoined() async throws {
    let stage = finishing { $0.joinWindow = .seconds(1) }
    let invocation = try await stage.abandonedInvocation()
    stage.clock.advance(by: .seconds(1))
    let next = try await stage.caller()
    #expect(!invocation.isCancelled)
    invocation.succeed(with: "old")
    try await stage.operation.nextInvocation().succeed(with: "new")
    #expect(try await next.ending == .value("new"))
  }
}
