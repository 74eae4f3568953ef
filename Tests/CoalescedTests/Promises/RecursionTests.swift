import Coalesced
import CoalescedTesting
import Testing

/// C12.
@Suite struct RecursionTests {
  /// A policy under which recursion has to work as under the default one.
  struct Rules: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let policy: FlightPolicy

    init(_ name: String, _ change: (inout FlightPolicy) -> Void = { _ in }) {
      var policy = FlightPolicy()
      change(&policy)
      self.policy = policy
      testDescription = name
    }

    static let all = [
      Rules("default"),
      Rules("limit 1") { $0.concurrencyLimit = 1 },
      Rules("next") { $0.joining = .next },
      Rules("next, limit 1") {
        $0.joining = .next
        $0.concurrencyLimit = 1
      },
      Rules("drain") { $0.abandonment = .cancelAndDrain },
      Rules("drain, limit 1, next") {
        $0.abandonment = .cancelAndDrain
        $0.concurrencyLimit = 1
        $0.joining = .next
      },
      Rules("linger") { $0.abandonment = .cancelAfter(.seconds(60)) },
      Rules("finish, wait") {
        $0.abandonment = .finish
        $0.callerCancellation = .wait
      },
    ]
  }

  @Test(arguments: Rules.all)
  func aCallForTheOwnKeyRunsDirectly(rules: Rules) async throws {
    let probe = FlightProbe()
    let coalescer = Coalescer<Int, Int>(policy: rules.policy, in: probe.group)
    let nested = Nested<Int> { nested, key in
      key >= 100 ? 1 : try await nested.call(key + 100) + 1
    }
    nested.wrap { operation in coalesced(operation, keyedBy: { $0 % 100 }, through: coalescer) }
    #expect(try await Task { try await nested.call(1) }.ending == .value(2))
    #expect(coalescer.statistics.unshared == 1)
    #expect(coalescer.statistics.started == 1)
  }

  @Test(arguments: Rules.all)
  func aCycleThroughOtherKeysRunsDirectly(rules: Rules) async throws {
    let coalescer = Coalescer<Int, Int>(policy: rules.policy)
    // 0 → 1 → 2 → 0 → 1 → …, four calls deep; the fourth is for a key that is in flight around it.
    let nested = Nested<Int> { nested, call in
      call == 4 ? 1 : try await nested.call(call + 1) + 1
    }
    nested.wrap { operation in coalesced(operation, keyedBy: { $0 % 3 }, through: coalescer) }
    #expect(try await Task { try await nested.call(0) }.ending == .value(5))
    #expect(coalescer.statistics.started == 3)
    #expect(coalescer.statistics.unshared == 2)
  }

  @Test(arguments: Rules.all)
  func aCycleThroughTwoScopesRunsDirectly(rules: Rules) async throws {
    let first = Coalescer<Int, Int>(policy: rules.policy)
    let second = Coalescer<Int, Int>(policy: rules.policy)
    let there = Nested<Int> { _, _ in 0 }
    let back = Nested<Int> { _, call in try await there.call(call + 1) + 1 }
    back.wrap { coalesced($0, keyedBy: { _ in 1 }, through: second) }
    there.wrap { _ in
      coalesced({ call in call >= 3 ? 1 : try await back.call(call) + 1 }, keyedBy: { _ in 1 }, through: first)
    }
    // first 1 → second 1 → first 1, which would wait for itself.
    #expect(try await Task { try await there.call(1) }.ending == .value(5))
    #expect(first.statistics.started == 1)
    #expect(first.statistics.unshared == 2)
    #expect(second.statistics.started == 1)
    #expect(second.statistics.unshared == 1)
    // They hold each other.
    there.wrap { $0 }
  }

  @Test(arguments: Rules.all)
  func aTaskOfTheOperationInheritsTheRelation(rules: Rules) async throws {
    let coalescer = Coalescer<Int, Int>(policy: rules.policy)
    let nested = Nested<Int> { nested, key in
      key >= 100 ? 1 : try await Task { try await nested.call(key + 100) + 1 }.value
    }
    nested.wrap { operation in coalesced(operation, keyedBy: { $0 % 100 }, through: coalescer) }
    #expect(try await Task { try await nested.call(1) }.ending == .value(2))
    #expect(coalescer.statistics.unshared == 1)
  }

  @Test(arguments: Rules.all)
  func aChildTaskOfTheOperationInheritsTheRelation(rules: Rules) async throws {
    let coalescer = Coalescer<Int, Int>(policy: rules.policy)
    let nested = Nested<Int> { nested, key in
      if key >= 100 { return 1 }
      async let child = nested.call(key + 100)
      return try await child + 1
    }
    nested.wrap { operation in coalesced(operation, keyedBy: { $0 % 100 }, through: coalescer) }
    #expect(try await Task { try await nested.call(1) }.ending == .value(2))
    #expect(coalescer.statistics.unshared == 1)
  }

  /// `a` leads 1 and joins 2, `b` leads 2 and joins 1: neither is nested in the other.
  @Test(arguments: Rules.all)
  func aCycleBetweenTwoFlightsThatAreNotNestedIsFound(rules: Rules) async throws {
    let bothRun = Log<Int>()
    let probe = FlightProbe()
    var policy = rules.policy
    if policy.concurrencyLimit != nil { policy.concurrencyLimit = 2 }
    let coalescer = Coalescer<Int, Int>(policy: policy, in: probe.group)
    let nested = Nested<Int> { nested, call in
      if call >= 100 { return 1 }
      bothRun.append(call)
      try await bothRun.first(2)
      return try await nested.call(100 + 3 - call) + 1
    }
    nested.wrap { operation in coalesced(operation, keyedBy: { $0 % 100 }, through: coalescer) }
    let callers = [Task { try await nested.call(1) }, Task { try await nested.call(2) }]
    let ends = try await endings(of: callers)
    // Who came first joined the other, or waits for its successor, and the other ran directly.
    for end in ends { #expect(end == .value(2) || end == .value(3)) }
    #expect(coalescer.statistics.unshared == 1)
    await coalescer.idle()
    #expect(coalescer.keysInFlight.isEmpty)
  }

  @Test func recursionWorksForManyRounds() async throws {
    let coalescer = Coalescer<Int, Int>()
    let deep = Nested<Int> { deep, call in call >= 5 ? 0 : try await deep.call(call + 1) + 1 }
    deep.wrap { operation in coalesced(operation, keyedBy: { $0 % 2 }, through: coalescer) }
    let rounds = Task {
      for _ in 0..<10_000 { guard try await deep.call(0) == 5 else { return "a round did not end as the unwrapped function would" } }
      return "all rounds"
    }
    #expect(try await rounds.ending == .value("all rounds"))
    #expect(coalescer.statistics.started == 20_000)
    #expect(coalescer.statistics.unshared == 40_000)
    #expect(coalescer.statistics.inFlight == 0)
  }

  @Test(arguments: [Rules("default"), Rules("limit 1") { $0.concurrencyLimit = 1 }, Rules("next") { $0.joining = .next }])
  func aChainOfNestedKeysOverflowsNoStack(rules: Rules) async throws {
    let length = 20_000
    let coalescer = Coalescer<Int, Int>(policy: rules.policy)
    let nested = Nested<Int> { nested, key in key == length ? 1 : try await nested.call(key + 1) + 1 }
    nested.wrap { operation in coalesced(operation, keyedBy: { $0 }, through: coalescer) }
    #expect(try await Task { try await nested.call(1) }.ending == .value(length))
    #expect(coalescer.statistics.started == length)
    #expect(coalescer.statistics.unshared == 0)
  }

  @Test func aChainThroughTwoScopesOverflowsNoStack() async throws {
    let length = 5_000
    let even = Coalescer<Int, Int>()
    let odd = Coalescer<Int, Int>()
    let nested = Nested<Int> { nested, key in key == length ? 1 : try await nested.call(key + 1) + 1 }
    nested.wrap { operation in
      let one = coalesced(operation, keyedBy: { $0 }, through: odd)
      let two = coalesced(operation, keyedBy: { $0 }, through: even)
      return { key in try await key.isMultiple(of: 2) ? two(key) : one(key) }
    }
    #expect(try await Task { try await nested.call(1) }.ending == .value(length))
    #expect(even.statistics.started + odd.statistics.started == length)
  }

  @Test func aNestedCallForAnotherKeyIsSharedLikeAnyOther() async throws {
    let stage = Stage()
    let outer = Coalescer<Int, String>()
    let nested = Task { try await outer.value(for: 1) { try await stage.fetch(1) } }
    try await stage.probe.waiting(1)
    let plain = try await stage.caller()
    try await stage.operation.nextInvocation().succeed(with: "one")
    #expect(try await endings(of: [nested, plain]) == [.value("one"), .value("one")])
    #expect(stage.statistics.joined == 1)
    #expect(stage.statistics.unshared == 0)
  }

  @Test func aCallFromATaskThatOutlivesItsFlightIsSharedLikeAnyOther() async throws {
    let stage = Stage()
    let coalescer = stage.coalescer
    let goOn = Switch()
    let outliving = Log<Task<String, any Error>>()
    #expect(
      try await coalescer.value(for: 1) {
        outliving.append(
          Task {
            try await goOn.isTurnedOn()
            return try await stage.fetch(1)
          }
        )
        return "started"
      } == "started"
    )
    let leader = try await stage.caller(of: 1)
    goOn.turnOn()
    try await stage.probe.waiting(2)
    #expect(stage.statistics.unshared == 0)
    try await stage.operation.nextInvocation().succeed(with: "one")
    let joiner = try #require(outliving.elements.first)
    #expect(try await endings(of: [leader, joiner]) == [.value("one"), .value("one")])
  }
}
