import Coalesced
import CoalescedTesting
import Testing

/// C10.
@Suite struct ContextTests {
  @TaskLocal static var tenant = "nobody"
  @TaskLocal static var trace = "none"

  /// What an operation sees of its surroundings when it starts, and after it was suspended.
  private struct Observed: Sendable, Equatable {
    let tenant: String
    let trace: String

    static var now: Observed { Observed(tenant: ContextTests.tenant, trace: ContextTests.trace) }
  }

  private func call(_ fetch: @escaping @Sendable (Int) async throws -> String, as tenant: String, traced trace: String? = nil)
    -> Task<String, any Error>
  {
    Self.$tenant.withValue(tenant) {
      if let trace { Self.$trace.withValue(trace) { Task { try await fetch(1) } } } else { Task { try await fetch(1) } }
    }
  }

  /// The operation of `stage` that logs what it observes, through the stage's scope.
  private func observing(_ stage: Stage, _ log: Log<Observed>) -> @Sendable (Int) async throws -> String {
    let suspend: @Sendable (Int) async throws -> String = stage.operation.function
    let observed: @Sendable (Int) async throws -> String = { key in
      log.append(.now)
      let value = try await suspend(key)
      log.append(.now)
      return value
    }
    return coalesced(observed, keyedBy: { $0 }, through: stage.coalescer)
  }

  @Test func theOperationSeesTheTaskLocalsOfTheCallerThatLedAndNeverAMixture() async throws {
    let stage = Stage()
    let log = Log<Observed>()
    let fetch = observing(stage, log)
    let leader = call(fetch, as: "leader")
    try await stage.probe.waiting(1)
    let joiner = call(fetch, as: "joiner", traced: "joiner's")
    try await stage.probe.waiting(2)
    leader.cancel()
    #expect(try await leader.ending == .cancelled)
    try await stage.operation.nextInvocation().succeed(with: "one")
    #expect(try await joiner.ending == .value("one"))
    #expect(log.elements == [Observed(tenant: "leader", trace: "none"), Observed(tenant: "leader", trace: "none")])
  }

  @Test func aSuccessorSeesTheTaskLocalsOfItsOwnCaller() async throws {
    let stage = Stage { $0.joining = .next }
    let log = Log<Observed>()
    let fetch = observing(stage, log)
    let first = call(fetch, as: "first", traced: "first's")
    try await stage.probe.waiting(1)
    let second = call(fetch, as: "second")
    try await stage.probe.waiting(2)
    try await stage.operation.nextInvocation().succeed(with: "one")
    try await stage.operation.nextInvocation().succeed(with: "two")
    #expect(try await endings(of: [first, second]) == [.value("one"), .value("two")])
    #expect(log.elements.filter { $0.tenant == "second" } == Array(repeating: Observed(tenant: "second", trace: "none"), count: 2))
  }

  @Test func aFlightThatWaitedForAPermitSeesTheTaskLocalsOfItsOwnCaller() async throws {
    let stage = Stage { $0.concurrencyLimit = 1 }
    let log = Log<Observed>()
    let fetch = observing(stage, log)
    let first = try await stage.caller(of: 9)
    let second = call(fetch, as: "second", traced: "second's")
    try await stage.probe.waiting(2)
    try await stage.operation.nextInvocation().succeed(with: "one")
    try await stage.operation.nextInvocation().succeed(with: "two")
    #expect(try await endings(of: [first, second]) == [.value("one"), .value("two")])
    #expect(log.elements == Array(repeating: Observed(tenant: "second", trace: "second's"), count: 2))
  }

  @Test func theFlightAfterADrainSeesTheTaskLocalsOfItsOwnCaller() async throws {
    let stage = Stage { $0.abandonment = .cancelAndDrain }
    let log = Log<Observed>()
    let fetch = observing(stage, log)
    let draining = try await stage.abandonedInvocation()
    let caller = call(fetch, as: "second")
    try await stage.probe.waiting(1)
    draining.fail(with: CancellationError())
    try await stage.operation.nextInvocation().succeed(with: "two")
    #expect(try await caller.ending == .value("two"))
    #expect(log.elements == Array(repeating: Observed(tenant: "second", trace: "none"), count: 2))
  }

  @Test func theCallersOwnTaskLocalsAreUntouched() async throws {
    let fetch = coalesced { (_: Int) in Self.$trace.withValue("inner") { Self.trace } }
    let seen = try await Self.$trace.withValue("outer") {
      let inner = try await fetch(1)
      return [inner, Self.trace]
    }
    #expect(seen == ["inner", "outer"])
  }

  @Test func theArgumentsOfCallsThatJoinAreNotUsed() async throws {
    let operation = SuspendedOperation<Int, String, Int>()
    let probe = FlightProbe()
    let fetch = coalesced(operation.function, keyedBy: { key, _ in key }, in: probe.group)
    var callers: [Task<Int, any Error>] = []
    for (place, argument) in ["leads", "joins", "joins too"].enumerated() {
      callers.append(Task { try await fetch(1, argument) })
      try await probe.waiting(place + 1)
    }
    callers[0].cancel()
    #expect(try await callers[0].ending == .cancelled)
    let invocation = try await operation.nextInvocation()
    #expect(invocation.arguments == (1, "leads"))
    invocation.succeed(with: 5)
    #expect(try await endings(of: Array(callers.dropFirst())) == [.value(5), .value(5)])
    #expect(operation.invocationCount == 1)
  }

  @Test func theOperationOfACallThatJoinsIsNotUsed() async throws {
    let stage = Stage()
    let leader = try await stage.caller()
    let joiner = Task { try await stage.coalescer.value(for: 1) { "the joiner's" } }
    try await stage.probe.joined(1)
    try await stage.operation.nextInvocation().succeed(with: "the leader's")
    #expect(try await endings(of: [leader, joiner]) == [.value("the leader's"), .value("the leader's")])
  }

  private actor Store {
    private(set) var reads = 0

    func read(_ key: Int) async throws -> String {
      assertIsolated()
      reads += 1
      await Task.yield()
      assertIsolated()
      return "\(key)"
    }
  }

  @Test func anOperationOfAnActorRunsOnItsActor() async throws {
    let store = Store()
    let fetch = coalesced(store.read)
    #expect(try await fetch(1) == "1")
    let coalescer = Coalescer<Int, String>()
    #expect(try await coalescer.value(for: 2) { try await store.read(2) } == "2")
    #expect(await store.reads == 2)
  }

  @MainActor private static func onMain(_ key: Int) async throws -> Int {
    MainActor.assertIsolated()
    return key
  }

  @MainActor private func onMainActor<Value: Sendable>(_ body: @Sendable () async throws -> Value) async throws -> Value {
    try await body()
  }

  @Test func anOperationOfTheMainActorRunsThere() async throws {
    let fetch = coalesced(Self.onMain)
    #expect(try await fetch(3) == 3)
    #expect(try await onMainActor { try await fetch(4) } == 4)
  }
}
