import Coalesced
import Testing

/// The hash of the only key, which comes after its flight.
@Suite struct KeyHashTests {
  private typealias Table = FlightTable<Int, Int, Int, Int, Int>

  private func arrive(_ key: Int, hash: Int? = nil, in table: inout Table) -> Table.Arrival {
    table.callerArrived(for: key, hash: hash, isCancelled: false, call: Table.Call()).decision
  }

  private func lead(_ key: Int, in table: inout Table) throws -> CallerIdentity {
    guard case .lead(let leader) = arrive(key, in: &table) else { throw Violation("key \(key) is not led") }
    _ = table.operationLaunched(by: leader, job: key, priority: 20)
    _ = table.callerParked(leader, waiter: key, priority: 20)
    return leader
  }

  @Test func aHashThatComesLateIsNotThatOfTheFlightThatTookTheSlot() throws {
    var table = Table(rules: FlightRules(FlightPolicy()))
    let first = try lead(1, in: &table)
    #expect(arrive(2, in: &table) == .hashBoth(first.flight, 1))
    _ = table.operationLanded(first.flight, outcome: 7, succeeded: true)
    let second = try lead(3, in: &table)
    #expect(second.flight.slot == first.flight.slot)
    table.keyHashed(of: first.flight, hash: 1)
    #expect(arrive(3, in: &table) == .join(.joiner(of: second.flight, serial: 3)))
    #expect(arrive(2, hash: 2, in: &table) == .hashBoth(second.flight, 3))
  }

  @Test func aSuccessorHasTheHashThatTheFlightBeforeItGot() throws {
    var policy = FlightPolicy()
    policy.abandonment = .cancelAndDrain
    var table = Table(rules: FlightRules(policy))
    let first = try lead(1, in: &table)
    _ = table.callerCancelled(first)
    guard case .queue(let second) = arrive(1, in: &table) else { throw Violation("the call is not queued") }
    table.keyHashed(of: first.flight, hash: 1)
    _ = table.operationLanded(first.flight, outcome: 7, succeeded: true)
    #expect(arrive(1, hash: 1, in: &table) == .join(.joiner(of: second.flight, serial: 3)))
    #expect(table.brokenInvariant == nil)
  }
}
