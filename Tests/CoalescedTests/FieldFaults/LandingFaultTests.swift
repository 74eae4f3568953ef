import Coalesced
import CoalescedTesting
import Testing

/// Faults that software of this kind has shipped: landings and the table. Each test holds what is right.
@Suite struct LandingFaultTests {
  @Test(
    "12: forget or cancel, a successor starts, the old flight lands: the successor stays, and a third caller joins it",
    arguments: [true, false]
  )
  func aLateLandingLeavesTheSuccessorAlone(forgets: Bool) async throws {
    let stage = Stage()
    let first = try await stage.caller()
    let old = try await stage.operation.nextInvocation()
    if forgets { stage.coalescer.forget(1) } else { stage.coalescer.cancel(1) }
    let second = try await stage.caller()
    if forgets { old.succeed(with: "old") } else { try await old.endUnseen() }
    #expect(try await first.ending == (forgets ? .value("old") : .flightCancelled))
    let third = try await stage.caller()
    try await stage.operation.nextInvocation().succeed(with: "new")
    #expect(try await endings(of: [second, third]) == [.value("new"), .value("new")])
    #expect(stage.operation.invocationCount == 2)
  }

  @Test("13: one call after another: two runs, always")
  func oneAfterAnotherRunsTwice() async throws {
    let runs = Log<Int>()
    let fetch = coalesced { (key: Int) in
      runs.append(key)
      await Task.yield()
      return runs.elements.count
    }
    for round in 1...100 { #expect(try await fetch(1) == round) }
  }

  @Test("14: a call that arrives just as the operation ends is answered, by this flight or by the next")
  func aCallAsTheOperationEnds() async throws {
    let stage = Stage()
    let first = try await stage.caller()
    let invocation = try await stage.operation.nextInvocation()
    let callers = (0..<50).map { _ in stage.call() }
    invocation.succeed(with: "x")
    let next = Task {
      while true { try await stage.operation.nextInvocation().succeed(with: "x") }
    }
    #expect(try await first.ending == .value("x"))
    #expect(try await endings(of: callers) == Array(repeating: .value("x"), count: 50))
    next.cancel()
  }

  @Test("15: the operation throws, and runs again at the next call")
  func anErrorIsNotKept() async throws {
    let stage = Stage()
    let first = try await stage.caller()
    try await stage.operation.nextInvocation().fail(with: TestError())
    #expect(try await first.ending == .failed(TestError()))
    let second = try await stage.caller()
    try await stage.operation.nextInvocation().succeed(with: "two")
    #expect(try await second.ending == .value("two"))
  }

  @Test("16: 12 callers get an error and all retry at once: one more run for the 12")
  func allRetryAtOnce() async throws {
    let stage = Stage()
    let callers = (0..<12).map { _ in
      Task {
        do { return try await stage.fetch(1) } catch is TestError { return try await stage.fetch(1) }
      }
    }
    try await stage.probe.waiting(12)
    try await stage.operation.nextInvocation().fail(with: TestError())
    try await stage.probe.waiting(12)
    try await stage.operation.nextInvocation().succeed(with: "again")
    #expect(try await endings(of: callers) == Array(repeating: .value("again"), count: 12))
    #expect(stage.operation.invocationCount == 2)
  }

  @Test("17: the operation throws before its first suspension: delivered, and no dead entry")
  func anErrorBeforeTheFirstSuspension() async throws {
    let coalescer = Coalescer<Int, Int>()
    for round in 1...100 {
      #expect(try await Task { try await coalescer.value(for: 1) { throw TestError(round) } }.ending == .failed(TestError(round)))
    }
    #expect(coalescer.keysInFlight.isEmpty)
    #expect(coalescer.statistics.failed == 100)
  }

  @Test("18: a caller that was just resumed calls again at once: a new flight")
  func aResumedCallerCallsAgain() async throws {
    let stage = Stage()
    let callers = (0..<2).map { _ in
      Task { [try await stage.fetch(1), try await stage.fetch(1)] }
    }
    try await stage.probe.waiting(2)
    try await stage.operation.nextInvocation().succeed(with: "first")
    try await stage.probe.waiting(2)
    try await stage.operation.nextInvocation().succeed(with: "second")
    for caller in callers { #expect(try await caller.ending == .value(["first", "second"])) }
  }

  @Test("19: an operation that forgets or cancels its own key: it takes effect", arguments: [true, false])
  func anOperationActsOnItsOwnKey(forgets: Bool) async throws {
    let stage = Stage()
    let suspend: @Sendable (Int) async throws -> String = stage.operation.function
    let first = Task {
      try await stage.coalescer.value(for: 1) {
        if forgets { stage.coalescer.forget(1) } else { stage.coalescer.cancel(1) }
        return try await suspend(1)
      }
    }
    let old = try await stage.operation.nextInvocation()
    if !forgets {
      try await old.waitForCancellation()
      #expect(try await first.ending == .flightCancelled)
    }
    let second = stage.call()
    try await stage.operation.nextInvocation().succeed(with: "new")
    #expect(try await second.ending == .value("new"))
    old.succeed(with: "old")
    #expect(try await first.ending == (forgets ? .value("old") : .flightCancelled))
  }

  @Test("20: the last reference to a key, value, error or closure dies, and its deinit calls back into the scope: works")
  func aDeinitCallsBack() async throws {
    let scope = WeakScope<Tracked, Tracked>()
    let dead = Log<Int>()
    let make: @Sendable (Int) -> Tracked = { id in
      Tracked(id) {
        scope.coalescer?.cancelAll()
        scope.coalescer?.forgetAll()
        dead.append(id)
      }
    }
    let coalescer = Coalescer<Tracked, Tracked>()
    scope.hold(coalescer)
    for _ in 0..<50 {
      _ = try? await coalescer.value(for: make(1)) { [closure = make(2)] in
        withExtendedLifetime(closure) {}
        await Task.yield()
        return make(3)
      }
      _ = try? await coalescer.value(for: make(1)) { throw make(4) }
    }
    await coalescer.idle()
    try await dead.first(250)
    #expect(coalescer.keysInFlight.isEmpty)
  }

  @Test("21: cancelAll while many flights land: idempotent, no crash, the counts add up")
  func cancelAllWhileManyLand() async throws {
    let coalescer = Coalescer<Int, Int>()
    let callers = (0..<2_000).map { key in
      Task {
        try await coalescer.value(for: key) {
          await Task.yield(); return key
        }
      }
    }
    let owners = (0..<4).map { _ in
      Task {
        var reached = 0
        for _ in 0..<50 { reached += coalescer.cancelAll() }
        return reached
      }
    }
    var reached = 0
    for owner in owners { reached += await owner.value }
    let ends = try await endings(of: callers)
    let cancelled = ends.filter { $0 == .flightCancelled }.count
    #expect(cancelled == reached)
    for (key, end) in ends.enumerated() where end != .flightCancelled { #expect(end == .value(key)) }
    await coalescer.idle()
    #expect(coalescer.statistics.cancelled == cancelled)
    #expect(coalescer.statistics.succeeded == 2_000 - cancelled)
    #expect(coalescer.statistics.inFlight == 0)
    #expect(coalescer.cancelAll() == 0)
  }

  /// Operations that wait for themselves where nobody looks.
  enum Cycle: CaseIterable {
    case ownKey, throughAnotherKey, throughAnotherScope, betweenTwoCalls
  }

  /// A hang is a message here, too: every call is awaited through its ending.
  @Test("22: op(k) calls f(k), and op(a) → f(b) → f(a), also through two scopes: runs directly", arguments: Cycle.allCases)
  func recursionRunsDirectly(cycle: Cycle) async throws {
    let first = Coalescer<String, String>()
    let second = Coalescer<String, String>()
    switch cycle {
    case .ownKey:
      let call = Task { try await first.value(for: "k") { try await first.value(for: "k") { "direct" } } }
      #expect(try await call.ending == .value("direct"))
    case .throughAnotherKey:
      let call = Task {
        try await first.value(for: "a") { try await first.value(for: "b") { try await first.value(for: "a") { "direct" } } }
      }
      #expect(try await call.ending == .value("direct"))
    case .throughAnotherScope:
      let call = Task {
        try await first.value(for: "a") { try await second.value(for: "a") { try await first.value(for: "a") { "direct" } } }
      }
      #expect(try await call.ending == .value("direct"))
    case .betweenTwoCalls:
      // Each leads a flight and calls for the other's: who comes second would close the cycle.
      let running = Log<String>()
      let calls = [("a", "b"), ("b", "a")].map { own, other in
        Task {
          try await first.value(for: own) {
            running.append(own)
            try await running.first(2)
            return try await first.value(for: other) { "direct" }
          }
        }
      }
      #expect(try await endings(of: calls) == [.value("direct"), .value("direct")])
    }
    #expect(first.statistics.unshared == 1)
    #expect(first.keysInFlight.isEmpty)
  }

  @Test("23: many different keys, half of them cancelled: the table is empty")
  func manyKeysHalfOfThemCancelled() async throws {
    let coalescer = Coalescer<Int, Int>()
    for batch in 0..<20 {
      let callers = (0..<500).map { key in
        Task {
          try await coalescer.value(for: batch * 500 + key) {
            await Task.yield(); return key
          }
        }
      }
      for (place, caller) in callers.enumerated() where place.isMultiple(of: 2) { caller.cancel() }
      for caller in callers { _ = await caller.result }
    }
    await coalescer.idle()
    #expect(coalescer.keysInFlight.isEmpty)
    #expect(coalescer.statistics.inFlight == 0)
    #expect(coalescer.statistics.waiting == 0)
  }

  @Test("24: a stuck operation that ignores cancellation, and every caller gives up: the key is free for the next")
  func aStuckOperationHoldsNothing() async throws {
    let stage = Stage()
    let callers = try await stage.callers(3)
    let stuck = try await stage.operation.nextInvocation()
    for caller in callers { caller.cancel() }
    #expect(try await endings(of: callers) == Array(repeating: .cancelled, count: 3))
    let next = try await stage.caller()
    try await stage.operation.nextInvocation().succeed(with: "new")
    #expect(try await next.ending == .value("new"))
    #expect(stuck.isCancelled)
  }
}
