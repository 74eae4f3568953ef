import Coalesced
import CoalescedTesting
import Testing

/// `callerCancellation: .wait`.
@Suite struct WaitTests {
  /// Under every abandonment: a caller that waits never abandons.
  static let abandonments: [FlightPolicy.Abandonment] = [.cancel, .cancelAfter(.seconds(1)), .cancelAndDrain, .finish]

  @Test(arguments: abandonments)
  func aCancelledCallerWaitsForTheLandingAndThrowsInPlaceOfTheValue(abandonment: FlightPolicy.Abandonment) async throws {
    let stage = Stage {
      $0.callerCancellation = .wait
      $0.abandonment = abandonment
    }
    let callers = try await stage.callers(2)
    let invocation = try await stage.operation.nextInvocation()
    for caller in callers { caller.cancel() }
    #expect(stage.coalescer.callerCount(for: 1) == 2)
    #expect(!invocation.isCancelled)
    invocation.succeed(with: "one")
    #expect(try await endings(of: callers) == [.cancelled, .cancelled])
    #expect(stage.statistics.left == 0)
    #expect(stage.statistics.abandoned == 0)
    #expect(stage.statistics.succeeded == 1)
  }

  @Test func anErrorReachesACancelledCallerAsItIs() async throws {
    let stage = Stage { $0.callerCancellation = .wait }
    let callers = try await stage.callers(2)
    callers[1].cancel()
    try await stage.operation.nextInvocation().fail(with: TestError(6))
    #expect(try await endings(of: callers) == [.failed(TestError(6)), .failed(TestError(6))])
  }

  @Test func othersGetTheValue() async throws {
    let stage = Stage { $0.callerCancellation = .wait }
    let callers = try await stage.callers(3)
    callers[0].cancel()
    try await stage.operation.nextInvocation().succeed(with: "one")
    #expect(try await endings(of: callers) == [.cancelled, .value("one"), .value("one")])
  }

  @Test func theOwnersErrorReachesACancelledCallerAtOnce() async throws {
    let stage = Stage { $0.callerCancellation = .wait }
    let caller = try await stage.caller()
    caller.cancel()
    #expect(stage.coalescer.cancel(1) == 1)
    #expect(try await caller.ending == .flightCancelled)
  }

  @Test func aCallerThatIsCancelledBeforeItCallsStartsNothing() async throws {
    let stage = Stage { $0.callerCancellation = .wait }
    let caller = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await stage.fetch(1)
    }
    #expect(try await caller.ending == .cancelled)
    #expect(stage.operation.invocationCount == 0)
  }

  @Test func aCancelledCallerOfAQueuedFlightWaitsUntilItHasRun() async throws {
    let stage = Stage {
      $0.callerCancellation = .wait
      $0.concurrencyLimit = 1
    }
    let first = try await stage.caller(of: 1)
    let second = try await stage.caller(of: 2)
    second.cancel()
    try await stage.operation.nextInvocation().succeed(with: "one")
    #expect(try await first.ending == .value("one"))
    try await stage.operation.nextInvocation().succeed(with: "two")
    #expect(try await second.ending == .cancelled)
  }

  @Test func aCancelledCallerOfASuccessorWaitsForItsLanding() async throws {
    let stage = Stage {
      $0.callerCancellation = .wait
      $0.joining = .next
    }
    let first = try await stage.caller()
    let second = try await stage.caller()
    second.cancel()
    try await stage.operation.nextInvocation().succeed(with: "one")
    #expect(try await first.ending == .value("one"))
    try await stage.operation.nextInvocation().succeed(with: "two")
    #expect(try await second.ending == .cancelled)
  }

  @Test func theValueThatACancelledCallerDidNotGetIsServedToOthers() async throws {
    let stage = Stage {
      $0.callerCancellation = .wait
      $0.reuseWindow = .seconds(1)
    }
    let caller = try await stage.caller()
    caller.cancel()
    try await stage.operation.nextInvocation().succeed(with: "one")
    #expect(try await caller.ending == .cancelled)
    #expect(try await stage.call().ending == .value("one"))
  }

  @Test func aCancelledCallerOfAForgottenFlightWaitsForItsLanding() async throws {
    let stage = Stage {
      $0.callerCancellation = .wait
      $0.joinWindow = .seconds(1)
    }
    let old = try await stage.caller()
    stage.clock.advance(by: .seconds(1))
    let new = try await stage.caller()
    old.cancel()
    let first = try await stage.operation.nextInvocation()
    try await stage.operation.nextInvocation().succeed(with: "new")
    #expect(try await new.ending == .value("new"))
    #expect(!first.isCancelled)
    first.succeed(with: "old")
    #expect(try await old.ending == .cancelled)
  }
}
