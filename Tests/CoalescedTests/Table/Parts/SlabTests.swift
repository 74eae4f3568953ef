import Coalesced
import Testing

/// The slots of many flights at once.
@Suite struct SlabTests {
  private typealias Table = FlightTable<Int, Int, Int, Int, Int>

  @Test func slotsOfManyFlightsAreReusedAndGivenBack() {
    var table = Table(rules: FlightRules(FlightPolicy()))
    var leaders: [CallerIdentity] = []
    for key in 0..<200 { lead(key, in: &table, &leaders) }
    #expect(Set(leaders.map(\.flight.slot)).count == 200)
    #expect(Set(table.keysInFlight) == Set(0..<200))

    // Every other one lands, and newcomers take their slots.
    for key in stride(from: 0, to: 200, by: 2) { land(leaders[key], in: &table) }
    for key in stride(from: 0, to: 200, by: 2) { lead(key + 1000, in: &table, &leaders) }
    #expect(leaders.allSatisfy { $0.flight.slot < 200 })
    #expect(table.brokenInvariant == nil)

    // Whatever comes late for the first flights means nothing to those that have their slots.
    for key in stride(from: 0, to: 200, by: 2) {
      #expect(table.callerCancelled(leaders[key]).decision == nil)
      #expect(table.callerEscalated(leaders[key], to: 30) == [])
    }
    #expect(table.counts.waiting == 200)

    for key in stride(from: 1, to: 200, by: 2) { land(leaders[key], in: &table) }
    for leader in leaders[200...] { land(leader, in: &table) }
    #expect(table.isEmpty)
    #expect(table.brokenInvariant == nil)

    // The slots are gone, and what names one of them finds nothing.
    #expect(table.callerCancelled(leaders[199]).decision == nil)
    var again: [CallerIdentity] = []
    for key in 0..<3 { lead(key, in: &table, &again) }
    #expect(again.allSatisfy { $0.flight.slot < 64 })
    #expect(table.brokenInvariant == nil)
  }

  @Test(arguments: [0, 1000, 9999])
  func oneFlightThatStaysKeepsTwiceTheSlotsBeforeItsOwnAtMost(stays: Int) {
    var table = Table(rules: FlightRules(FlightPolicy()))
    var leaders: [CallerIdentity] = []
    for key in 0..<10_000 { lead(key, in: &table, &leaders) }
    for key in 0..<10_000 where key != stays { land(leaders[key], in: &table) }
    #expect(table.capacity <= 2 * stays + 128)
    #expect(table.brokenInvariant == nil)
    land(leaders[stays], in: &table)
    #expect(table.capacity <= 128)
    #expect(table.isEmpty)
  }

  @Test func aPeakIsGivenBackAsSoonAsItsLastFlightLandsWhileAnotherStays() {
    var table = Table(rules: FlightRules(FlightPolicy()))
    var leaders: [CallerIdentity] = []
    for key in 0..<10_000 { lead(key, in: &table, &leaders) }
    for key in 0..<9_999 where key != 3 { land(leaders[key], in: &table) }
    #expect(table.capacity > 10_000)
    land(leaders[9_999], in: &table)
    #expect(table.capacity <= 128)
    #expect(table.brokenInvariant == nil)
    land(leaders[3], in: &table)
    #expect(table.isEmpty)
  }

  @Test func theClosedHalfIsGivenBackWithItsLastFlightHoweverManyAreInTheOpenOne() {
    var table = Table(rules: FlightRules(FlightPolicy()))
    var leaders: [CallerIdentity] = []
    for key in 0..<10_000 { lead(key, in: &table, &leaders) }
    for key in 0..<9_999 { land(leaders[key], in: &table) }
    // An eighth of the slots is taken again.
    for key in 10_000..<12_000 { lead(key, in: &table, &leaders) }
    land(leaders[9_999], in: &table)
    #expect(table.capacity == 2_000 + 4_096)
    #expect(table.brokenInvariant == nil)
  }

  @Test func aPeakThatIsOverIsGivenBackWhileOthersComeAndGo() {
    var table = Table(rules: FlightRules(FlightPolicy()))
    var leaders: [CallerIdentity] = []
    for key in 0..<10_000 { lead(key, in: &table, &leaders) }
    // The last 20 stay, then the oldest makes way for a new one, again and again.
    for key in 0..<9_980 { land(leaders[key], in: &table) }
    for round in 0..<50_000 {
      lead(10_000 + round, in: &table, &leaders)
      land(leaders[9_980 + round], in: &table)
    }
    #expect(table.capacity <= 256)
    #expect(table.brokenInvariant == nil)
  }

  @Test func callersThatLeftKeepNoMemoryOfAFlightThatOthersWaitFor() {
    var table = Table(rules: FlightRules(FlightPolicy()))
    var leaders: [CallerIdentity] = []
    lead(1, in: &table, &leaders)
    var joiners: [CallerIdentity] = []
    for waiter in 0..<10_000 {
      guard case .join(let joiner) = table.callerArrived(for: 1, hash: 1, isCancelled: false, call: Table.Call()).decision
      else {
        Issue.record("the call does not join")
        return
      }
      _ = table.callerParked(joiner, waiter: waiter, priority: 20)
      joiners.append(joiner)
    }
    for joiner in joiners where joiner != joiners[4321] { #expect(table.callerCancelled(joiner).decision != nil) }
    #expect(table.capacity <= 128)
    #expect(table.callerCancelled(joiners[4321]).decision == 4321)
  }

  private func lead(_ key: Int, in table: inout Table, _ leaders: inout [CallerIdentity]) {
    let call = Table.Call()
    guard case .lead(let leader) = table.callerArrived(for: key, hash: key, isCancelled: false, call: call).decision else {
      Issue.record("key \(key) is not led")
      return
    }
    _ = table.operationLaunched(by: leader, job: key, priority: 20)
    _ = table.callerParked(leader, waiter: key, priority: 20)
    leaders.append(leader)
  }

  private func land(_ leader: CallerIdentity, in table: inout Table) {
    let effect = table.operationLanded(leader.flight, outcome: 7, succeeded: true)
    var waiters: [Int] = []
    effect.decision.forEachWaiter(outcome: 7) { waiter, _ in waiters.append(waiter) }
    #expect(waiters.count == 1)
  }
}
