import Coalesced
import CoalescedTesting
import Testing

/// `joinWindow`.
@Suite struct JoinWindowTests {
  @Test func aFlightIsJoinedWithinTheWindowAndForgottenAfterIt() async throws {
    let stage = Stage { $0.joinWindow = .seconds(5) }
    let first = try await stage.caller()
    stage.clock.advance(by: .seconds(4))
    let second = try await stage.caller()
    stage.clock.advance(by: .seconds(1))
    let third = try await stage.caller()
    let stuck = try await stage.operation.nextInvocation()
    try await stage.operation.nextInvocation().succeed(with: "new")
    #expect(try await third.ending == .value("new"))
    #expect(!stuck.isCancelled)
    stuck.succeed(with: "old")
    #expect(try await endings(of: [first, second]) == [.value("old"), .value("old")])
    #expect(stage.statistics.forgotten == 1)
    #expect(stage.statistics.joined == 1)
  }

  @Test func theAgeOfAFlightCountsFromItsStart() async throws {
    let stage = Stage {
      $0.joinWindow = .seconds(5)
      $0.concurrencyLimit = 1
    }
    let first = try await stage.caller(of: 1)
    let queued = try await stage.caller(of: 2)
    stage.clock.advance(by: .seconds(60))
    let joiner = try await stage.caller(of: 2)
    try await stage.operation.nextInvocation().succeed(with: "one")
    #expect(try await first.ending == .value("one"))
    let second = try await stage.operation.nextInvocation()
    stage.clock.advance(by: .seconds(4))
    let another = try await stage.caller(of: 2)
    second.succeed(with: "two")
    #expect(try await endings(of: [queued, joiner, another]) == Array(repeating: .value("two"), count: 3))
    #expect(stage.statistics.forgotten == 0)
  }

  @Test func aStuckFlightKeepsItsPermitAndTheNextOneWaitsForIt() async throws {
    let stage = Stage {
      $0.joinWindow = .seconds(5)
      $0.concurrencyLimit = 1
    }
    let first = try await stage.caller()
    stage.clock.advance(by: .seconds(5))
    let second = try await stage.caller()
    #expect(stage.operation.invocationCount == 1)
    #expect(stage.statistics.started == 1)
    try await stage.operation.nextInvocation().succeed(with: "old")
    try await stage.operation.nextInvocation().succeed(with: "new")
    #expect(try await endings(of: [first, second]) == [.value("old"), .value("new")])
  }

  @Test func aWindowOfNoTimeSharesNothing() async throws {
    let stage = Stage { $0.joinWindow = .zero }
    let callers = try await stage.callers(3)
    for _ in callers { try await stage.operation.nextInvocation().succeed(with: "own") }
    #expect(try await endings(of: callers) == Array(repeating: .value("own"), count: 3))
    #expect(stage.statistics.joined == 0)
  }

  @Test func whatAForgottenFlightReturnsIsNotServedAgain() async throws {
    let stage = Stage {
      $0.joinWindow = .seconds(5)
      $0.reuseWindow = .seconds(60)
    }
    let first = try await stage.caller()
    stage.clock.advance(by: .seconds(5))
    let second = try await stage.caller()
    let old = try await stage.operation.nextInvocation()
    try await stage.operation.nextInvocation().succeed(with: "new")
    #expect(try await second.ending == .value("new"))
    old.succeed(with: "old")
    #expect(try await first.ending == .value("old"))
    #expect(try await stage.call().ending == .value("new"))
  }

  @Test func aServedValueIsAsOldAsTheReuseWindowAllowsWhateverTheJoinWindow() async throws {
    let stage = Stage {
      $0.joinWindow = .seconds(1)
      $0.reuseWindow = .seconds(60)
      $0.concurrencyLimit = 1
    }
    let first = try await stage.caller()
    try await stage.operation.nextInvocation().succeed(with: "one")
    #expect(try await first.ending == .value("one"))
    stage.clock.advance(by: .seconds(30))
    #expect(try await stage.call().ending == .value("one"))
    #expect(stage.operation.invocationCount == 1)
  }
}
