import Coalesced
import CoalescedTesting
import Testing

/// C13 and C14: nothing of the user's runs or dies under the lock. Whatever does, calls back here.
@Suite struct ReentryTests {
  /// Every public call that returns at once.
  @Sendable private static func useEverything<Key, Output>(of coalescer: Coalescer<Key, Output>?, _ key: Key) {
    guard let coalescer else { return }
    guard Witness.canUse(coalescer) else {
      Issue.record("called back under the lock")
      return
    }
    _ = coalescer.keysInFlight
    _ = coalescer.callerCount(for: key)
    _ = coalescer.statistics
    coalescer.forget(key)
    coalescer.forgetAll()
    coalescer.cancel(key)
    coalescer.cancelAll()
  }

  @Test func everyCallWorksFromInsideTheOperation() async throws {
    let stage = Stage()
    let other = try await stage.caller(of: 2)
    let result = Task {
      try await stage.coalescer.value(for: 1) {
        Self.useEverything(of: stage.coalescer, 9)
        await stage.coalescer.waitForFlight(9)
        let nested = try await stage.coalescer.value(for: 3) { "nested" }
        return nested + " value"
      }
    }
    #expect(try await result.ending == .flightCancelled)
    #expect(try await other.ending == .flightCancelled)
  }

  @Test func anOperationThatCancelsItsOwnKeyIsCancelledAndItsCallersGetTheOwnersError() async throws {
    let stage = Stage()
    let suspend: @Sendable (Int) async throws -> String = stage.operation.function
    let reached = Log<Int>()
    let caller = Task {
      try await stage.coalescer.value(for: 1) {
        reached.append(stage.coalescer.cancel(1))
        return try await suspend(1)
      }
    }
    #expect(try await caller.ending == .flightCancelled)
    #expect(reached.elements == [1])
    let invocation = try await stage.operation.nextInvocation()
    try await invocation.waitForCancellation()
    invocation.fail(with: CancellationError())
    await stage.coalescer.idle()
  }

  @Test func anOperationThatForgetsItsOwnKeyLandsForItsCallersOnly() async throws {
    let stage = Stage()
    let suspend: @Sendable (Int) async throws -> String = stage.operation.function
    let first = Task {
      try await stage.coalescer.value(for: 1) {
        stage.coalescer.forget(1)
        return try await suspend(1)
      }
    }
    let old = try await stage.operation.nextInvocation()
    try await stage.probe.waiting(1)
    let second = try await stage.caller()
    try await stage.operation.nextInvocation().succeed(with: "new")
    #expect(try await second.ending == .value("new"))
    old.succeed(with: "old")
    #expect(try await first.ending == .value("old"))
  }

  @Test func everyCallWorksFromACancellationHandler() async throws {
    let scope = WeakScope<Int, String>()
    let handled = Switch()
    let stage = Stage(onCancel: {
      Self.useEverything(of: scope.coalescer, 1)
      handled.turnOn()
    })
    scope.hold(stage.coalescer)
    let other = try await stage.caller(of: 2)
    let leaver = try await stage.caller(of: 1)
    leaver.cancel()
    try await handled.isTurnedOn()
    #expect(try await leaver.ending == .cancelled)
    #expect(try await other.ending == .flightCancelled)
  }

  /// Another thread uses the scope while the handler keeps its own one waiting.
  @Test func theScopeIsFreeWhileACancellationHandlerBlocks() async throws {
    let scope = WeakScope<Int, String>()
    let handled = Switch()
    let stage = Stage(onCancel: {
      let used = Blocker()
      _ = Task(executorPreference: ThreadExecutor.shared) {
        Self.useEverything(of: scope.coalescer, 1)
        used.release()
      }
      used.wait()
      handled.turnOn()
    })
    scope.hold(stage.coalescer)
    let caller = try await stage.caller()
    let cancelling = Task(executorPreference: ThreadExecutor()) { caller.cancel() }
    try await handled.isTurnedOn()
    await cancelling.value
    #expect(try await caller.ending == .cancelled)
  }

  @Test func everyCallWorksFromAnEventCallback() async throws {
    let scope = WeakScope<Int, String>()
    let kinds = Log<FlightEvent.Kind>()
    let group = FlightGroup { event in
      kinds.append(event.kind)
      if event.kind == .joined { Self.useEverything(of: scope.coalescer, 1) }
    }
    let operation = SuspendedOperation<Int, String>()
    let coalescer = Coalescer<Int, String>(in: group)
    scope.hold(coalescer)
    let fetch = coalesced(operation.function, keyedBy: { $0 }, through: coalescer)
    let first = Task { try await fetch(1) }
    try await kinds.first(1)
    let second = Task { try await fetch(1) }
    // The second joins; its event forgets the flight, then cancels all.
    #expect(try await endings(of: [first, second]) == [.flightCancelled, .flightCancelled])
    #expect(kinds.elements == [.started, .joined, .forgotten, .cancelled])
  }

