import Coalesced

extension Crowd {
  /// Callers who suspend on nothing but the gate.
  init(bare gate: Gate, name: String = SubjectName.bare) {
    self.init(
      name: name,
      call: { key in
        await gate.wait()
        return key &+ 1
      },
      waiting: { gate.count },
      land: { gate.release() }
    )
  }

  /// The floor of a flight: beside the callers there is the operation's task, which resumes them. It weighs in small crowds.
  static func bareOperation() -> Crowd {
    let gate = Gate()
    var crowd = Crowd(bare: gate, name: SubjectName.bareOperation)
    crowd.land = { Task { gate.release() } }
    return crowd
  }

  /// The floor of callers who can leave and be escalated, which a coalesced caller can: the two handlers of the runtime's, around nothing.
  static func bareHandlers() -> Crowd {
    let gate = Gate()
    var crowd = Crowd(bare: gate, name: SubjectName.bareHandlers)
    crowd.land = { Task { gate.release() } }
    crowd.call = { key in
      await withTaskCancellationHandler {
        guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else {
          await gate.wait()
          return key &+ 1
        }
        return await withTaskPriorityEscalationHandler {
          await gate.wait()
          return key &+ 1
        } onPriorityEscalated: { _, _ in
        }
      } onCancel: {
      }
    }
    return crowd
  }

  /// Callers who share one flight, that of `key`.
  static func coalescedCallers(sharing key: Int) -> Crowd {
    let gate = Gate()
    let scope = Coalescer<Int, Int>()
    let operation: @Sendable (Int) async throws -> Int = { key in
      await gate.wait()
      return key &+ 1
    }
    return Crowd(
      name: SubjectName.coalesced,
      call: coalesced(operation, keyedBy: { $0 }, through: scope),
      waiting: { gate.count == 1 ? scope.callerCount(for: key) : 0 },
      land: { gate.release() }
    )
  }

  /// The same with a large value.
  static func coalescedProfiles(sharing key: Int) -> Crowd {
    let gate = Gate()
    let scope = Coalescer<Int, Profile>()
    let operation: @Sendable (Int) async throws -> Profile = { key in
      await gate.wait()
      return Profile(id: key)
    }
    let fetch = coalesced(operation, keyedBy: { $0 }, through: scope)
    return Crowd(
      name: SubjectName.coalesced,
      call: { try await fetch($0).id &+ 1 },
      waiting: { gate.count == 1 ? scope.callerCount(for: key) : 0 },
      land: { gate.release() }
    )
  }

  static func taskActorProfiles(sharing key: Int) -> Crowd {
    let gate = Gate()
    let actor = TaskActor<Int, Profile> { key in
      await gate.wait()
      return Profile(id: key)
    }
    return Crowd(
      name: SubjectName.taskActor,
      call: { try await actor.value(for: $0).id &+ 1 },
      waiting: { gate.count == 1 ? await actor.callerCount : 0 },
      land: { gate.release() }
    )
  }

  static func taskActorCallers(sharing key: Int) -> Crowd {
    let gate = Gate()
    let actor = TaskActor<Int, Int> { key in
      await gate.wait()
      return key &+ 1
    }
    return Crowd(
      name: SubjectName.taskActor,
      call: { try await actor.value(for: $0) },
      waiting: { gate.count == 1 ? await actor.callerCount : 0 },
      land: { gate.release() }
    )
  }

  static func waiterActorCallers(sharing key: Int) -> Crowd {
    let gate = Gate()
    let actor = WaiterActor<Int, Int> { key in
      await gate.wait()
      return key &+ 1
    }
    return Crowd(
      name: SubjectName.waiterActor,
      call: { try await actor.value(for: $0) },
      waiting: { gate.count == 1 ? await actor.callerCount(for: key) : 0 },
      land: { gate.release() }
    )
  }

  /// Callers who each lead a flight of their own.
  static func coalescedKeys() -> Crowd {
    let gate = Gate()
    let operation: @Sendable (Int) async throws -> Int = { key in
      await gate.wait()
      return key &+ 1
    }
    return Crowd(
      name: SubjectName.coalesced,
      call: coalesced(operation),
      waiting: { gate.count },
      land: { gate.release() }
    )
  }

  static func taskActorKeys() -> Crowd {
    let gate = Gate()
    let actor = TaskActor<Int, Int> { key in
      await gate.wait()
      return key &+ 1
    }
    return Crowd(
      name: SubjectName.taskActor,
      call: { try await actor.value(for: $0) },
      waiting: { gate.count },
      land: { gate.release() }
    )
  }

  static func immediateKeys() -> Crowd {
    let gate = Gate()
    return Crowd(
      name: SubjectName.immediate,
      call: { key in
        await Task.immediate {
          await gate.wait()
          return key &+ 1
        }.value
      },
      waiting: { gate.count },
      land: { gate.release() }
    )
  }

  /// Callers who wait on their own and can leave, with nothing to share.
  static func cancellableCallers() -> Crowd {
    let gate = CancellableGate()
    return Crowd(
      name: SubjectName.cancellable,
      call: { key in
        try await gate.wait()
        return key &+ 1
      },
      waiting: { gate.count },
      land: { gate.release() }
    )
  }
}
