import Coalesced
import CoalescedTesting
import Testing

/// `FlightGroup`: many scopes, of any key and output types.
@Suite struct GroupTests {
  private struct Mixed {
    let probe = FlightProbe()
    let numbers = SuspendedOperation<Int, String>()
    let words = SuspendedOperation<String, Bool, Int>()
    let number: Task<String, any Error>
    let word: Task<Int, any Error>

    init() async throws {
      let fetchNumber = coalesced(numbers.function, in: probe.group)
      let fetchWord = coalesced(words.function, in: probe.group)
      number = Task { try await fetchNumber(1) }
      word = Task { try await fetchWord("a", true) }
      try await probe.waiting(2)
    }
  }

  @Test func cancelAllReachesScopesOfEveryType() async throws {
    let mixed = try await Mixed()
    #expect(mixed.probe.group.cancelAll(throwing: TestError(2)) == 2)
    #expect(try await mixed.number.ending == .failed(TestError(2)))
    #expect(try await mixed.word.ending == .failed(TestError(2)))
    try await mixed.numbers.nextInvocation().waitForCancellation()
    try await mixed.words.nextInvocation().waitForCancellation()
    #expect(mixed.probe.group.cancelAll() == 0)
    #expect(mixed.probe.group.statistics.cancelled == 2)
  }

  @Test func cancelAllThrowsFlightCancelledErrorUnlessToldOtherwise() async throws {
    let mixed = try await Mixed()
    mixed.probe.group.cancelAll()
    #expect(try await mixed.number.ending == .flightCancelled)
    #expect(try await mixed.word.ending == .flightCancelled)
  }

  @Test func forgetAllReachesScopesOfEveryType() async throws {
    let mixed = try await Mixed()
    #expect(mixed.probe.group.forgetAll() == 2)
    #expect(mixed.probe.group.forgetAll() == 0)
    try await mixed.numbers.nextInvocation().succeed(with: "one")
    try await mixed.words.nextInvocation().succeed(with: 5)
    #expect(try await mixed.number.ending == .value("one"))
    #expect(try await mixed.word.ending == .value(5))
    #expect(mixed.probe.group.statistics.forgotten == 2)
    #expect(mixed.probe.group.statistics.succeeded == 2)
  }

  @Test func idleWaitsForEveryScope() async throws {
    let mixed = try await Mixed()
    let order = Log<String>()
    let idler = Task {
      await mixed.probe.group.idle()
      order.append("idle")
    }
    order.append("number")
    try await mixed.numbers.nextInvocation().succeed(with: "one")
    #expect(try await mixed.number.ending == .value("one"))
    order.append("word")
    try await mixed.words.nextInvocation().succeed(with: 5)
    await idler.value
    #expect(order.elements == ["number", "word", "idle"])
    #expect(try await mixed.word.ending == .value(5))
  }

  @Test func statisticsAreTheSumAlsoOfScopesThatAreGone() async throws {
    let group = FlightGroup()
    for round in 1...3 {
      do {
        let fetch = coalesced({ (key: Int) in key }, in: group)
        let fail = coalesced({ (key: Int) -> Int in throw TestError(key) }, in: group)
        _ = try await fetch(1)
        _ = try? await fail(1)
      }
      #expect(group.statistics.started == 2 * round)
      #expect(group.statistics.succeeded == round)
      #expect(group.statistics.failed == round)
      #expect(group.statistics.inFlight == 0)
    }
  }

  @Test func statisticsHaveEveryFieldOfEveryScope() async throws {
    let probe = FlightProbe()
    let operation = SuspendedOperation<Int, String>()
    let one = coalesced(operation.function, in: probe.group)
    let nilKey: @Sendable (Int) -> Int? = { _ in nil }
    let direct = coalesced({ (key: Int) in key }, keyedBy: nilKey, in: probe.group)
    let leader = Task { try await one(1) }
    try await probe.waiting(1)
    let joiner = Task { try await one(1) }
    try await probe.waiting(2)
    let leaver = Task { try await one(2) }
    try await probe.waiting(3)
    leaver.cancel()
    #expect(try await leaver.ending == .cancelled)
    #expect(try await direct(1) == 1)
    let statistics = probe.group.statistics
    #expect(statistics.started == 2)
    #expect(statistics.inFlight == 1)
    #expect(statistics.waiting == 2)
    #expect(statistics.joined == 1)
    #expect(statistics.left == 1)
    #expect(statistics.abandoned == 1)
    #expect(statistics.unshared == 1)
    try await operation.nextInvocation().succeed(with: "one")
    #expect(try await endings(of: [leader, joiner]) == [.value("one"), .value("one")])
    #expect(probe.group.statistics.waiting == 0)
  }

  @Test func aScopeWithoutAGroupTellsNobody() async throws {
    let coalescer = Coalescer<Int, Int>()
    #expect(try await coalescer.value(for: 1) { 5 } == 5)
    #expect(coalescer.statistics.succeeded == 1)
  }
}
