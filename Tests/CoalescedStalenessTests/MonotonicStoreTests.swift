import CoalescedStaleness
import Testing

@Suite struct MonotonicStoreTests {
  struct Record: Versioned, Equatable {
    let id: String
    let version: Int
  }

  enum Arrival: Hashable {
    case record(String, Int)
    case removal(String, Int)
  }

  typealias Store = MonotonicStore<Record>

  static func apply(_ arrival: Arrival, to store: inout Store) {
    switch arrival {
    case .record(let id, let version): store.merge(Record(id: id, version: version))
    case .removal(let id, let version): store.remove(id, version: version)
    }
  }

  /// What must be left of a history, from sorting it: the greatest version of each thing, a removal after a record of its own version.
  static func oracle(_ history: [Arrival]) -> (live: [String: Record], tombstones: [String: Int]) {
    let ordered = history.map { arrival in
      switch arrival {
      case .record(let id, let version): (id: id, version: version, isRemoval: false)
      case .removal(let id, let version): (id: id, version: version, isRemoval: true)
      }
    }.sorted { ($0.version, $0.isRemoval ? 1 : 0) < ($1.version, $1.isRemoval ? 1 : 0) }
    var live: [String: Record] = [:]
    var tombstones: [String: Int] = [:]
    for (id, version, isRemoval) in ordered {
      live[id] = isRemoval ? nil : Record(id: id, version: version)
      tombstones[id] = isRemoval ? version : nil
    }
    return (live, tombstones)
  }

  @Test func theNewerRecordReplacesTheOlder() {
    var store = Store()
    #expect(store.merge(Record(id: "a", version: 5)) == .inserted)
    #expect(store.merge(Record(id: "a", version: 7)) == .replaced(Record(id: "a", version: 5)))
    #expect(store["a"] == Record(id: "a", version: 7))
    #expect(store.rejectedCount == 0)
  }

  @Test("46: a record that comes after a newer one is rejected")
  func aRecordThatComesAfterANewerOneIsRejected() {
    var store = Store()
    store.merge(Record(id: "a", version: 7))
    #expect(store.merge(Record(id: "a", version: 5)) == .rejected(stored: Record(id: "a", version: 7)))
    #expect(store["a"]?.version == 7)
    #expect(store.rejectedCount == 1)
  }

  @Test func anEqualVersionIsRejected() {
    var store = Store()
    store.merge(Record(id: "a", version: 7))
    #expect(store.merge(Record(id: "a", version: 7)) == .rejected(stored: Record(id: "a", version: 7)))
    #expect(store.rejectedCount == 1)
  }

  @Test func aRemovalWinsOverItsOwnVersionAndOlder() {
    var store = Store()
    store.merge(Record(id: "a", version: 7))
    #expect(store.remove("a", version: 7) == true)
    #expect(store["a"] == nil)
    #expect(store.entities.isEmpty)
    #expect(store.merge(Record(id: "a", version: 7)) == .rejectedDeleted(at: 7))
    #expect(store.merge(Record(id: "a", version: 6)) == .rejectedDeleted(at: 7))
    #expect(store.merge(Record(id: "a", version: 8)) == .inserted)
    #expect(store.tombstones.isEmpty)
    #expect(store.rejectedCount == 2)
  }

  @Test func aRemovalOlderThanTheRecordIsRejected() {
    var store = Store()
    store.merge(Record(id: "a", version: 7))
    #expect(store.remove("a", version: 6) == false)
    #expect(store["a"]?.version == 7)
    #expect(store.rejectedCount == 1)
  }

  @Test func aRemovalOfAnUnknownThingStopsItsLateRecord() {
    var store = Store()
    #expect(store.remove("a", version: 3) == true)
    #expect(store.merge(Record(id: "a", version: 3)) == .rejectedDeleted(at: 3))
    #expect(store["a"] == nil)
  }

  @Test func ofTwoRemovalsTheNewerStays() {
    var store = Store()
    #expect(store.remove("a", version: 3) == true)
    #expect(store.remove("a", version: 5) == true)
    #expect(store.remove("a", version: 5) == false)
    #expect(store.remove("a", version: 4) == false)
    #expect(store.merge(Record(id: "a", version: 5)) == .rejectedDeleted(at: 5))
    #expect(store.rejectedCount == 3)
  }

  @Test func mergingManyCountsThoseTakenAndThoseTooLate() {
    var store = Store()
    store.remove("b", version: 2)
    let counts = store.merge(contentsOf: [
      Record(id: "a", version: 1), Record(id: "a", version: 3), Record(id: "a", version: 2), Record(id: "b", version: 2),
    ])
    #expect(counts == (accepted: 2, rejected: 2))
    #expect(store.entities == ["a": Record(id: "a", version: 3)])
    #expect(store.rejectedCount == 2)
  }

  @Test func droppedTombstonesAreThoseBelowTheVersion() {
    var store = Store()
    store.remove("a", version: 3)
    store.remove("b", version: 4)
    store.dropTombstones(below: 4)
    #expect(store.merge(Record(id: "a", version: 1)) == .inserted)
    #expect(store.merge(Record(id: "b", version: 4)) == .rejectedDeleted(at: 4))
  }

  @Test("47: a reset takes versions that have begun again")
  func aResetTakesVersionsThatBeganAgain() {
    var store = Store()
    store.merge(Record(id: "a", version: 900))
    store.remove("b", version: 900)
    store.merge(Record(id: "a", version: 1))
    store.reset()
    #expect(store.entities.isEmpty)
    #expect(store.rejectedCount == 0)
    #expect(store.merge(Record(id: "a", version: 1)) == .inserted)
    #expect(store.merge(Record(id: "b", version: 1)) == .inserted)
  }

  @Test(
    arguments: [
      [.record("a", 1), .record("a", 2), .removal("a", 2), .record("a", 3), .removal("a", 1), .record("b", 1)],
      [.record("a", 1), .removal("a", 1), .removal("a", 3), .record("a", 2), .record("a", 3), .removal("b", 1)],
      [.record("a", 1), .record("a", 4), .removal("a", 2), .removal("a", 4), .record("b", 2), .removal("b", 1), .record("a", 5)],
    ] as [[Arrival]]
  )
  func everyOrderOfArrivalEndsInTheSameState(history: [Arrival]) throws {
    let expected = Self.oracle(history)
    try forEachOrder(of: history) { order in
      var store = Store()
      for arrival in order { Self.apply(arrival, to: &store) }
      try #require(store.entities == expected.live, "\(order)")
      try #require(store.tombstones == expected.tombstones, "\(order)")
      // A second delivery of everything changes nothing.
      let rejected = store.rejectedCount
      for arrival in order { Self.apply(arrival, to: &store) }
      try #require(store.entities == expected.live && store.tombstones == expected.tombstones, "\(order) twice")
      try #require(store.rejectedCount == rejected + order.count, "\(order) twice")
    }
  }

  @Test(arguments: SplitMix.someSeeds) func randomHistoriesEndAsSortingThemSays(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    for _ in 0..<200 {
      let history = (0..<100).map { _ -> Arrival in
        let id = String(Int.random(in: 0..<8, using: &random))
        let version = Int.random(in: 0..<12, using: &random)
        return Bool.random(using: &random) ? .record(id, version) : .removal(id, version)
      }
      var store = Store()
      for arrival in history { Self.apply(arrival, to: &store) }
      let expected = Self.oracle(history)
      try #require(store.entities == expected.live && store.tombstones == expected.tombstones)
    }
  }
}
