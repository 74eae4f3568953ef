import Coalesced

extension World {
  /// Without optimisation only the small worlds: the others take minutes there.
  static var all: [World] {
    #if DEBUG
      small
    #else
      small + large
    #endif
  }

  static let small: [World] = plain + abandonments + joinings + windows + limits + owners + nested + bystanders

  /// The default policy.
  static let plain: [World] = [
    World("two callers leave", 2550, [.leaver, .leaver]),
    World("three callers", 1337, [.plain, .plain, .plain]),
    World("three callers, one leaves", 8050, [.leaver, .plain, Caller(follows: 1)]),
    World("two keys, one leaves", 2063, [.leaver, .on(2)]),
    World("an operation that throws", 503, [.leaver, .plain], operationsFail: true),
    World("priorities", 317, [.plain, Caller(priority: 25, escalation: 30)]),
    World("unwatched, two callers leave", 2550, [.leaver, .leaver], isWatched: false),
    World("unwatched, three callers", 1337, [.plain, .plain, .plain], isWatched: false),
    World("unwatched, cancel", 4825, [.leaver, .plain], acts: [.cancel(1)], operationsFail: true, isWatched: false),
    World("unwatched, forget", 6602, [.leaver, .plain], acts: [.forget(1)], isWatched: false),
    World("unwatched, an idler", 1703, [.plain, .plain], bystanders: [Bystander()], isWatched: false),
    World("unhashed, two callers leave", 2550, [.leaver, .leaver], isHashed: false),
    World("unhashed, two keys, one leaves", 5315, [.leaver, .on(2)], isHashed: false),
    World("unhashed, two keys, cancel", 9406, [.plain, .on(2)], acts: [.cancel(1)], isHashed: false),
    World("unhashed, two keys, forget", 10395, [.plain, .on(2)], acts: [.forget(1)], isHashed: false),
    World("a value for one", 503, [.leaver, .plain], isShared: false),
    World("a value for one of three", 1337, [.plain, .plain, .plain], isShared: false),
  ]

  static let abandonments: [World] = [
    World("cancelAfter, one of two leaves", 3033, [.leaver, .plain]) { $0.abandonment = .cancelAfter(.seconds(1)) },
    World("cancelAfter, forget", 245, [.leaver], acts: [.forget(1)]) { $0.abandonment = .cancelAfter(.seconds(1)) },
    World("cancelAfter, cancel", 241, [.leaver], acts: [.cancel(1)]) { $0.abandonment = .cancelAfter(.seconds(1)) },
    World("drain, two leave", 3312, [.leaver, .leaver]) { $0.abandonment = .cancelAndDrain },
    World("drain, cancel", 7223, [.leaver, .plain], acts: [.cancel(1)]) { $0.abandonment = .cancelAndDrain },
    World("drain, cancel, priorities", 1236, [.plain, Caller(priority: 25)], acts: [.cancel(1)]) { $0.abandonment = .cancelAndDrain },
    World("drain, limit", 587, [.leaver, .plain]) {
      $0.abandonment = .cancelAndDrain
      $0.concurrencyLimit = 1
    },
    World("drain, next", 4920, [.leaver, .plain]) {
      $0.abandonment = .cancelAndDrain
      $0.joining = .next
    },
    World("finish, one of two leaves", 439, [.leaver, .plain]) { $0.abandonment = .finish },
    World("finish, forget", 6170, [.leaver, .plain], acts: [.forget(1)]) { $0.abandonment = .finish },
    World("finish, forgetAll, cancelAll", 139, [.leaver], acts: [.forgetAll, .cancelAll]) { $0.abandonment = .finish },
  ]

  static let joinings: [World] = [
    World("next, two callers", 5422, [.leaver, .plain]) { $0.joining = .next },
    World("next beside current", 520, [.plain, Caller(joining: .next)]),
    World("next, limit", 470, [.plain, .plain]) {
      $0.joining = .next
      $0.concurrencyLimit = 1
    },
    World("next, cancel", 3000, [.plain, .plain], acts: [.cancel(1)]) { $0.joining = .next },
    World("next, forget", 274, [.plain, Caller(follows: 0)], acts: [.forget(1)]) { $0.joining = .next },
    World("next, priorities", 4242, [.plain, Caller(priority: 25, escalation: 30)]) { $0.joining = .next },
  ]

