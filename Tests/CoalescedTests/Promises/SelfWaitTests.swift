import Coalesced
import CoalescedTesting
import Testing

/// `idle` and `waitForFlight` from inside operations, C14. What does not hold here is a wait that never ends.
@Suite(.timeLimit(.minutes(15))) struct SelfWaitTests {
  @Test(arguments: ["idle", "idle of the group", "waitForFlight", "waitForFlight of the flight around"])
  func anOperationDoesNotWaitForItsOwnEnd(call: String) async throws {
    let group = FlightGroup()
    let coalescer = Coalescer<Int, Int>(in: group)
    let wait: @Sendable () async -> Void = {
      switch call {
      case "idle": await coalescer.idle()
      case "idle of the group": await group.idle()
      default: await coalescer.waitForFlight(1)
      }
    }
    let caller = Task {
      try await coalescer.value(for: 1) {
        guard call == "waitForFlight of the flight around" else {
          await wait()
          return 1
        }
        return try await coalescer.value(for: 2) {
          await wait()
          return 1
        }
      }
    }
    #expect(try await caller.ending == .value(1))
    await coalescer.idle()
  }

  @Test func aQueuedFlightStartsForAnOperationThatWaitsForItWithThePermit() async throws {
    let stage = Stage { $0.concurrencyLimit = 1 }
    let isQueued = Switch()
    let outer = Task {
      try await stage.coalescer.value(for: 1) {
        try await isQueued.isTurnedOn()
        await stage.coalescer.waitForFlight(2)
        return "\(stage.statistics.succeeded)"
      }
    }
    try await stage.probe.waiting(1)
    let inner = try await stage.caller(of: 2)
    isQueued.turnOn()
    try await stage.operation.nextInvocation().succeed(with: "two")
    #expect(try await inner.ending == .value("two"))
    #expect(try await outer.ending == .value("1"))
  }

  /// Whoever comes second does not wait.
  @Test(arguments: ["both wait for the other's flight", "one waits for it, the other calls for it"])
  func operationsThatWaitForEachOtherEnd(how: String) async throws {
    for _ in 0..<100 {
      let coalescer = Coalescer<Int, Int>()
      let running = Log<Int>()
      let first = Task {
        try await coalescer.value(for: 1) {
          running.append(1)
          try await running.first(2)
          await coalescer.waitForFlight(2)
          return 1
        }
      }
      let second = Task {
        try await coalescer.value(for: 2) {
          running.append(2)
          try await running.first(2)
          if how == "both wait for the other's flight" {
            await coalescer.waitForFlight(1)
            return 1
          }
          return try await coalescer.value(for: 1) { 1 }
        }
      }
      #expect(try await endings(of: [first, second]) == [.value(1), .value(1)])
      await coalescer.idle()
      #expect(coalescer.keysInFlight.isEmpty)
    }
  }

  /// Its flight is over, and is kept for callers that come later.
  @Test func whatAnOperationHasStartedWaitsForOthersOnceItIsOver() async throws {
    let stage = Stage { $0.reuseWindow = .seconds(60) }
    let isOver = Switch()
    let running = Log<Int>()
    let caller = Task {
      try await stage.coalescer.value(for: 1) {
        Task {
          try await isOver.isTurnedOn()
          await stage.coalescer.idle()
          running.append(stage.statistics.inFlight)
        }
        return "one"
      }
    }
    #expect(try await caller.ending == .value("one"))
    let other = try await stage.caller(of: 2)
    isOver.turnOn()
    try await stage.operation.nextInvocation().succeed(with: "two")
    #expect(try await other.ending == .value("two"))
    #expect(try await running.first(1) == [0])
  }
}
