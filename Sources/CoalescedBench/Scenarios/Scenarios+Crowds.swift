extension Scenarios {
  /// The key that a whole crowd shares.
  private static let sharedKey = 7

  /// Many callers on one key, from their start to their results.
  static func fanIn(_ scale: Scale) -> [Scenario] {
    scale.fanIn.map { callers in
      let keys = Array(repeating: sharedKey, count: callers)
      var crowds: [Crowd] = [.coalescedCallers(sharing: sharedKey), Crowd(bare: Gate()), .bareOperation(), .bareHandlers()]
      if callers <= Scale.largestActorCrowd {
        crowds += [.taskActorCallers(sharing: sharedKey), .waiterActorCallers(sharing: sharedKey)]
      }
      return Scenario(
        name: "fan-in-\(callers)",
        summary: "one of \(grouped(callers)) callers on one key",
        size: callers,
        rounds: scale.rounds(of: callers),
        subjects: crowds.map { $0.landing(keys, repeated: scale.repetitions(of: callers)) }
      )
    }
  }

  /// Many callers on one key, who are all cancelled while the operation goes on.
  ///
  /// With the number of tasks the machine's caches weigh more and more, for anybody's tasks: what a leave costs in Coalesced is its ratio
  /// to the bare cancellable wait of as many.
  static func leaving(_ scale: Scale) -> [Scenario] {
    scale.leaves.map { callers in
      let keys = Array(repeating: sharedKey, count: callers)
      return Scenario(
        name: "leave-\(callers)",
        summary: "one leave of \(grouped(callers)) callers who all leave one flight",
        size: callers,
        rounds: scale.rounds(of: callers),
        subjects: [Crowd.coalescedCallers(sharing: sharedKey), .waiterActorCallers(sharing: sharedKey), .cancellableCallers()]
          .map { $0.leaving(keys) }
      )
    }
  }

  /// Many flights at once, each with one caller, from their start to their results.
  static func keysInFlight(_ scale: Scale) -> [Scenario] {
    scale.keys.map { count in
      let keys = Array(0..<count)
      var crowds: [Crowd] = [.coalescedKeys(), .immediateKeys()]
      if count <= Scale.largestActorCrowd { crowds.append(.taskActorKeys()) }
      return Scenario(
        name: "keys-\(count)",
        summary: "one of \(grouped(count)) keys in flight at once",
        size: count,
        rounds: scale.rounds(of: count),
        subjects: crowds.map { $0.landing(keys, repeated: scale.repetitions(of: count)) }
      )
    }
  }

  /// What one caller holds beyond its own task: one that joins, and one that leads.
  static func footprints(_ scale: Scale) -> [Scenario] {
    [
      Scenario(
        name: "joiner",
        summary: "a caller that joins, beyond its own task",
        rounds: 0,
        subjects: [
          Crowd.footprint(callers: scale.crowd, key: { _ in sharedKey }) { .coalescedCallers(sharing: sharedKey) },
          Crowd.footprint(callers: Scale.largestActorCrowd, key: { _ in sharedKey }) { .taskActorCallers(sharing: sharedKey) },
          Crowd.footprint(callers: Scale.largestActorCrowd, key: { _ in sharedKey }) { .waiterActorCallers(sharing: sharedKey) },
          Crowd.footprint(callers: scale.crowd, key: { _ in sharedKey }) { Crowd(bare: Gate()) },
        ]
      ),
      Scenario(
        name: "joiner-profile",
        summary: "the same for a value of \(MemoryLayout<Profile>.size) bytes",
        rounds: 0,
        subjects: [
          Crowd.footprint(callers: scale.crowd, key: { _ in sharedKey }) { .coalescedProfiles(sharing: sharedKey) },
          Crowd.footprint(callers: Scale.largestActorCrowd, key: { _ in sharedKey }) { .taskActorProfiles(sharing: sharedKey) },
        ]
      ),
      Scenario(
        name: "flight",
        summary: "a flight with one caller, beyond the caller's own task",
        rounds: 0,
        subjects: [
          Crowd.footprint(callers: scale.crowd, key: { $0 }) { .coalescedKeys() },
          Crowd.footprint(callers: Scale.largestActorCrowd, key: { $0 }) { .taskActorKeys() },
          Crowd.footprint(callers: scale.crowd, key: { $0 }) { .immediateKeys() },
        ]
      ),
    ]
  }
}
