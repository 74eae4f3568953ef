import Coalesced
import CoalescedTesting
import Dispatch
import Testing

/// C17.
@Suite struct OrderTests {
  @Test @MainActor func aCallFromTheMainActorHasLedOrJoinedBeforeTheMainActorRunsAnythingElse() async throws {
    let stage = Stage()
    let suspend: @Sendable (Int) async throws -> String = stage.operation.function
    let order = Log<String>()
    for place in 1...3 {
      Task { @MainActor in
        order.append("call \(place)")
        _ = try await stage.coalescer.value(for: 1) { try await suspend(1) }
      }
      Task { @MainActor in order.append("then \(stage.coalescer.callerCount(for: 1)) wait") }
    }
    #expect(try await order.first(6) == ["call 1", "then 1 wait", "call 2", "then 2 wait", "call 3", "then 3 wait"])
    let caller = Task { try await stage.fetch(1) }
    try await stage.probe.waiting(4)
    try await stage.operation.nextInvocation().succeed(with: "one")
    #expect(try await caller.ending == .value("one"))
  }

  private actor Screen {
    let order = Log<String>()

    func load(through coalescer: Coalescer<Int, String>, _ operation: @escaping @Sendable () async throws -> String) async throws -> String
    {
      order.append("call")
      return try await coalescer.value(for: 1, operation: operation)
    }

    func note(_ coalescer: Coalescer<Int, String>) {
      order.append("then \(coalescer.callerCount(for: 1)) wait")
    }
  }

  @Test func aCallFromAnyActorHasLedBeforeThatActorRunsAnythingElse() async throws {
    let stage = Stage()
    let suspend: @Sendable (Int) async throws -> String = stage.operation.function
    let screen = Screen()
    let caller = Task { try await screen.load(through: stage.coalescer) { try await suspend(1) } }
    try await screen.order.first(1)
    await screen.note(stage.coalescer)
    #expect(screen.order.elements == ["call", "then 1 wait"])
    try await stage.operation.nextInvocation().succeed(with: "one")
    #expect(try await caller.ending == .value("one"))
  }

  @Test @MainActor func theOperationOfACallFromTheMainActorDoesNotRunThere() async throws {
    #expect(isOnMainActor())
    let coalescer = Coalescer<Int, Bool>()
    #expect(try await coalescer.value(for: 1) { isOnMainActor() } == false)
    let fetch = coalesced { (_: Int) in isOnMainActor() }
    #expect(try await fetch(1) == false)
  }

  @Test @MainActor func theCallerIsBackOnItsActorAfterTheValue() async throws {
    let coalescer = Coalescer<Int, Int>()
    _ = try await coalescer.value(for: 1) { 5 }
    #expect(isOnMainActor())
  }
}

/// Whether the current thread serves the main actor now. Which thread that is, the platform decides.
private func isOnMainActor() -> Bool {
  DispatchQueue.getSpecific(key: mainActorMark) != nil
}

private let mainActorMark: DispatchSpecificKey<Void> = {
  let key = DispatchSpecificKey<Void>()
  DispatchQueue.main.setSpecific(key: key, value: ())
  return key
}()
