import Coalesced
import CoalescedTesting
import Testing

/// `Coalescer.init(policy:in:sharedWhen:)`.
@Suite struct SharedWhenTests {
  private func gated(_ change: (inout FlightPolicy) -> Void = { _ in }) -> Stage {
    Stage(change, sharedWhen: { _, value in value.hasPrefix("public") })
  }

  /// Ends the next invocations, of callers that run on their own, side by side.
  private func endAlone(_ stage: Stage, _ count: Int) async throws {
    var invocations: [SuspendedInvocation<Int, String>] = []
    for _ in 0..<count { invocations.append(try await stage.operation.nextInvocation()) }
    for invocation in invocations { invocation.succeed(with: "own") }
  }

  /// Under `.wait` a cancelled caller throws once its flight has landed, also where it would have to run the operation itself.
  @Test func aCancelledCallerThatWaitsForTheLandingRunsNothingWhenItMayNotShare() async throws {
    let stage = Stage({ $0.callerCancellation = .wait }, sharedWhen: { _, _ in false })
    let callers = try await stage.callers(3)
    callers[2].cancel()
    try await stage.operation.nextInvocation().succeed(with: "one")
    #expect(try await callers[0].ending == .value("one"))
    try await stage.operation.nextInvocation().succeed(with: "own")
    #expect(try await callers[1].ending == .value("own"))
    #expect(try await callers[2].ending == .cancelled)
    #expect(stage.operation.invocationCount == 2)
    #expect(stage.statistics.unshared == 2)
  }

  @Test func aValueThatMayBeSharedReachesEveryone() async throws {
    let stage = gated()
    let callers = try await stage.callers(3)
    try await stage.operation.nextInvocation().succeed(with: "public")
    #expect(try await endings(of: callers) == Array(repeating: .value("public"), count: 3))
    #expect(stage.statistics.unshared == 0)
  }

  @Test func aValueThatMayNotReachesTheCallerThatLedAndTheRestRunTheirOwnSideBySide() async throws {
    let stage = gated()
    let callers = try await stage.callers(4)
    try await stage.operation.nextInvocation().succeed(with: "private")
    #expect(try await callers[0].ending == .value("private"))
    try await endAlone(stage, 3)
    #expect(try await endings(of: Array(callers.dropFirst())) == Array(repeating: .value("own"), count: 3))
    #expect(stage.statistics.unshared == 3)
    #expect(stage.statistics.succeeded == 1)
    #expect(stage.statistics.started == 1)
  }

  @Test func whereTheCallerThatLedHasLeftExactlyOneOtherGetsIt() async throws {
    let stage = gated()
    let callers = try await stage.callers(4)
    callers[0].cancel()
    #expect(try await callers[0].ending == .cancelled)
    try await stage.operation.nextInvocation().succeed(with: "private")
    try await endAlone(stage, 2)
    let ends = try await endings(of: Array(callers.dropFirst()))
    #expect(ends.filter { $0 == .value("private") }.count == 1)
    #expect(ends.filter { $0 == .value("own") }.count == 2)
    #expect(stage.statistics.unshared == 2)
  }

  @Test func aCallerAloneGetsItsValue() async throws {
    let stage = gated()
    let caller = try await stage.caller()
    try await stage.operation.nextInvocation().succeed(with: "private")
    #expect(try await caller.ending == .value("private"))
    #expect(stage.statistics.unshared == 0)
  }

  @Test func anErrorIsAlwaysShared() async throws {
    let stage = gated()
    let callers = try await stage.callers(3)
    try await stage.operation.nextInvocation().fail(with: TestError())
    #expect(try await endings(of: callers) == Array(repeating: .failed(TestError()), count: 3))
  }

  @Test func aValueThatMayNotBeSharedIsNotServedAgain() async throws {
    let stage = gated { $0.reuseWindow = .seconds(10) }
    let first = try await stage.caller()
    try await stage.operation.nextInvocation().succeed(with: "private")
    #expect(try await first.ending == .value("private"))
    let second = try await stage.caller()
    try await stage.operation.nextInvocation().succeed(with: "public")
    #expect(try await second.ending == .value("public"))
    #expect(try await stage.call().ending == .value("public"))
  }

  @Test func theQuestionIsAskedOncePerLandingWithKeyAndValue() async throws {
    let asked = Log<String>()
    let stage = Stage(sharedWhen: { key, value in
      asked.append("\(key) \(value)")
      return false
    })
    let callers = try await stage.callers(3, of: 7)
    try await stage.operation.nextInvocation().succeed(with: "seven")
    #expect(try await callers[0].ending == .value("seven"))
    try await endAlone(stage, 2)
    #expect(try await endings(of: Array(callers.dropFirst())) == [.value("own"), .value("own")])
    #expect(asked.elements == ["7 seven"])
  }

  @Test func aCallerThatRunsItsOwnIsCancelledAsTheUnwrappedFunctionWouldBe() async throws {
    let stage = gated()
    let callers = try await stage.callers(2)
    try await stage.operation.nextInvocation().succeed(with: "private")
    #expect(try await callers[0].ending == .value("private"))
    let own = try await stage.operation.nextInvocation()
    callers[1].cancel()
    try await own.waitForCancellation()
    own.succeed(with: "all the same")
    #expect(try await callers[1].ending == .value("all the same"))
  }

  @Test func anOwnersCancelReachesEveryoneBeforeTheLanding() async throws {
    let stage = gated()
    let callers = try await stage.callers(3)
    #expect(stage.coalescer.cancel(1) == 3)
    #expect(try await endings(of: callers) == Array(repeating: .flightCancelled, count: 3))
    try await stage.operation.nextInvocation().endUnseen()
    #expect(stage.operation.invocationCount == 1)
  }

  @Test func theSuccessorOfAValueThatMayNotBeSharedStartsAllTheSame() async throws {
    let stage = gated { $0.joining = .next }
    let first = try await stage.caller()
    let second = try await stage.callers(2)
    try await stage.operation.nextInvocation().succeed(with: "private")
    #expect(try await first.ending == .value("private"))
    try await stage.operation.nextInvocation().succeed(with: "private")
    #expect(try await second[0].ending == .value("private"))
    try await endAlone(stage, 1)
    #expect(try await second[1].ending == .value("own"))
  }

  @Test func callersThatRunTheirOwnTakeNoPermit() async throws {
    let stage = gated { $0.concurrencyLimit = 1 }
    let callers = try await stage.callers(3)
    try await stage.operation.nextInvocation().succeed(with: "private")
    #expect(try await callers[0].ending == .value("private"))
    try await endAlone(stage, 2)
    #expect(try await endings(of: Array(callers.dropFirst())) == [.value("own"), .value("own")])
  }

  @Test func aFlightThatIsOverIsNotAskedFor() async throws {
    let asked = Log<String>()
    let stage = Stage(sharedWhen: { _, value in
      asked.append(value)
      return true
    })
    try await stage.abandonedInvocation().succeed(with: "nobody's")
    await stage.coalescer.idle()
    #expect(asked.elements.isEmpty)
  }
}
