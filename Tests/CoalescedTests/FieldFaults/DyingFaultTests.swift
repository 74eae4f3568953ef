import Coalesced
import CoalescedTesting
import Testing

/// Field fault 20 where the table holds the last reference: nothing of the user's dies under the lock.
@Suite struct DyingFaultTests {
  /// A way for a flight to end, with its key and its outcome.
  struct Way: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let change: @Sendable (inout FlightPolicy) -> Void
    let end: @Sendable (OrphanStage) async throws -> Void

    init(
      _ description: String,
      policy change: @escaping @Sendable (inout FlightPolicy) -> Void = { _ in },
      end: @escaping @Sendable (OrphanStage) async throws -> Void
    ) {
      testDescription = description
      self.change = change
      self.end = end
    }
  }

  @Test(
    "20: the key that only the table still holds dies outside the lock, and so does the outcome",
    arguments: landings + leaves + served
  )
  func whatTheTableLetsGoOfDiesOutsideTheLock(way: Way) async throws {
    let stage = OrphanStage(way.change)
    try await way.end(stage)
    #expect(Set(try await stage.witness.findings.first(2)) == [.free("key"), .free("outcome")])
    await stage.coalescer.idle()
    #expect(stage.coalescer.keysInFlight.isEmpty)
  }

  static let landings = [
    Way("the operation returns") { stage in
      let caller = try await stage.orphan()
      try await stage.land()
      #expect(try await caller.ending == .value(5))
    },
    Way("the operation throws") { stage in
      let caller = try await stage.orphan()
      try await stage.operation.nextInvocation().fail(with: stage.outcome())
      _ = try await caller.ending
    },
    Way("forgotten, and the operation returns") { stage in
      let caller = try await stage.orphan()
      #expect(stage.coalescer.forget(Tracked(1)))
      try await stage.land()
      #expect(try await caller.ending == .value(5))
    },
    Way("the owner cancels the key") { stage in
      let caller = try await stage.orphan()
      #expect(stage.coalescer.cancel(Tracked(1), throwing: stage.outcome()) == 1)
      _ = try await caller.ending
      try await stage.operation.nextInvocation().fail(with: TestError())
    },
    Way("the owner cancels all") { stage in
      let caller = try await stage.orphan()
      #expect(stage.coalescer.cancelAll(throwing: stage.outcome()) == 1)
      _ = try await caller.ending
      try await stage.operation.nextInvocation().fail(with: TestError())
    },
    Way("the owner cancels while it waits for a permit", policy: { $0.concurrencyLimit = 1 }) { stage in
      let other = try await stage.caller(of: 2)
      let caller = try await stage.orphan()
      #expect(stage.coalescer.cancel(Tracked(1), throwing: stage.outcome()) == 1)
      _ = try await caller.ending
      try await stage.operation.nextInvocation().succeed(with: Tracked(2))
      #expect(try await other.ending == .value(2))
    },
    Way("the owner cancels, and the operation is drained", policy: { $0.abandonment = .cancelAndDrain }) { stage in
      let caller = try await stage.orphan()
      #expect(stage.coalescer.cancel(Tracked(1), throwing: stage.outcome()) == 1)
      _ = try await caller.ending
      try await stage.operation.nextInvocation().fail(with: TestError())
    },
  ]

  static let leaves = [
    Way("the last caller leaves") { stage in
      try await leave(stage.orphan())
      try await stage.land()
    },
    Way("forgotten, and the last caller leaves") { stage in
      let caller = try await stage.orphan()
      #expect(stage.coalescer.forget(Tracked(1)))
      try await leave(caller)
      try await stage.land()
    },
    Way("the last caller leaves, and the operation is drained", policy: { $0.abandonment = .cancelAndDrain }) { stage in
      try await leave(stage.orphan())
      try await stage.land()
    },
    Way("the last caller leaves, and the operation finishes", policy: { $0.abandonment = .finish }) { stage in
      try await leave(stage.orphan())
      try await stage.land()
    },
    Way("the last caller leaves, and the time to come back ends", policy: { $0.abandonment = .cancelAfter(.seconds(1)) }) { stage in
      try await leave(stage.orphan())
      try await stage.clock.sleepers(1)
      stage.clock.advance(by: .seconds(1))
      let invocation = try await stage.operation.nextInvocation()
      try await invocation.waitForCancellation()
      invocation.succeed(with: stage.outcome())
    },
    Way("forgotten after the last caller has left", policy: { $0.abandonment = .cancelAfter(.seconds(1)) }) { stage in
      try await leave(stage.orphan())
      #expect(stage.coalescer.forget(Tracked(1)))
      try await stage.land()
    },
    Way("the last caller leaves while it waits for a permit", policy: { $0.concurrencyLimit = 1 }) { stage in
      let other = try await stage.caller(of: 2)
      try await leave(stage.orphan())
      try await stage.land()
      #expect(try await other.ending == .value(5))
    },
    Way("the last caller leaves while it waits for the flight before it") { stage in
      let other = try await stage.caller()
      try await leave(stage.orphan(joining: .next))
      try await stage.land()
      #expect(try await other.ending == .value(5))
    },
  ]

  /// How a value that is served again is dropped.
  static let served = [
    servedWay("is forgotten") { #expect($0.coalescer.forget(Tracked(1))) },
    servedWay("is forgotten with all") { #expect($0.coalescer.forgetAll() == 1) },
    servedWay("is cancelled") { #expect($0.coalescer.cancel(Tracked(1)) == 0) },
    servedWay("is cancelled with all") { #expect($0.coalescer.cancelAll() == 0) },
    servedWay("is out of date") { $0.clock.advance(by: .seconds(1)) },
    servedWay("is refused by a call for the next") { stage in
      let next = try await stage.caller(joining: .next)
      stage.coalescer.cancelAll()
      #expect(try await next.ending == .flightCancelled)
      try await stage.operation.nextInvocation().fail(with: TestError())
    },
  ]

  private static func servedWay(_ description: String, drop: @escaping @Sendable (OrphanStage) async throws -> Void) -> Way {
    Way("the value that is served again \(description)", policy: { $0.reuseWindow = .seconds(1) }) { stage in
      let caller = try await stage.orphan()
      try await stage.land()
      #expect(try await caller.ending == .value(5))
      try await stage.clock.sleepers(1)
      #expect(stage.witness.findings.elements.isEmpty)
      try await drop(stage)
    }
  }

  private static func leave(_ caller: Task<Int, any Error>) async throws {
    caller.cancel()
    #expect(try await caller.ending == .cancelled)
  }

  /// The joiner is held between its arrival and its wait; when it asks, it is the last that the table keeps key and outcome for.
  @Test(
    "20: the key that is kept for a caller that does not wait yet dies outside the lock, and so does the outcome",
    arguments: [true, false]
  )
  func whatIsKeptForALateCallerDiesOutsideTheLock(lands: Bool) async throws {
    let kinds = Log<FlightEvent.Kind>()
    let goOn = Blocker()
    let group = FlightGroup { event in
      kinds.append(event.kind)
      if event.kind == .joined { goOn.wait() }
    }
    let witness = Witness()
    let operation = SuspendedOperation<Int, Tracked>(patience: .ample)
    let suspend: @Sendable (Int) async throws -> Tracked = operation.function
    let coalescer = Coalescer<Tracked, Tracked>(in: group)
    witness.scope.hold(coalescer)
    let leader = Task { try await coalescer.value(for: witness.tracked("key", id: 1)) { try await suspend(1) }.id }
    let invocation = try await operation.nextInvocation()
    // A task keeps the error that it throws.
    let joiner = Task(executorPreference: ThreadExecutor()) { () throws -> Int? in
      (try? await coalescer.value(for: Tracked(1)) { Tracked(6) })?.id
    }
    try await kinds.first(2)
    leader.cancel()
    #expect(try await leader.ending == .cancelled)
    if lands {
      invocation.succeed(with: witness.tracked("outcome", id: 5))
    } else {
      coalescer.cancelAll(throwing: witness.tracked("outcome", id: 5))
      invocation.fail(with: TestError())
    }
    #expect(try await kinds.first(4) == [.started, .joined, .left, lands ? .succeeded : .cancelled])
    #expect(witness.findings.elements.isEmpty)
    goOn.release()
    #expect(try await joiner.ending == .value(lands ? 5 : nil))
    #expect(Set(try await witness.findings.first(2)) == [.free("key"), .free("outcome")])
    await coalescer.idle()
  }
}
