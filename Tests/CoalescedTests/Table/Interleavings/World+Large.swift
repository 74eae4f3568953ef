import Coalesced

extension World {
  /// Worlds of tens and hundreds of thousands of schedules.
  static let large: [World] = [
    World("three callers in any order, one leaves", 28_750, [.leaver, .plain, .plain]),
    World("four callers", 49_789, [.plain, .plain, .plain, .plain]),
    World("unhashed, three keys", 249_373, [.on(1), .on(2), Caller(key: 3, follows: 0)], isHashed: false),
    World("unhashed, next", 192_680, [.plain, Caller(joining: .next), Caller(key: 2, follows: 0)], isHashed: false),
    World("two keys, two callers and one", 36_564, [.plain, .plain, .on(2)]),
    World("cancelAfter, two leave", 207_456, [.leaver, .leaver]) { $0.abandonment = .cancelAfter(.seconds(1)) },
    World("cancelAfter, cancel, two callers", 35_643, [.leaver, .plain], acts: [.cancel(1)]) { $0.abandonment = .cancelAfter(.seconds(1)) },
    World("cancelAfter, forget, two callers", 45_694, [.leaver, .plain], acts: [.forget(1)]) { $0.abandonment = .cancelAfter(.seconds(1)) },
    World("drain, three callers", 32_932, [.leaver, .plain, .plain]) { $0.abandonment = .cancelAndDrain },
    World("drain, forget", 40_712, [.leaver, .plain], acts: [.forget(1), .cancelAll]) { $0.abandonment = .cancelAndDrain },
    World("drain, joinWindow", 7604, [.leaver, .plain], acts: [.advance(.seconds(1))]) {
      $0.joinWindow = .seconds(1)
      $0.abandonment = .cancelAndDrain
    },
    World("next, three callers", 148_779, [.plain, .plain, .plain]) { $0.joining = .next },
    World("next beside current, three callers", 70_260, [.plain, Caller(joining: .next), .plain]),
    World("reuse, the clock", 40_290, [.plain, .plain], acts: [.advance(.seconds(1))]) { $0.reuseWindow = .seconds(1) },
    World("reuse, forget, two callers", 38_433, [.plain, .plain], acts: [.forget(1)]) { $0.reuseWindow = .seconds(1) },
    World("reuse, next", 18_489, [.plain, Caller(joining: .next)]) { $0.reuseWindow = .seconds(1) },
    World("limit 1, three keys, priorities", 26_647, [.on(1), Caller(key: 2, follows: 0), Caller(key: 3, priority: 25, follows: 0)]) {
      $0.concurrencyLimit = 1
    },
    World("limit 2, three keys", 10_728, [.on(1), Caller(key: 2, follows: 0), Caller(key: 3, follows: 0)]) { $0.concurrencyLimit = 2 },
    World("cancel twice", 178_467, [.plain, .plain, .plain], acts: [.cancel(1), .cancel(1)]),
    World("a cycle between two flights", 462_242, [.on(1), .on(2), .inside(0, on: 2), .inside(1, on: 1)]),
    World("limit 1, a nested call joins a queued flight, or leads it", 44_430, [.on(1), .inside(0, on: 2), .on(2)]) {
      $0.concurrencyLimit = 1
    },
    World("limit 1, a call that outlives its operation", 13_325, [.on(1), .outliving(0, on: 2), Caller(key: 3, follows: 0)]) {
      $0.concurrencyLimit = 1
    },
    World("limit 1, a call that outlives its operation joins", 23_517, [.on(1), .outliving(0, on: 2), .on(2)]) { $0.concurrencyLimit = 1 },
    World("a watcher, next", 19_670, [.plain, .plain], bystanders: [Bystander(key: 1)]) { $0.joining = .next },
    World("a watcher, drain", 19_434, [.leaver, .plain], bystanders: [Bystander(key: 1)]) { $0.abandonment = .cancelAndDrain },
    World("idle, two keys", 106_890, [.leaver, .on(2)], bystanders: [Bystander()]),
    World("idle, limit 1", 48_568, [.on(1), .on(2)], bystanders: [Bystander()]) { $0.concurrencyLimit = 1 },
  ]
}
