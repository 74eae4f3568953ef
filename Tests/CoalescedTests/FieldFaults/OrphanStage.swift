import Coalesced
import CoalescedTesting
import Testing

/// A scope in which a flight has a key that nobody but the table holds.
struct OrphanStage: Sendable {
  let operation = SuspendedOperation<Int, Tracked>(patience: .ample)
  let probe = FlightProbe(patience: .ample)
  let clock = ManualClock(patience: .ample)
  let witness = Witness()
  let coalescer: Coalescer<Tracked, Tracked>

  init(_ change: (inout FlightPolicy) -> Void) {
    var policy = FlightPolicy()
    policy.clock = clock
    change(&policy)
    coalescer = Coalescer(policy: policy, in: probe.group)
    witness.scope.hold(coalescer)
  }

  /// What an operation returns, or an owner cancels with.
  func outcome() -> Tracked { witness.tracked("outcome", id: 5) }

  /// A call that waits, with a key of its own.
  func caller(
    of id: Int = 1,
    joining: FlightPolicy.Joining = .current,
    key: @escaping @Sendable (Int) -> Tracked = { Tracked($0) }
  ) async throws -> Task<Int, any Error> {
    let suspend: @Sendable (Int) async throws -> Tracked = operation.function
    let count = coalescer.statistics.waiting + 1
    let caller = Task { [coalescer] in
      try await coalescer.value(for: key(id), joining: joining) { try await suspend(id) }.id
    }
    try await probe.waiting(count)
    return caller
  }

  /// A call that shares a flight whose leading caller has left, and that caller's key with it.
  func orphan(joining: FlightPolicy.Joining = .current) async throws -> Task<Int, any Error> {
    let leader = try await caller(joining: joining) { [witness] in witness.tracked("key", id: $0) }
    let joiner = try await caller(joining: joining)
    leader.cancel()
    #expect(try await leader.ending == .cancelled)
    #expect(witness.findings.elements.isEmpty)
    return joiner
  }

  /// Lands the operation that was started first of those that run.
  func land() async throws {
    try await operation.nextInvocation().succeed(with: outcome())
  }
}
