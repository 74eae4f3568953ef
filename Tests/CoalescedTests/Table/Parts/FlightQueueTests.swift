import Coalesced
import Testing

/// The queue against an array that is searched from end to end.
@Suite struct FlightQueueTests {
  private struct Model {
    var entries: [(priority: UInt8, flight: FlightIdentity)] = []

    mutating func popFirst() -> FlightIdentity? {
      let first = entries.indices.min {
        (entries[$1].priority, entries[$0].flight.serial) < (entries[$0].priority, entries[$1].flight.serial)
      }
      return first.map { entries.remove(at: $0).flight }
    }

    mutating func raise(_ flight: FlightIdentity, to priority: UInt8) {
      for index in entries.indices where entries[index].flight == flight { entries[index].priority = priority }
    }
  }

  private static func flight(_ serial: UInt64) -> FlightIdentity { FlightIdentity(slot: Int(serial), serial: serial) }

  @Test func everySmallHistoryKeepsTheOrder() {
    // Every order of appending four flights of two priorities, raising, removing and taking, and then what is left.
    var histories = 0
    func go(_ queue: FlightQueue, _ model: Model, _ waiting: [UInt64], _ depth: Int) {
      guard depth > 0 else {
        histories += 1
        return expectSameOrder(queue, model)
      }
      for serial in waiting {
        for priority in [9, 17] as [UInt8] {
          var (queue, model) = (queue, model)
          queue.append(Self.flight(serial), priority: priority)
          model.entries.append((priority, Self.flight(serial)))
          go(queue, model, waiting.filter { $0 != serial }, depth - 1)
        }
      }
      for entry in model.entries {
        var (removed, left) = (queue, model)
        removed.remove(entry.flight)
        left.entries.removeAll { $0.flight == entry.flight }
        go(removed, left, waiting, depth - 1)
        if entry.priority < 25 {
          var (raised, higher) = (queue, model)
          raised.raise(entry.flight, to: 25)
          higher.raise(entry.flight, to: 25)
          go(raised, higher, waiting, depth - 1)
        }
      }
      if !model.entries.isEmpty {
        var (queue, model) = (queue, model)
        expectSameFirst(&queue, &model)
        go(queue, model, waiting, depth - 1)
      }
    }
    go(FlightQueue(), Model(), [1, 2, 3, 4], 5)
    #expect(histories == 32_688)
  }

  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func longHistoryKeepsTheOrder(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var queue = FlightQueue()
    var model = Model()
    for serial in 1...1500 as ClosedRange<UInt64> {
      switch Int.random(in: 0..<8, using: &random) {
      case 0: expectSameFirst(&queue, &model)
      case 1, 2:
        guard let entry = model.entries.randomElement(using: &random) else { continue }
        queue.remove(entry.flight)
        model.entries.removeAll { $0.flight == entry.flight }
      case 3:
        guard let entry = model.entries.randomElement(using: &random), entry.priority < 33 else { continue }
        let priority = UInt8.random(in: entry.priority...33, using: &random)
        queue.raise(entry.flight, to: priority)
        model.raise(entry.flight, to: priority)
      case 4:
        // Neither does anything: it does not wait here.
        queue.remove(Self.flight(serial + 5000))
        queue.raise(Self.flight(serial + 5000), to: 33)
      default:
        let priority = UInt8.random(in: 9...33, using: &random)
        queue.append(Self.flight(serial), priority: priority)
        model.entries.append((priority, Self.flight(serial)))
      }
    }
    expectSameOrder(queue, model)
  }

  private func expectSameOrder(_ queue: FlightQueue, _ model: Model) {
    var (queue, model) = (queue, model)
    if queue.count != model.entries.count || queue.isEmpty != model.entries.isEmpty { Issue.record("\(queue.count) flights are counted") }
    for _ in 0...model.entries.count { expectSameFirst(&queue, &model) }
  }

  private func expectSameFirst(_ queue: inout FlightQueue, _ model: inout Model) {
    let (first, right) = (queue.popFirst(), model.popFirst())
    if first != right { Issue.record("flight \(String(describing: first)) comes before \(String(describing: right))") }
  }
}
