import Coalesced
import CoalescedTesting
import Testing

/// The `coalesced` overloads, with no, one and several arguments.
@Suite struct OverloadTests {
  /// Calls `function` twice at once and answers what both return.
  private func twice<Output: Sendable & Equatable>(
    in probe: FlightProbe,
    _ function: @escaping @Sendable () async throws -> Output,
    landing: () async throws -> Void
  ) async throws -> [Ending<Output>] {
    let callers = [Task { try await function() }, Task { try await function() }]
    try await probe.waiting(2)
    #expect(probe.group.statistics.joined == 1)
    try await landing()
    return try await endings(of: callers)
  }

  @Test func aFunctionWithoutArgumentsHasOneKey() async throws {
    let operation = SuspendedOperation<Int>()
    let probe = FlightProbe()
    let fetch = coalesced(operation.function, in: probe.group)
    let ends = try await twice(in: probe, { try await fetch() }, landing: { try await operation.nextInvocation().succeed(with: 5) })
    #expect(ends == [.value(5), .value(5)])
  }

  @Test func aFunctionOfOneArgumentIsKeyedByIt() async throws {
    let operation = SuspendedOperation<String, Int>()
    let probe = FlightProbe()
    let fetch = coalesced(operation.function, in: probe.group)
    let ends = try await twice(in: probe, { try await fetch("a") }, landing: { try await operation.nextInvocation().succeed(with: 5) })
    #expect(ends == [.value(5), .value(5)])
  }

  @Test func aFunctionOfSeveralArgumentsIsKeyedByEachOfThem() async throws {
    let operation = SuspendedOperation<Int, String, Bool, Int>()
    let probe = FlightProbe()
    let fetch = coalesced(operation.function, in: probe.group)
    let ends = try await twice(
      in: probe,
      { try await fetch(1, "a", true) },
      landing: { try await operation.nextInvocation().succeed(with: 5) }
    )
    #expect(ends == [.value(5), .value(5)])

    let different = [
      Task { try await fetch(1, "a", true) }, Task { try await fetch(2, "a", true) },
      Task { try await fetch(1, "b", true) }, Task { try await fetch(1, "a", false) },
    ]
    try await probe.started(5)
    for _ in different { try await operation.nextInvocation().succeed(with: 6) }
    #expect(try await endings(of: different) == Array(repeating: .value(6), count: 4))
    #expect(probe.group.statistics.joined == 1)
  }

  @Test func aFunctionOfAnObjectIsKeyedByItsEquality() async throws {
    let operation = SuspendedOperation<Tracked, Int>()
    let probe = FlightProbe()
    let fetch = coalesced(operation.function, in: probe.group)
    let ends = try await twice(
      in: probe,
      { try await fetch(Tracked(1)) },
      landing: { try await operation.nextInvocation().succeed(with: 5) }
    )
    #expect(ends == [.value(5), .value(5)])
  }

  /// Where the number of arguments is not known, the function for any number is chosen.
  private func wrapped<each Argument: Hashable & Sendable, Output: Sendable>(
    _ function: @escaping @Sendable (repeat each Argument) async throws -> Output,
    in group: FlightGroup
  ) -> @Sendable (repeat each Argument) async throws -> Output { coalesced(function, in: group) }

  @Test func aFunctionOfAnyNumberOfArgumentsTakesOneObject() async throws {
    let operation = SuspendedOperation<Tracked, Int>()
    let probe = FlightProbe()
    let fetch = wrapped(operation.function, in: probe.group)
    let ends = try await twice(
      in: probe,
      { try await fetch(Tracked(1)) },
      landing: { try await operation.nextInvocation().succeed(with: 5) }
    )
    #expect(ends == [.value(5), .value(5)])
  }

  @Test func aFunctionThatReturnsNothingIsShared() async throws {
    let operation = SuspendedOperation<Int, Void>()
    let probe = FlightProbe()
    let save = coalesced(operation.function, in: probe.group)
    let done: @Sendable () async throws -> Bool = {
      try await save(1)
      return true
    }
    let ends = try await twice(in: probe, done, landing: { try await operation.nextInvocation().succeed(with: ()) })
    #expect(ends == [.value(true), .value(true)])
  }

  @Test func theKeyIsWhatKeyedByMakesOfTheArguments() async throws {
    let operation = SuspendedOperation<Int, String, Int>()
    let probe = FlightProbe()
    let fetch = coalesced(operation.function, keyedBy: { number, _ in number }, in: probe.group)
    let first = Task { try await fetch(1, "first") }
    try await probe.waiting(1)
    let second = Task { try await fetch(1, "second") }
    try await probe.waiting(2)
    let invocation = try await operation.nextInvocation()
    #expect(invocation.arguments == (1, "first"))
    invocation.succeed(with: 5)
    #expect(try await endings(of: [first, second]) == [.value(5), .value(5)])
  }

