import Coalesced
import Testing

private func none() async throws -> Int { 0 }
private func one(_ a: Int) async throws -> Int { a }
private func two(_ a: Int, _ b: Int) async throws -> Int { a + b }
private func three(_ a: Int, _ b: Int, _ c: Int) async throws -> Int { a + b + c }

/// Functions and closures of every number of arguments, wrapped without a type that says which function is meant.
@Suite struct OverloadResolutionTests {
  @Test func functionsAreKeyedByTheirArguments() async throws {
    let wrapped = (coalesced(none), coalesced(one), coalesced(two), coalesced(three))
    #expect(try await wrapped.0() == 0)
    #expect(try await wrapped.1(1) == 1)
    #expect(try await wrapped.2(1, 2) == 3)
    #expect(try await wrapped.3(1, 2, 3) == 6)
    let limited = coalesced(two, policy: FlightPolicy(), in: FlightGroup())
    #expect(try await limited(1, 2) == 3)
  }

  @Test func functionsHaveAKeyOfTheirOwn() async throws {
    let wrapped = (
      coalesced(none, keyedBy: { 1 }), coalesced(one, keyedBy: { $0 }),
      coalesced(two, keyedBy: { a, _ in a }), coalesced(three, keyedBy: { a, _, c in [a, c] })
    )
    #expect(try await wrapped.0() == 0)
    #expect(try await wrapped.1(1) == 1)
    #expect(try await wrapped.2(1, 2) == 3)
    #expect(try await wrapped.3(1, 2, 3) == 6)
    let limited = coalesced(two, keyedBy: { a, _ in a }, policy: FlightPolicy(), in: FlightGroup())
    #expect(try await limited(1, 2) == 3)
  }

  @Test func functionsHaveAKeyThatMayBeNil() async throws {
    let key: @Sendable (Int) -> Int? = { $0 < 0 ? nil : $0 }
    let wrapped = (
      coalesced(one, keyedBy: key), coalesced(two, keyedBy: { a, _ in key(a) }), coalesced(three, keyedBy: { a, _, _ in key(a) })
    )
    #expect(try await wrapped.0(-1) == -1)
    #expect(try await wrapped.1(-1, 2) == 1)
    #expect(try await wrapped.2(1, 2, 3) == 6)
  }

  @Test func functionsGoThroughACoalescer() async throws {
    let scope = Coalescer<Int, Int>()
    let wrapped = (
      coalesced(none, keyedBy: { 1 }, through: scope), coalesced(one, keyedBy: { $0 }, through: scope),
      coalesced(two, keyedBy: { a, _ in a }, through: scope), coalesced(three, keyedBy: { a, b, c in a + b + c }, through: scope)
    )
    #expect(try await wrapped.0() == 0)
    #expect(try await wrapped.1(1) == 1)
    #expect(try await wrapped.2(1, 2) == 3)
    #expect(try await wrapped.3(1, 2, 3) == 6)
    #expect(scope.statistics.started == 4)
  }

  @Test func closuresGoThroughACoalescer() async throws {
    let scope = Coalescer<String, Int>()
    let none = coalesced({ 0 }, keyedBy: { "none" }, through: scope)
    let one = coalesced({ (a: Int) in a }, keyedBy: \.description, through: scope)
    let two = coalesced({ (a: Int, b: Int) in a + b }, keyedBy: { a, b in "\(a) \(b)" }, through: scope)
    let three = coalesced({ (a: Int, b: Int, c: Int) in a + b + c }, keyedBy: { a, b, c in "\(a) \(b) \(c)" }, through: scope)
    #expect(try await none() == 0)
    #expect(try await one(1) == 1)
    #expect(try await two(1, 2) == 3)
    #expect(try await three(1, 2, 3) == 6)
  }

  @Test func closuresAreKeyedByTheirArguments() async throws {
    let none = coalesced { 0 }
    let one = coalesced { (a: Int) in a }
    let two = coalesced { (a: Int, b: Int) in a + b }
    let keyed = coalesced({ (a: Int, b: Int) in a + b }, keyedBy: { a, _ in a })
    #expect(try await none() == 0)
    #expect(try await one(1) == 1)
    #expect(try await two(1, 2) == 3)
    #expect(try await keyed(1, 2) == 3)
  }

  /// A tuple that is one argument stays one.
  @Test func aTupleIsOneArgument() async throws {
    let pair: @Sendable ((Int, Int)) async throws -> Int = { $0.0 + $0.1 }
    let scope = Coalescer<Int, Int>()
    let keyed = coalesced(pair, keyedBy: { $0.0 })
    let through = coalesced(pair, keyedBy: { $0.0 }, through: scope)
    #expect(try await keyed((1, 2)) == 3)
    #expect(try await through((1, 2)) == 3)
  }
}
