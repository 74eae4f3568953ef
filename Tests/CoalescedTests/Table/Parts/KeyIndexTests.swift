import Coalesced
import Testing

/// The index against a plain dictionary from slots to hashes.
@Suite struct KeyIndexTests {
  /// Hashes that meet in every way: equal, with the same home, next to it, around the end of the buckets, equal in 32 bits.
  private static let hashes = [0, 8, 7, 6, 1 << 32]

  @Test func everySmallHistoryFindsWhatWasInserted() {
    // Every order of five insertions and removals of up to three entries under every choice of hashes.
    var histories = 0
    func go(_ index: KeyIndex, _ model: [Int: Int], _ next: Int, _ depth: Int) {
      expectEqual(index, model)
      guard depth > 0 else {
        histories += 1
        return
      }
      if model.count < 3 {
        for hash in Self.hashes {
          var index = index
          index.insert(hash: hash, slot: next)
          go(index, model.merging([next: hash]) { $1 }, next + 1, depth - 1)
        }
      }
      for (slot, hash) in model {
        var index = index
        index.remove(hash: hash, slot: slot)
        go(index, model.filter { $0.key != slot }, next, depth - 1)
      }
    }
    go(KeyIndex(), [:], 0, 5)
    #expect(histories == 5625)
  }

  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func longHistoryFindsWhatWasInserted(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var index = KeyIndex()
    var model: [Int: Int] = [:]
    var next = 0
    // Grows beyond a thousand entries, then shrinks to nothing, twice.
    for phase in 0..<4 {
      for _ in 0..<2000 {
        let grows = Int.random(in: 0..<10, using: &random) < (phase.isMultiple(of: 2) ? 8 : 2)
        if grows {
          // Few homes, many equal tags.
          let hash = Int.random(in: 0..<400, using: &random) << Int.random(in: 0..<2, using: &random)
          index.insert(hash: hash, slot: next)
          model[next] = hash
          next += 1
        } else if let (slot, hash) = model.randomElement(using: &random) {
          if Bool.random(using: &random) {
            index.replace(hash: hash, slot: slot, with: next)
            model[slot] = nil
            model[next] = hash
            next += 1
          } else {
            index.remove(hash: hash, slot: slot)
            model[slot] = nil
          }
        }
      }
      expectEqual(index, model)
    }
  }

  @Test func theOnlyEntryNeedsNoHashUntilThereIsAnother() {
    var index = KeyIndex()
    index.insert(hash: nil, slot: 3)
    #expect(index.unhashedSlot == 3)
    #expect(index.slots == [3])
    index.replace(hash: 0, slot: 3, with: 4)
    #expect(index.unhashedSlot == 4)
    #expect(index.count == 1)
    index.hashed(7)
    #expect(index.unhashedSlot == nil)
    index.insert(hash: 7, slot: 5)
    expectEqual(index, [4: 7, 5: 7])
    index.remove(hash: 7, slot: 4)
    index.remove(hash: 7, slot: 5)
    index.insert(hash: nil, slot: 6)
    index.remove(hash: 0, slot: 6)
    #expect(index.unhashedSlot == nil)
    #expect(index.count == 0)
    #expect(index.slots.isEmpty)
  }

  @Test func memoryFollowsTheEntriesDown() {
    var index = KeyIndex()
    for slot in 0..<10_000 { index.insert(hash: slot, slot: slot) }
    #expect(index.capacity >= 10_000)
    for slot in 0..<10_000 { index.remove(hash: slot, slot: slot) }
    #expect(index.capacity <= 64)
    #expect(index.slots.isEmpty)
  }

  private func expectEqual(_ index: KeyIndex, _ model: [Int: Int]) {
    let slots = Set(index.slots)
    if slots.count != index.count || slots != Set(model.keys) { Issue.record("the index has \(slots), and \(model.keys) are in it") }
    for (slot, hash) in model where index.slot(hash: hash, where: { $0 == slot }) != slot { Issue.record("slot \(slot) is not found") }
    for hash in Set(model.values) {
      // A hash that differs in the upper bits only may be offered, and no other.
      let offered = model.filter { UInt32(truncatingIfNeeded: $0.value) == UInt32(truncatingIfNeeded: hash) }
      var seen: [Int] = []
      let found = index.slot(hash: hash) { slot in
        seen.append(slot)
        return false
      }
      if found != nil || Set(seen) != Set(offered.keys) || seen.count != offered.count { Issue.record("hash \(hash) offers \(seen)") }
    }
  }
}
