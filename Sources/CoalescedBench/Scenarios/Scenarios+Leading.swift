import Coalesced

extension Scenarios {
  /// Calls one after another: every one leads.
  static func leading(_ scale: Scale) -> [Scenario] {
    [
      Scenario(
        name: "lead-instant",
        summary: "a call that leads; the operation returns at once",
        rounds: scale.rounds,
        subjects: leadingSubjects(instantOperation, calls: scale.calls)
      ),
      Scenario(
        name: "lead-suspending",
        summary: "a call that leads; the operation suspends once",
        rounds: scale.rounds,
        subjects: leadingSubjects(suspendingOperation, calls: scale.calls)
      ),
      Scenario(
        name: "lead-value",
        summary: "Coalescer.value beside the closure; the operation returns at once",
        rounds: scale.rounds,
        subjects: [
          coalescerValue(instantOperation, calls: scale.calls),
          coalescedClosure(instantOperation, calls: scale.calls),
          immediateTask(instantOperation, calls: scale.calls),
        ]
      ),
    ]
  }

  private static func leadingSubjects(_ operation: @escaping @Sendable (Int) async throws -> Int, calls: Int) -> [Subject] {
    let taskActor = TaskActor(operation)
    let waiterActor = WaiterActor(operation)
    return [
      coalescedClosure(operation, calls: calls),
      .calls(SubjectName.taskActor, count: calls) { calls in
        var sum = 0
        for key in 0..<calls { sum &+= try await taskActor.value(for: key) }
        return sum
      },
      .calls(SubjectName.waiterActor, count: calls) { calls in
        var sum = 0
        for key in 0..<calls { sum &+= try await waiterActor.value(for: key) }
        return sum
      },
      .calls(SubjectName.task, count: calls) { calls in
        var sum = 0
        for key in 0..<calls { sum &+= try await Task { try await operation(key) }.value }
        return sum
      },
      immediateTask(operation, calls: calls),
    ]
  }

  private static func coalescedClosure(_ operation: @escaping @Sendable (Int) async throws -> Int, calls: Int) -> Subject {
    let fetch = coalesced(operation)
    return .calls(SubjectName.coalesced, count: calls) { calls in
      var sum = 0
      for key in 0..<calls { sum &+= try await fetch(key) }
      return sum
    }
  }

  private static func coalescerValue(_ operation: @escaping @Sendable (Int) async throws -> Int, calls: Int) -> Subject {
    let scope = Coalescer<Int, Int>()
    return .calls(SubjectName.value, count: calls) { calls in
      var sum = 0
      for key in 0..<calls { sum &+= try await scope.value(for: key) { try await operation(key) } }
      return sum
    }
  }

  private static func immediateTask(_ operation: @escaping @Sendable (Int) async throws -> Int, calls: Int) -> Subject {
    .calls(SubjectName.immediate, count: calls) { calls in
      var sum = 0
      for key in 0..<calls { sum &+= try await Task.immediate { try await operation(key) }.value }
      return sum
    }
  }
}
