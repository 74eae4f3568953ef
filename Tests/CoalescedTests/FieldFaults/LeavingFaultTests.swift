import Coalesced
import CoalescedTesting
import Testing

/// Faults that software of this kind has shipped: callers that leave. Each test holds what is right.
@Suite struct LeavingFaultTests {
  @Test("1: the first caller is cancelled while others wait: nobody notices, and the operation runs once")
  func theFirstCallerLeaves() async throws {
    let stage = Stage()
    let callers = try await stage.callers(3)
    callers[0].cancel()
    #expect(try await callers[0].ending == .cancelled)
    let invocation = try await stage.operation.nextInvocation()
    #expect(!invocation.isCancelled)
    invocation.succeed(with: "one")
    #expect(try await endings(of: callers) == [.cancelled, .value("one"), .value("one")])
    #expect(stage.operation.invocationCount == 1)
  }

  @Test("2: a caller that is cancelled before it calls, or before it is registered, starts nothing and leaves nothing behind")
  func cancelledBeforeItCalls() async throws {
    let stage = Stage()
    let cancelledAlready = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await stage.fetch(1)
    }
    let key: @Sendable (Int) -> Int = { key in
      withUnsafeCurrentTask { $0?.cancel() }
      return key
    }
    let fetch = coalesced(stage.operation.function, keyedBy: key, through: stage.coalescer)
    let cancelledOnTheWay = Task { try await fetch(1) }
    #expect(try await endings(of: [cancelledAlready, cancelledOnTheWay]) == [.cancelled, .cancelled])
    #expect(stage.operation.invocationCount == 0)
    #expect(stage.coalescer.keysInFlight.isEmpty)
    #expect(stage.statistics.waiting == 0)
  }

  @Test("3: everyone left and the operation still unwinds: a new call has a flight and a result of its own")
  func callDuringTheUnwinding() async throws {
    let stage = Stage()
    let old = try await stage.abandonedInvocation()
    let next = try await stage.caller()
    old.succeed(with: "old")
    try await stage.operation.nextInvocation().succeed(with: "new")
    #expect(try await next.ending == .value("new"))
  }

  @Test("4: one of two callers left: a third joins the flight that runs")
  func thirdAfterALeave() async throws {
    let stage = Stage()
    let callers = try await stage.callers(2)
    callers[1].cancel()
    #expect(try await callers[1].ending == .cancelled)
    let third = try await stage.caller()
    try await stage.operation.nextInvocation().succeed(with: "one")
    #expect(try await endings(of: [callers[0], third]) == [.value("one"), .value("one")])
    #expect(stage.operation.invocationCount == 1)
  }

  @Test("5: the operation never ends: a cancelled caller throws at once, and the other waits on")
  func theOperationNeverEnds() async throws {
    let stage = Stage()
    let callers = try await stage.callers(2)
    callers[0].cancel()
    #expect(try await callers[0].ending == .cancelled)
    #expect(stage.coalescer.callerCount(for: 1) == 1)
    callers[1].cancel()
    #expect(try await callers[1].ending == .cancelled)
  }

  @Test("6: a call that comes as the last one leaves gets a value, from this flight or a new one")
  func aCallAsTheLastOneLeaves() async throws {
    let coalescer = Coalescer<Int, Int>()
    for round in 0..<2_000 {
      let leaver = Task {
        try await coalescer.value(for: 1) {
          await Task.yield(); return round
        }
      }
      async let cancelled: Void = leaver.cancel()
      let call = Task {
        try await coalescer.value(for: 1) {
          await Task.yield(); return round
        }
      }
      let ending = try await call.ending
      await cancelled
      #expect(ending == .value(round))
      _ = await leaver.result
      if ending != .value(round) { return }
    }
  }

  @Test("7: 10,000 callers join and leave while the operation hangs: each is gone at once, with all that it brought")
  func manyLeaveAHangingOperation() async throws {
    let stage = Stage()
    let dead = Log<Int>()
    let leader = try await stage.caller()
    let callers = (1...10_000).map { number in
      Task { [closure = Tracked(number) { dead.append(number) }] in try await stage.coalescer.value(for: 1) { "\(closure.id)" } }
    }
    try await stage.probe.waiting(10_001)
    for caller in callers { caller.cancel() }
    for caller in callers { #expect(try await caller.ending == .cancelled) }
    try await dead.first(10_000)
    #expect(stage.coalescer.callerCount(for: 1) == 1)
    #expect(stage.statistics.left == 10_000)
    try await stage.operation.nextInvocation().succeed(with: "one")
    #expect(try await leader.ending == .value("one"))
  }

  @Test("8: the operation's cancellation handler calls back into the scope and waits for another thread that does: no deadlock")
  func aCancellationHandlerThatCallsBackAndBlocks() async throws {
    let scope = WeakScope<Int, String>()
    let handled = Switch()
    let stage = Stage(onCancel: {
      let other = Blocker()
      _ = Task(executorPreference: ThreadExecutor.shared) {
        scope.coalescer?.forgetAll()
        other.release()
      }
      scope.coalescer?.cancelAll()
      other.wait()
      handled.turnOn()
    })
    scope.hold(stage.coalescer)
    let caller = try await stage.caller()
    let cancelling = Task(executorPreference: ThreadExecutor()) { caller.cancel() }
    try await handled.isTurnedOn()
    await cancelling.value
    #expect(try await caller.ending == .cancelled)
  }

  @Test("9: the operation turns its cancellation into another error: the caller that left sees CancellationError")
  func theOperationThrowsAnotherErrorWhenItIsCancelled() async throws {
    let stage = Stage()
    let caller = try await stage.caller()
    let invocation = try await stage.operation.nextInvocation()
    caller.cancel()
    try await invocation.waitForCancellation()
    invocation.fail(with: TestError())
    #expect(try await caller.ending == .cancelled)
    #expect(stage.statistics.failed == 0)
    #expect(stage.statistics.abandoned == 1)
  }

  @Test("10: leave, join, leave: the second leave starts the whole linger again")
  func theSecondLeaveLingersAsLong() async throws {
    let stage = Stage { $0.abandonment = .cancelAfter(.seconds(10)) }
    let first = try await stage.caller()
    first.cancel()
    try await stage.clock.sleepers(1)
    stage.clock.advance(by: .seconds(8))
    let second = try await stage.caller()
    try await stage.clock.sleepers(0)
    second.cancel()
    try await stage.clock.sleepers(1)
    stage.clock.advance(by: .seconds(9))
    let invocation = try await stage.operation.nextInvocation()
    #expect(stage.coalescer.keysInFlight == [1])
    stage.clock.advance(by: .seconds(1))
    try await invocation.waitForCancellation()
    #expect(try await endings(of: [first, second]) == [.cancelled, .cancelled])
  }

  @Test("11: with .cancelAndDrain a cancelled operation and its successor never run at the same time")
  func drainedOperationsDoNotOverlap() async throws {
    let stage = Stage { $0.abandonment = .cancelAndDrain }
    for _ in 0..<3 {
      let old = try await stage.abandonedInvocation()
      let next = try await stage.caller()
      let begun = stage.operation.invocationCount
      #expect(stage.statistics.inFlight == 0)
      old.fail(with: CancellationError())
      try await stage.operation.nextInvocation().succeed(with: "new")
      #expect(try await next.ending == .value("new"))
      #expect(stage.operation.invocationCount == begun + 1)
    }
  }
}
