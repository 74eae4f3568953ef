import Coalesced
import CoalescedTesting
import Testing

/// When keys are hashed: never under the lock, and not where there is but one.
@Suite struct HashTests {
  private struct Key: Hashable, Sendable {
    let id: Int
    let onHash: @Sendable (Int) -> Void

    static func == (left: Key, right: Key) -> Bool { left.id == right.id }

    func hash(into hasher: inout Hasher) {
      onHash(id)
      hasher.combine(id)
    }
  }

  private let operation = SuspendedOperation<Int, Int>(patience: .ample)
  private let probe = FlightProbe(patience: .ample)
  private let hashed = Log<Int>()

  private func call(_ id: Int, on coalescer: Coalescer<Key, Int>) -> Task<Int, any Error> {
    let suspend: @Sendable (Int) async throws -> Int = operation.function
    let key = Key(id: id) { [hashed] id in
      if !Witness.canUse(coalescer) { Issue.record("a key is hashed under the lock") }
      hashed.append(id)
    }
    return Task { try await coalescer.value(for: key) { try await suspend(id) } }
  }

  @Test func theOnlyKeyIsNotHashed() async throws {
    let coalescer = Coalescer<Key, Int>(in: probe.group)
    for round in 0..<3 {
      let first = call(1, on: coalescer)
      try await probe.waiting(1)
      let second = call(1, on: coalescer)
      try await probe.waiting(2)
      try await operation.nextInvocation().succeed(with: round)
      #expect(try await endings(of: [first, second]) == [.value(round), .value(round)])
    }
    #expect(hashed.elements.isEmpty)
  }

  @Test func keysBesideOneAnotherAreHashedAndToldApart() async throws {
    let coalescer = Coalescer<Key, Int>(in: probe.group)
    var callers: [Task<Int, any Error>] = []
    for id in [1, 2, 3, 1, 2, 3] {
      callers.append(call(id, on: coalescer))
      try await probe.waiting(callers.count)
    }
    #expect(Set(hashed.elements) == [1, 2, 3])
    #expect(Set(coalescer.keysInFlight.map(\.id)) == [1, 2, 3])
    #expect(coalescer.statistics.joined == 3)
    for _ in 0..<3 {
      let invocation = try await operation.nextInvocation()
      invocation.succeed(with: invocation.arguments * 10)
    }
    #expect(try await endings(of: callers) == [10, 20, 30, 10, 20, 30].map { .value($0) })
    #expect(coalescer.keysInFlight.isEmpty)
  }

  @Test func ownersReachAKeyThatWasNotHashed() async throws {
    let coalescer = Coalescer<Key, Int>(in: probe.group)
    let caller = call(1, on: coalescer)
    try await probe.waiting(1)
    let key = Key(id: 1) { _ in }
    let other = Key(id: 2) { _ in }
    #expect(coalescer.callerCount(for: key) == 1)
    #expect(coalescer.callerCount(for: other) == 0)
    #expect(coalescer.cancel(other) == 0)
    #expect(coalescer.forget(other) == false)
    #expect(coalescer.forget(key))
    #expect(coalescer.cancelAll() == 1)
    #expect(try await caller.ending == .flightCancelled)
    #expect(hashed.elements.isEmpty)
  }

  @Test func afterACrowdOfKeysTheOnlyOneIsNotHashedAgain() async throws {
    let coalescer = Coalescer<Key, Int>(in: probe.group)
    let crowd = [call(1, on: coalescer), call(2, on: coalescer)]
    try await probe.waiting(2)
    #expect(!hashed.elements.isEmpty)
    for _ in crowd { try await operation.nextInvocation().succeed(with: 0) }
    _ = try await endings(of: crowd)
    // One of sixteen flights tries.
    for id in 0..<16 { _ = try await coalescer.value(for: Key(id: id, onHash: { _ in })) { 0 } }
    let before = hashed.elements.count
    let last = call(1, on: coalescer)
    try await operation.nextInvocation().succeed(with: 5)
    #expect(try await last.value == 5)
    #expect(hashed.elements.count == before)
  }

  @Test(arguments: [1, 2]) func afterACrowdOfKeysTheOnlyOneIsNotHashedAgainWhereEachFlightIsJoined(joiners: Int) async throws {
    let coalescer = Coalescer<Key, Int>(in: probe.group)
    let crowd = [call(1, on: coalescer), call(2, on: coalescer)]
    try await probe.waiting(2)
    for _ in crowd { try await operation.nextInvocation().succeed(with: 0) }
    _ = try await endings(of: crowd)
    var hashes = 0
    for _ in 0..<64 {
      let before = hashed.elements.count
      var callers: [Task<Int, any Error>] = []
      for count in 1...joiners + 1 {
        callers.append(call(1, on: coalescer))
        try await probe.waiting(count)
      }
      try await operation.nextInvocation().succeed(with: 5)
      _ = try await endings(of: callers)
      hashes = hashed.elements.count - before
    }
    #expect(hashes == 0)
  }
}
