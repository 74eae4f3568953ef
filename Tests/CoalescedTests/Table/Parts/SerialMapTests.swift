import Coalesced
import Testing

/// The map against a plain dictionary.
@Suite struct SerialMapTests {
  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func longHistoryFindsWhatWasInserted(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var map = SerialMap<UInt64>()
    var model: [UInt64: UInt64?] = [:]
    var last: UInt64 = 0
    // Grows beyond a thousand, then shrinks to nothing, twice; serial numbers with gaps, so that homes meet.
    for phase in 0..<4 {
      for _ in 0..<2000 {
        let grows = Int.random(in: 0..<10, using: &random) < (phase.isMultiple(of: 2) ? 8 : 2)
        if grows {
          last += UInt64.random(in: 1...40, using: &random)
          let value = Bool.random(using: &random) ? nil : last * 3
          map.insert(last, value)
          model[last] = .some(value)
        } else if let (serial, value) = model.randomElement(using: &random) {
          #expect(map.remove(serial) == value, "seed \(seed)")
          model[serial] = nil
        }
      }
      #expect(map.count == model.count, "seed \(seed)")
      #expect(Set(map.serials) == Set(model.keys), "seed \(seed)")
      for (serial, value) in model { #expect(map.contains(serial) && map[serial] == value, "seed \(seed)") }
    }
  }

  @Test func memoryFollowsTheCountDown() {
    var map = SerialMap<Int>()
    for serial in 1...100_000 { map.insert(UInt64(serial), serial) }
    #expect(map.capacity <= 400_000)
    // The last that was inserted stays, and so does the first.
    for serial in 2..<100_000 { map.remove(UInt64(serial)) }
    #expect(map.serials.sorted() == [1, 100_000])
    #expect(map.capacity <= 16)
    map.remove(1)
    map.remove(100_000)
    #expect(map.isEmpty)
    #expect(map.capacity <= 16)
  }

  /// Each once, and those without a value not; of thousands that are close to one another in their order.
  @Test(arguments: [(100, 1), (4_096, 1), (4_097, 1), (20_000, 1), (20_000, 4), (20_000, 5), (20_000, 1_024)] as [(Int, UInt64)])
  func aWalkVisitsEachValueOnce(count: Int, distance: UInt64) {
    var map = SerialMap<UInt64>()
    let serials = (1...count).map { UInt64($0) * distance + 1_000_000 }
    // The first and the last are the bounds of a crowd: both have a value.
    let expected = serials.enumerated().filter { $0.offset % 3 != 1 || $0.offset == count - 1 }.map(\.element)
    for serial in serials { map.insert(serial, nil) }
    for serial in expected { map.insert(serial, serial + 1) }
    var visited: [UInt64] = []
    map.forEachValue { serial, value in
      visited.append(serial)
      if value != serial + 1 { Issue.record("\(serial) has the value \(value)") }
    }
    #expect(visited.sorted() == expected)
    #expect((visited == expected) == (count > 4_096 && distance <= 4))
  }

  @Test func whatIsNotThereIsNotFoundAndNotRemoved() {
    var map = SerialMap<Int>()
    #expect(!map.contains(1))
    #expect(map.remove(1) == nil)
    // The same home among eight places.
    for serial in [1, 9, 17] as [UInt64] { map.insert(serial, Int(serial)) }
    #expect(map.remove(25) == nil)
    #expect(!map.contains(25))
    #expect(map.remove(1) == 1)
    #expect(map.serials.sorted() == [9, 17])
  }

  /// The callers of a flight are in such a map. Callers of 1,024 keys who join in turn have serial numbers 1,024 apart.
  @Test(
    "7: a caller is found within a few places, however many there are",
    arguments: [1, 2, 8, 64, 1000, 1023, 1024, 4096, 65_536, 1 << 32] as [UInt64]
  )
  func entriesAreCloseToTheirHomes(distance: UInt64) {
    var map = SerialMap<Void>()
    for number in 1...50_000 as ClosedRange<UInt64> { map.insert(number * distance) }
    #expect(map.table.meanDistance < 8)
    for number in 1...25_000 as ClosedRange<UInt64> { map.remove(number * distance) }
    #expect(map.table.meanDistance < 8)
  }

  @Test func aChangeInPlaceInsertsAndReplaces() {
    var map = SerialMap<[Int]>()
    map[7, default: []].append(1)
    map[7, default: [9]].append(2)
    #expect(map[7] == [1, 2])
    #expect(map[8, default: [3]] == [3])
    #expect(map.count == 1)
  }
}
