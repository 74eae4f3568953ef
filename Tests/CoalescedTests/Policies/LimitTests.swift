import Coalesced
import CoalescedTesting
import Testing

/// `concurrencyLimit`.
@Suite struct LimitTests {
  private func limited(to limit: Int, _ change: (inout FlightPolicy) -> Void = { _ in }) -> Stage {
    Stage {
      $0.concurrencyLimit = limit
      change(&$0)
    }
  }

  @Test func noMoreFlightsRunThanTheLimitAndTheRestStartInTheOrderOfTheirCalls() async throws {
    let stage = limited(to: 2)
    var callers: [Task<String, any Error>] = []
    for key in 1...5 { callers.append(try await stage.caller(of: key)) }
    #expect(stage.statistics.started == 2)
    #expect(Set(stage.coalescer.keysInFlight) == [1, 2, 3, 4, 5])
    var order: [Int] = []
    for _ in 1...5 {
      #expect(stage.statistics.inFlight <= 2)
      let invocation = try await stage.operation.nextInvocation()
      order.append(invocation.arguments)
      invocation.succeed(with: "\(invocation.arguments)")
    }
    #expect(try await endings(of: callers) == (1...5).map { .value("\($0)") })
    // The first two start side by side.
    #expect(Set(order.prefix(2)) == [1, 2])
    #expect(stage.statistics.started == 5)
  }

  @Test func oneAtATimeTheyRunInTheOrderOfTheirCalls() async throws {
    let stage = limited(to: 1)
    var callers: [Task<String, any Error>] = []
    for key in 1...5 { callers.append(try await stage.caller(of: key)) }
    for key in 1...5 {
      let invocation = try await stage.operation.nextInvocation()
      #expect(invocation.arguments == key)
      #expect(stage.statistics.started == key)
      invocation.succeed(with: "\(key)")
    }
    #expect(try await endings(of: callers) == (1...5).map { .value("\($0)") })
  }

  @Test func theHighestPriorityStartsFirst() async throws {
    let stage = limited(to: 1)
    let first = try await stage.caller(of: 0)
    var callers: [Task<String, any Error>] = []
    let priorities: [TaskPriority] = [.background, .high, .low, .high]
    for (key, priority) in priorities.enumerated() { callers.append(try await stage.caller(of: key + 1, priority: priority)) }
    try await stage.operation.nextInvocation().succeed(with: "0")
    #expect(try await first.ending == .value("0"))
    for key in [2, 4, 3, 1] {
      let invocation = try await stage.operation.nextInvocation()
      #expect(invocation.arguments == key)
      invocation.succeed(with: "\(key)")
    }
    #expect(try await endings(of: callers) == (1...4).map { .value("\($0)") })
  }

  @Test func aJoinWithAHigherPriorityMovesAFlightUp() async throws {
    let stage = limited(to: 1)
    let first = try await stage.caller(of: 0)
    let one = try await stage.caller(of: 1, priority: .low)
    let two = try await stage.caller(of: 2, priority: .low)
    let joiner = try await stage.caller(of: 2, priority: .high)
    try await stage.operation.nextInvocation().succeed(with: "0")
    #expect(try await first.ending == .value("0"))
    for key in [2, 1] {
      let invocation = try await stage.operation.nextInvocation()
      #expect(invocation.arguments == key)
      invocation.succeed(with: "\(key)")
    }
    #expect(try await endings(of: [one, two, joiner]) == [.value("1"), .value("2"), .value("2")])
  }

  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  @Test func anEscalationOfACallerMovesItsFlightUp() async throws {
    let stage = limited(to: 1)
    let first = try await stage.caller(of: 0)
    let one = try await stage.caller(of: 1, priority: .low)
    let two = try await stage.caller(of: 2, priority: .low)
    two.escalatePriority(to: .high)
    try await stage.operation.nextInvocation().succeed(with: "0")
    #expect(try await first.ending == .value("0"))
    for key in [2, 1] {
      let invocation = try await stage.operation.nextInvocation()
      #expect(invocation.arguments == key)
      invocation.succeed(with: "\(key)")
    }
    #expect(try await endings(of: [one, two]) == [.value("1"), .value("2")])
  }

  @Test func joinersTakeNoPermit() async throws {
    let stage = limited(to: 1)
    let callers = try await stage.callers(5)
    try await stage.operation.nextInvocation().succeed(with: "one")
    #expect(try await endings(of: callers) == Array(repeating: .value("one"), count: 5))
  }

  @Test func aFlightAbandonedWhileItWaitsNeverRunsAndTakesNoPermit() async throws {
    let stage = limited(to: 1)
    let first = try await stage.caller(of: 1)
    let second = try await stage.caller(of: 2)
    let third = try await stage.caller(of: 3)
    second.cancel()
    #expect(try await second.ending == .cancelled)
    #expect(Set(stage.coalescer.keysInFlight) == [1, 3])
    try await stage.operation.nextInvocation().succeed(with: "one")
    let next = try await stage.operation.nextInvocation()
    #expect(next.arguments == 3)
    next.succeed(with: "three")
    #expect(try await endings(of: [first, third]) == [.value("one"), .value("three")])
    #expect(stage.operation.invocationCount == 2)
    #expect(stage.statistics.abandoned == 0)
    #expect(stage.statistics.left == 1)
  }