  @Test func aGroupCanBeUsedFromItsEventCallback() async throws {
    /// The group holds its callback.
    struct Reference: Sendable { weak let group: FlightGroup? }
    let groups = Log<Reference>()
    let seen = Log<Int>()
    let group = FlightGroup { event in
      guard let group = groups.elements.first?.group else { return }
      seen.append(group.statistics.started)
      if event.kind == .started { group.cancelAll(throwing: TestError(8)) }
      group.forgetAll()
    }
    groups.append(Reference(group: group))
    let fetch = coalesced({ (key: Int) in key }, in: group)
    // `cancelAll` comes before the operation is started.
    #expect(try await Task { try await fetch(1) }.ending == .failed(TestError(8)))
    await group.idle()
    #expect(seen.elements == [1, 1])
    #expect(group.statistics.cancelled == 1)
  }

  enum Ending: CaseIterable { case landing, failing, leaving, cancelling, forgetting }

  /// Keys, values, errors, arguments and closures whose last reference dies on the way, each with a `deinit` that calls back.
  @Test(arguments: Ending.allCases)
  func everyCallWorksFromADeinit(ending: Ending) async throws {
    let deinits = Log<String>()
    let scope = WeakScope<Tracked, Tracked>()
    let gone: @Sendable (String) -> @Sendable () -> Void = { name in
      {
        Self.useEverything(of: scope.coalescer, Tracked(99))
        deinits.append(name)
      }
    }
    let operation = SuspendedOperation<Int, Tracked>()
    let suspend: @Sendable (Int) async throws -> Tracked = operation.function
    let probe = FlightProbe()
    let coalescer = Coalescer<Tracked, Tracked>(in: probe.group)
    scope.hold(coalescer)
    let started = Switch()
    let calling = Task { [captured = Tracked(0, onDeinit: gone("closure"))] in
      do {
        let value = try await coalescer.value(for: Tracked(1, onDeinit: gone("key"))) {
          _ = captured
          started.turnOn()
          return try await suspend(1)
        }
        return value.id
      } catch {
        return -1
      }
    }
    try await started.isTurnedOn()
    try await probe.waiting(1)
    let invocation = try await operation.nextInvocation()
    switch ending {
    case .landing: invocation.succeed(with: Tracked(5, onDeinit: gone("value")))
    case .failing: invocation.fail(with: Tracked(5, onDeinit: gone("value")))
    case .leaving:
      calling.cancel()
      invocation.fail(with: Tracked(5, onDeinit: gone("value")))
    case .cancelling:
      coalescer.cancelAll(throwing: Tracked(5, onDeinit: gone("value")))
      invocation.fail(with: TestError())
    case .forgetting:
      coalescer.forget(Tracked(1))
      invocation.succeed(with: Tracked(5, onDeinit: gone("value")))
    }
    #expect(await calling.value == (ending == .landing || ending == .forgetting ? 5 : -1))
    await coalescer.idle()
    #expect(Set(try await deinits.first(3)) == ["closure", "key", "value"])
  }

  @Test func theValueThatIsServedAgainDiesOutsideTheLock() async throws {
    let deinits = Log<Int>()
    let scope = WeakScope<Int, Tracked>()
    let clock = ManualClock()
    var policy = FlightPolicy()
    policy.reuseWindow = .seconds(1)
    policy.clock = clock
    let coalescer = Coalescer<Int, Tracked>(policy: policy)
    scope.hold(coalescer)
    let ways: [@Sendable (Int) -> Void] = [
      { coalescer.forget($0) }, { coalescer.cancel($0) }, { _ in coalescer.forgetAll() }, { _ in coalescer.cancelAll() },
      { _ in clock.advance(by: .seconds(2)) },
    ]
    for (way, drop) in ways.enumerated() {
      let value = { @Sendable in
        Tracked(way) {
          Self.useEverything(of: scope.coalescer, 99)
          deinits.append(way)
        }
      }
      #expect(try await coalescer.value(for: way, operation: value).id == way)
      try await clock.sleepers(1)
      drop(way)
      #expect(try await deinits.first(way + 1).last == way)
      try await clock.sleepers(0)
    }
  }

  /// The joiner is held between its arrival and its wait; when it asks, it is the last to know the value that it may not have.
  @Test func aValueThatIsNotSharedDiesOutsideTheLock() async throws {
    let died = Switch()
    let joined = Switch()
    let goOn = Blocker()
    let scope = WeakScope<Int, Tracked>()
    let group = FlightGroup { event in
      guard event.kind == .joined else { return }
      joined.turnOn()
      goOn.wait()
    }
    let operation = SuspendedOperation<Int, Tracked>()
    let coalescer = Coalescer<Int, Tracked>(in: group, sharedWhen: { _, _ in false })
    scope.hold(coalescer)
    let fetch = coalesced(operation.function, keyedBy: { $0 }, through: coalescer)
    let leader = Task { try await fetch(1).id }
    let invocation = try await operation.nextInvocation()
    let joiner = Task(executorPreference: ThreadExecutor.shared) { try await fetch(1).id }
    try await joined.isTurnedOn()
    invocation.succeed(
      with: Tracked(1) {
        _ = scope.keysInFlight
        died.turnOn()
      }
    )
    #expect(try await leader.ending == .value(1))
    goOn.release()
    try await died.isTurnedOn()
    try await operation.nextInvocation().succeed(with: Tracked(2))
    #expect(try await joiner.ending == .value(2))
  }
}
