import CoalescedStaleness

extension Scenarios {
  static let dictionary = "dictionary by hand"

  /// Records of things that are all known already, in scattered order; every other one is newer than what is stored.
  ///
  /// The stores are filled outside the measured time, so no table grows and none is copied within it.
  static func merging(_ scale: Scale) -> Scenario {
    Scenario(
      name: "store-merge",
      summary: "a record merged into \(grouped(scale.merges)), in scattered order, half of them newer",
      rounds: max(5, scale.rounds / 3),
      subjects: [
        Subject(
          name: "MonotonicStore",
          round: {
            let (stored, arriving) = records(scale.merges)
            var store = MonotonicStore<Record>()
            store.merge(contentsOf: stored)
            let watch = Stopwatch()
            for record in arriving { store.merge(record) }
            let sample = watch.sample(per: arriving.count)
            try Subject.check(store.rejectedCount, is: arriving.count / 2, of: "MonotonicStore")
            return sample
          }
        ),
        Subject(
          name: dictionary,
          round: {
            let (stored, arriving) = records(scale.merges)
            var store: [Int: Record] = [:]
            for record in stored { store[record.id] = record }
            var rejected = 0
            let watch = Stopwatch()
            for record in arriving {
              if let known = store[record.id], known.version >= record.version { rejected += 1 } else { store[record.id] = record }
            }
            let sample = watch.sample(per: arriving.count)
            try Subject.check(rejected, is: arriving.count / 2, of: dictionary)
            return sample
          }
        ),
      ]
    )
  }

  /// What is stored, and what arrives: the same in every round.
  private static func records(_ count: Int) -> (stored: [Record], arriving: [Record]) {
    let stored = (0..<count).map { Record(id: $0, version: 1, score: 0) }
    let arriving = stored.map { Record(id: $0.id, version: $0.id.isMultiple(of: 2) ? 2 : 1, score: 1) }
    // Coprime to the counts of records that are measured, so that each comes once.
    return (stored, arriving.indices.map { arriving[$0 &* 618_033 % arriving.count] })
  }
}
