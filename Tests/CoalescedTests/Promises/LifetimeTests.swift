import Coalesced
import CoalescedTesting
import Testing

/// C15, what is given back; that nothing is kept is seen by what dies.
@Suite struct LifetimeTests {
  enum End: CaseIterable { case landed, failed, left, cancelled, forgotten }

  @Test(arguments: End.allCases)
  func keysValuesErrorsClosuresAndArgumentsDieWithTheFlight(end: End) async throws {
    let dead = Log<String>()
    let probe = FlightProbe()
    let operation = SuspendedOperation<Tracked, Tracked>()
    let suspend: @Sendable (Tracked) async throws -> Tracked = operation.function
    let coalescer = Coalescer<Tracked, Tracked>(in: probe.group)
    let fetch: @Sendable (Tracked) async throws -> Tracked = coalesced(
      { try await suspend($0) },
      keyedBy: { argument in Tracked(argument.id) { dead.append("key") } },
      through: coalescer
    )
    let callers = (0..<2).map { _ in
      Task { (try? await fetch(Tracked(1) { dead.append("argument") }))?.id }
    }
    try await probe.waiting(2)
    do {
      let invocation = try await operation.nextInvocation()
      switch end {
      case .landed: invocation.succeed(with: Tracked(5) { dead.append("outcome") })
      case .failed: invocation.fail(with: Tracked(5) { dead.append("outcome") })
      case .left:
        for caller in callers { caller.cancel() }
        for caller in callers { #expect(await caller.value == nil) }
        invocation.succeed(with: Tracked(5) { dead.append("outcome") })
      case .cancelled:
        coalescer.cancelAll(throwing: Tracked(5) { dead.append("outcome") })
        for caller in callers { #expect(await caller.value == nil) }
        invocation.succeed(with: Tracked(6))
      case .forgotten:
        coalescer.forgetAll()
        invocation.succeed(with: Tracked(5) { dead.append("outcome") })
      }
    }
    for caller in callers { _ = await caller.value }
    #expect(try await dead.first(5).sorted() == ["argument", "argument", "key", "key", "outcome"])
    #expect(coalescer.keysInFlight.isEmpty)
  }

  @Test func aJoinersKeyAndClosureDieWhenItLeaves() async throws {
    let dead = Log<String>()
    let stage = Stage()
    let leader = try await stage.caller()
    let scope = Coalescer<Tracked, String>(in: stage.probe.group)
    let first = Task { try await scope.value(for: Tracked(1)) { try await stage.fetch(1) } }
    try await stage.probe.waiting(3)
    let joiner = Task { [closure = Tracked { dead.append("closure") }] in
      try await scope.value(for: Tracked(1) { dead.append("key") }) { "\(closure.id)" }
    }
    try await stage.probe.waiting(4)
    joiner.cancel()
    #expect(try await joiner.ending == .cancelled)
    #expect(Set(try await dead.first(2)) == ["closure", "key"])
    try await stage.operation.nextInvocation().succeed(with: "one")
    #expect(try await endings(of: [leader, first]) == [.value("one"), .value("one")])
  }

  @Test func aScopeDiesWithItsLastOwnerWhenNothingRuns() async throws {
    let group = FlightGroup()
    weak var scope: Coalescer<Int, Int>?
    do {
      let coalescer = Coalescer<Int, Int>(in: group)
      scope = coalescer
      #expect(try await coalescer.value(for: 1) { 5 } == 5)
      await coalescer.idle()
    }
    #expect(scope == nil)
  }

  @Test func theClosuresOfAWrapperDieWithIt() async throws {
    let dead = Log<String>()
    let group = FlightGroup()
    do {
      let operation = Tracked { dead.append("operation") }
      let key = Tracked { dead.append("key function") }
      let fetch = coalesced({ (key: Int) in key + operation.id }, keyedBy: { $0 + key.id }, in: group)
      #expect(try await fetch(1) == 1)
    }
    #expect(try await dead.first(2).sorted() == ["key function", "operation"])
  }

  @Test func aScopeThatServesValuesAgainDiesWithThemAndItsTimers() async throws {
    let dead = Log<String>()
    let clock = ManualClock()
    do {
      var policy = FlightPolicy()
      policy.reuseWindow = .seconds(10)
      policy.clock = clock
      let coalescer = Coalescer<Int, Tracked>(policy: policy)
      _ = try await coalescer.value(for: 1) { Tracked { dead.append("value") } }
      try await clock.sleepers(1)
      #expect(dead.elements.isEmpty)
    }
    #expect(try await dead.first(1) == ["value"])
    try await clock.sleepers(0)
  }

  @Test func aFlightOutlivesTheOwnerOfItsScope() async throws {
    let operation = SuspendedOperation<Int, String>()
    let probe = FlightProbe()
    let caller: Task<String, any Error>
    do {
      let fetch = coalesced(operation.function, in: probe.group)
      caller = Task { try await fetch(1) }
      try await probe.waiting(1)
    }
    try await operation.nextInvocation().succeed(with: "one")
    #expect(try await caller.ending == .value("one"))
  }

  @Test func aGroupDiesWithItsScopes() async throws {
    weak var group: FlightGroup?
    let callback = Log<String>()
    do {
      let dies = Tracked { callback.append("dead") }
      let fetch: @Sendable (Int) async throws -> Int
      do {
        let made = FlightGroup { _ in _ = dies }
        group = made
        fetch = coalesced({ (key: Int) in key }, in: made)
      }
      #expect(group != nil)
      #expect(try await fetch(1) == 1)
      await group?.idle()
    }
    try await callback.first(1)
    #expect(group == nil)
  }
}