  @Test func keyedByWithoutArgumentsSharesOneKey() async throws {
    let operation = SuspendedOperation<Int>()
    let probe = FlightProbe()
    let fetch = coalesced(operation.function, keyedBy: { "the only one" }, in: probe.group)
    let ends = try await twice(in: probe, { try await fetch() }, landing: { try await operation.nextInvocation().succeed(with: 5) })
    #expect(ends == [.value(5), .value(5)])
  }

  @Test func aKeyOfOptionalTypeSharesWhereItIsThereAndNotWhereItIsNil() async throws {
    let operation = SuspendedOperation<Int, Int, Int>()
    let probe = FlightProbe()
    let key: @Sendable (Int, Int) -> Int? = { first, _ in first < 0 ? nil : first }
    let fetch = coalesced(operation.function, keyedBy: key, in: probe.group)
    let ends = try await twice(in: probe, { try await fetch(1, 2) }, landing: { try await operation.nextInvocation().succeed(with: 5) })
    #expect(ends == [.value(5), .value(5)])

    let alone = [Task { try await fetch(-1, 2) }, Task { try await fetch(-1, 2) }]
    for _ in alone { try await operation.nextInvocation().succeed(with: 6) }
    #expect(try await endings(of: alone) == [.value(6), .value(6)])
    #expect(probe.group.statistics.unshared == 2)
  }

  @Test func throughSharesTheScopeOfItsCoalescer() async throws {
    let operation = SuspendedOperation<Int, Int, Int>()
    let probe = FlightProbe()
    let coalescer = Coalescer<Int, Int>(in: probe.group)
    let fetch = coalesced(operation.function, keyedBy: { $0 + $1 }, through: coalescer)
    let callers = [Task { try await fetch(1, 2) }, Task { try await fetch(2, 1) }]
    try await probe.waiting(2)
    #expect(coalescer.keysInFlight == [3])
    #expect(coalescer.callerCount(for: 3) == 2)
    try await operation.nextInvocation().succeed(with: 5)
    #expect(try await endings(of: callers) == [.value(5), .value(5)])
  }

  @Test func throughWithoutArgumentsSharesTheScopeOfItsCoalescer() async throws {
    let probe = FlightProbe()
    let operation = SuspendedOperation<Int>()
    let coalescer = Coalescer<String, Int>(in: probe.group)
    let fetch = coalesced(operation.function, keyedBy: { "k" }, through: coalescer)
    let ends = try await twice(in: probe, { try await fetch() }, landing: { try await operation.nextInvocation().succeed(with: 5) })
    #expect(ends == [.value(5), .value(5)])
  }

  @Test func ofOneArgumentTheKeyMayBeAKeyPath() async throws {
    let operation = SuspendedOperation<Query, Int>()
    let probe = FlightProbe()
    let fetch = coalesced(operation.function, keyedBy: \.id, in: probe.group)
    let first = Task { try await fetch(Query(id: 1, owner: 7)) }
    try await probe.waiting(1)
    let second = Task { try await fetch(Query(id: 1, owner: 8)) }
    try await probe.waiting(2)
    let invocation = try await operation.nextInvocation()
    #expect(invocation.arguments == Query(id: 1, owner: 7))
    invocation.succeed(with: 5)
    #expect(try await endings(of: [first, second]) == [.value(5), .value(5)])
  }

  @Test func ofOneArgumentAKeyOfOptionalTypeSharesWhereItIsThereAndNotWhereItIsNil() async throws {
    let operation = SuspendedOperation<Query, Int>()
    let probe = FlightProbe()
    let fetch = coalesced(operation.function, keyedBy: \.owner, in: probe.group)
    let ends = try await twice(
      in: probe,
      { try await fetch(Query(id: 1, owner: 7)) },
      landing: { try await operation.nextInvocation().succeed(with: 5) }
    )
    #expect(ends == [.value(5), .value(5)])

    let alone = [Task { try await fetch(Query(id: 1, owner: nil)) }, Task { try await fetch(Query(id: 1, owner: nil)) }]
    for _ in alone { try await operation.nextInvocation().succeed(with: 6) }
    #expect(try await endings(of: alone) == [.value(6), .value(6)])
    #expect(probe.group.statistics.unshared == 2)
  }

  @Test func ofOneArgumentThroughSharesTheScopeOfItsCoalescer() async throws {
    let operation = SuspendedOperation<Query, Int>()
    let probe = FlightProbe()
    let coalescer = Coalescer<Int, Int>(in: probe.group)
    let fetch = coalesced(operation.function, keyedBy: \.id, through: coalescer)
    let ends = try await twice(
      in: probe,
      { try await fetch(Query(id: 3, owner: nil)) },
      landing: {
        #expect(coalescer.callerCount(for: 3) == 2)
        try await operation.nextInvocation().succeed(with: 5)
      }
    )
    #expect(ends == [.value(5), .value(5)])
  }
}

private struct Query: Hashable {
  let id: Int
  let owner: Int?
}