  static let windows: [World] = [
    World("joinWindow", 620, [.plain, .plain], acts: [.advance(.seconds(1))]) { $0.joinWindow = .seconds(1) },
    World("joinWindow, next", 4206, [.plain, .plain], acts: [.advance(.seconds(1))]) {
      $0.joinWindow = .seconds(1)
      $0.joining = .next
    },
    World("reuse, two callers", 2083, [.plain, .plain]) { $0.reuseWindow = .seconds(1) },
    World("reuse, forget", 270, [.plain], acts: [.forget(1), .advance(.seconds(1))]) { $0.reuseWindow = .seconds(1) },
    World("reuse, cancel", 313, [.leaver], acts: [.cancel(1)]) { $0.reuseWindow = .seconds(1) },
    World("reuse, next", 2900, [.plain, Caller(joining: .next, follows: 0)]) { $0.reuseWindow = .seconds(1) },
    World("reuse, an operation that throws", 50, [.plain, .plain], operationsFail: true) { $0.reuseWindow = .seconds(1) },
    World("reuse, a value for one", 50, [.plain, .plain], isShared: false) { $0.reuseWindow = .seconds(1) },
  ]

  static let limits: [World] = [
    World("limit 1, two keys", 4920, [.leaver, .on(2)]) { $0.concurrencyLimit = 1 },
    World("limit 1, the later one leaves", 4920, [.on(1), Caller(key: 2, isCancelled: true)]) { $0.concurrencyLimit = 1 },
    World("limit 1, cancelAll", 6318, [.on(1), .on(2)], acts: [.cancelAll]) { $0.concurrencyLimit = 1 },
    World("limit 1, forgetAll", 273, [.on(1), Caller(key: 2, follows: 0)], acts: [.forgetAll]) { $0.concurrencyLimit = 1 },
    World("limit 1, the urgent one first", 762, [.on(1), Caller(key: 2, follows: 0), Caller(key: 3, priority: 25, follows: 1)]) {
      $0.concurrencyLimit = 1
    },
  ]

  static let owners: [World] = [
    World("cancel", 4825, [.leaver, .plain], acts: [.cancel(1)]),
    World("forget", 6602, [.leaver, .plain], acts: [.forget(1)]),
    World("forget, then cancel", 3292, [.plain, .plain], acts: [.forget(1), .cancel(1)]),
    World("forgetAll, then cancelAll", 3054, [.plain, .plain], acts: [.forgetAll, .cancelAll]),
  ]

  static let nested: [World] = [
    World("recursion", 219, [.plain, .inside(0, on: 1), .plain]),
    World("recursion through another key", 208, [.on(1), .inside(0, on: 2), .inside(1, on: 1)]),
    World("a nested call, the outer caller leaves", 1254, [.leaver, .inside(0, on: 2)]),
    World("limit 1, a nested call", 77, [.on(1), .inside(0, on: 2)]) { $0.concurrencyLimit = 1 },
    World("limit 1, nested calls two deep", 5719, [.on(1), .inside(0, on: 2), .inside(1, on: 3)]) { $0.concurrencyLimit = 1 },
    World("limit 1, a nested call joins a queued flight", 4785, [.on(1), .inside(0, on: 2), Caller(key: 2, follows: 0)]) {
      $0.concurrencyLimit = 1
    },
    World("next, recursion", 6, [.on(1), .inside(0, on: 1)]) { $0.joining = .next },
    World("drain, recursion", 20, [.leaver, .inside(0, on: 1)]) { $0.abandonment = .cancelAndDrain },
  ]

  static let bystanders: [World] = [
    World("a watcher", 93, [.leaver], bystanders: [Bystander(key: 1)]),
    World("a watcher leaves", 458, [.plain], bystanders: [Bystander(key: 1, isCancelled: true)]),
    World("a watcher, cancel", 144, [.plain], acts: [.cancel(1)], bystanders: [Bystander(key: 1)]),
    World("idle", 147, [.leaver], bystanders: [Bystander()]),
    World("an idler leaves", 810, [.plain], bystanders: [Bystander(isCancelled: true)]),
  ]
}
