import Coalesced
import Testing

/// C15 under other policies than the default: what many flights at once needed is given back with them.
@Suite struct RareMemoryTests {
  private typealias Table = FlightTable<Int, Int, Int, Int, Int>

  private static let policies: [(String, @Sendable (inout FlightPolicy) -> Void)] = [
    ("joinWindow", { $0.joinWindow = .seconds(10) }),
    ("reuseWindow", { $0.reuseWindow = .seconds(10) }),
    ("concurrencyLimit", { $0.concurrencyLimit = 2 }),
    (
      "concurrencyLimit, drain",
      {
        $0.concurrencyLimit = 5000; $0.abandonment = .cancelAndDrain
      }
    ),
    ("cancelAfter", { $0.abandonment = .cancelAfter(.seconds(10)) }),
    ("finish", { $0.abandonment = .finish }),
  ]

  @Test(arguments: policies.indices)
  func memoryIsGivenBackWithTheFlights(policy: Int) {
    let name = Self.policies[policy].0
    var settings = FlightPolicy()
    Self.policies[policy].1(&settings)
    var table = Table(rules: FlightRules(settings))
    var leaders: [CallerIdentity] = []
    var waiting: Set<FlightIdentity> = []
    for key in 0..<10_000 {
      switch table.callerArrived(for: key, hash: key, isCancelled: false, call: Table.Call()).decision {
      case .lead(let leader): leaders.append(leader)
      case .queue(let leader):
        leaders.append(leader)
        waiting.insert(leader.flight)
      case let other: Issue.record("\(name): key \(key) is answered \(other)")
      }
      _ = table.operationLaunched(by: leaders[key], job: key, priority: 20)
      _ = table.callerParked(leaders[key], waiter: key, priority: 20)
    }
    #expect(table.capacity > 10_000)
    // Half of the callers leave, and all operations return as soon as they have started.
    for leader in leaders where leader.serial.isMultiple(of: 2) { _ = table.callerCancelled(leader) }
    for leader in leaders where waiting.contains(leader.flight) { _ = table.operationParked(leader.flight, signal: 1) }
    for leader in leaders {
      switch table.state(of: leader.flight).phase {
      case .running, .draining: _ = table.operationLanded(leader.flight, outcome: 1, succeeded: true)
      case .free where !waiting.contains(leader.flight): _ = table.operationLanded(leader.flight, outcome: 1, succeeded: false)
      case .free, .queued, .reusable, .ended: break
      }
    }
    _ = table.allForgotten()
    #expect(table.isEmpty, "\(name)")
    #expect(table.capacity <= 128, "\(name)")
    #expect(table.brokenInvariant == nil, "\(name)")
  }

  @Test func oneQueuedFlightThatStaysKeepsNoMemoryOfThoseThatLeft() {
    var queue = FlightQueue()
    for serial in 1...10_000 { queue.append(FlightIdentity(slot: serial, serial: UInt64(serial)), priority: UInt8(serial % 3)) }
    for serial in 1...9_999 { queue.remove(FlightIdentity(slot: serial, serial: UInt64(serial))) }
    #expect(queue.capacity <= 200)
    #expect(queue.popFirst()?.serial == 10_000)
    #expect(queue.isEmpty)
  }
}