  @Test func anOperationThatUnwindsAfterACancelHoldsItsPermitUntilItReturns() async throws {
    let stage = limited(to: 1)
    let old = try await stage.abandonedInvocation(of: 1)
    let again = try await stage.caller(of: 1)
    #expect(stage.statistics.started == 1)
    #expect(stage.statistics.inFlight == 0)
    old.fail(with: CancellationError())
    try await stage.operation.nextInvocation().succeed(with: "again")
    #expect(try await again.ending == .value("again"))
  }

  @Test func anOwnersCancelReachesFlightsThatWait() async throws {
    let stage = limited(to: 1)
    let callers = try await stage.callers(1, of: 1) + stage.callers(2, of: 2)
    #expect(stage.coalescer.cancel(2) == 2)
    #expect(try await callers[1].ending == .flightCancelled)
    #expect(try await callers[2].ending == .flightCancelled)
    #expect(stage.statistics.cancelled == 0)
    try await stage.operation.nextInvocation().succeed(with: "one")
    #expect(try await callers[0].ending == .value("one"))
    await stage.coalescer.idle()
    #expect(stage.operation.invocationCount == 1)
  }

  @Test func aFlightThatWaitsIsNotForgotten() async throws {
    let stage = limited(to: 1)
    let first = try await stage.caller(of: 1)
    let second = try await stage.caller(of: 2)
    #expect(!stage.coalescer.forget(2))
    let joiner = try await stage.caller(of: 2)
    try await stage.operation.nextInvocation().succeed(with: "one")
    try await stage.operation.nextInvocation().succeed(with: "two")
    #expect(try await endings(of: [first, second, joiner]) == [.value("one"), .value("two"), .value("two")])
  }

  @Test func eachScopeHasALimitOfItsOwn() async throws {
    let one = limited(to: 1)
    let other = limited(to: 1)
    let callers = [try await one.caller(), try await other.caller()]
    try await one.operation.nextInvocation().succeed(with: "x")
    try await other.operation.nextInvocation().succeed(with: "x")
    #expect(try await endings(of: callers) == [.value("x"), .value("x")])
  }

  @Test func aNestedFlightNeedsNoPermitAsTheOneAroundItWaitsForIt() async throws {
    let stage = limited(to: 1)
    let coalescer = stage.coalescer
    let outer = Task { try await coalescer.value(for: 1) { try await stage.fetch(2) + ", nested" } }
    try await stage.operation.nextInvocation().succeed(with: "two")
    #expect(try await outer.ending == .value("two, nested"))
  }

  @Test func aNestedCallStartsTheWaitingFlightThatItJoins() async throws {
    let stage = limited(to: 1)
    let coalescer = stage.coalescer
    let goOn = Switch()
    let outer = Task {
      try await coalescer.value(for: 1) {
        try await goOn.isTurnedOn()
        return try await stage.fetch(2) + ", nested"
      }
    }
    try await stage.probe.waiting(1)
    let waits = try await stage.caller(of: 2)
    #expect(stage.statistics.started == 1)
    goOn.turnOn()
    try await stage.operation.nextInvocation().succeed(with: "two")
    #expect(try await endings(of: [outer, waits]) == [.value("two, nested"), .value("two")])
  }

  @Test func aTaskThatOutlivesItsFlightNeedsAPermitLikeAnyOther() async throws {
    let stage = limited(to: 1)
    let goOn = Switch()
    let outliving = Log<Task<String, any Error>>()
    _ = try await stage.coalescer.value(for: 1) {
      outliving.append(
        Task {
          try await goOn.isTurnedOn()
          return try await stage.fetch(3)
        }
      )
      return "started"
    }
    let running = try await stage.caller(of: 2)
    goOn.turnOn()
    try await stage.probe.waiting(2)
    #expect(stage.statistics.inFlight == 1)
    let second = try await stage.operation.nextInvocation()
    #expect(second.arguments == 2)
    second.succeed(with: "two")
    #expect(try await running.ending == .value("two"))
    try await stage.operation.nextInvocation().succeed(with: "three")
    #expect(try await outliving.elements.first?.ending == .value("three"))
  }

  @Test func manyFlightsThatLeaveTheirWaitKeepTheOrderOfTheRest() async throws {
    let stage = limited(to: 1)
    let first = try await stage.caller(of: -1)
    var callers: [Task<String, any Error>] = []
    for key in 0..<60 { callers.append(try await stage.caller(of: key, priority: key % 2 == 0 ? .low : .high)) }
    for key in 0..<60 where key % 3 == 0 {
      callers[key].cancel()
      #expect(try await callers[key].ending == .cancelled)
    }
    try await stage.operation.nextInvocation().succeed(with: "-1")
    #expect(try await first.ending == .value("-1"))
    let rest = (0..<60).filter { $0 % 3 != 0 }
    for key in rest.filter({ $0 % 2 != 0 }) + rest.filter({ $0 % 2 == 0 }) {
      let invocation = try await stage.operation.nextInvocation()
      #expect(invocation.arguments == key)
      invocation.succeed(with: "\(key)")
      #expect(try await callers[key].ending == .value("\(key)"))
    }
  }
}
