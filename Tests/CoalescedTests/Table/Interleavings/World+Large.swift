import Coalesced

extension World {
  /// Worlds of tens and hundreds of thousands of schedules.
  static let large: [World] = [
    World("three callers, one leaves", 0, [.leaver, .plain, .plain]),
    World("four callers", 0, [.plain, .plain, .plain, .plain]),
    World("two keys, two callers and one", 0, [.plain, .plain, .on(2)]),
    World("cancelAfter, two leave", 0, [.leaver, .leaver]) { $0.abandonment = .cancelAfter(.seconds(1)) },
    World("cancelAfter, cancel, two callers", 0, [.leaver, .plain], acts: [.cancel(1)]) { $0.abandonment = .cancelAfter(.seconds(1)) },
    World("cancelAfter, forget, two callers", 0, [.leaver, .plain], acts: [.forget(1)]) { $0.abandonment = .cancelAfter(.seconds(1)) },
    World("drain, three callers", 0, [.leaver, .plain, .plain]) { $0.abandonment = .cancelAndDrain },
    World("drain, forget", 0, [.leaver, .plain], acts: [.forget(1), .cancelAll]) { $0.abandonment = .cancelAndDrain },
    World("drain, joinWindow", 0, [.leaver, .plain], acts: [.advance(.seconds(1))]) {
      $0.joinWindow = .seconds(1)
      $0.abandonment = .cancelAndDrain
    },
    World("next, three callers", 0, [.plain, .plain, .plain]) { $0.joining = .next },
    World("next beside current, three callers", 0, [.plain, Caller(joining: .next), .plain]),
    World("reuse, the clock", 0, [.plain, .plain], acts: [.advance(.seconds(1))]) { $0.reuseWindow = .seconds(1) },
    World("reuse, forget, two callers", 0, [.plain, .plain], acts: [.forget(1)]) { $0.reuseWindow = .seconds(1) },
    World("reuse, next", 0, [.plain, Caller(joining: .next)]) { $0.reuseWindow = .seconds(1) },
    World("limit 1, three keys, priorities", 0, [.on(1), .on(2), Caller(key: 3, priority: 25)]) { $0.concurrencyLimit = 1 },
    World("limit 2, three keys", 0, [.on(1), .on(2), .on(3)]) { $0.concurrencyLimit = 2 },
    World("cancel twice", 0, [.plain, .plain, .plain], acts: [.cancel(1), .cancel(1)]),
    World("a cycle between two flights", 0, [.on(1), .on(2), .inside(0, on: 2), .inside(1, on: 1)]),
    World("limit 1, a nested call joins a queued flight", 0, [.on(1), .inside(0, on: 2), .on(2)]) { $0.concurrencyLimit = 1 },
    World("a watcher, next", 19670, [.plain, .plain], bystanders: [Bystander(key: 1)]) { $0.joining = .next },
    World("a watcher, drain", 0, [.leaver, .plain], bystanders: [Bystander(key: 1)]) { $0.abandonment = .cancelAndDrain },
    World("idle, two keys", 0, [.leaver, .on(2)], bystanders: [Bystander()]),
    World("idle, limit 1", 0, [.on(1), .on(2)], bystanders: [Bystander()]) { $0.concurrencyLimit = 1 },
  ]
}
