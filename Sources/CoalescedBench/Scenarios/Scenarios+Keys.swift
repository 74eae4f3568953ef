import Coalesced

extension Scenarios {
  /// Calls that lead, with other keys than one integer.
  static func keys(_ scale: Scale) -> [Scenario] {
    [stringKey(scale), threeArguments(scale), httpKey(scale)]
  }

  private static func stringKey(_ scale: Scale) -> Scenario {
    // Longer than the 15 bytes that a string holds without storage of its own, and all of one length.
    let names = (0..<scale.calls).map { "account/\(1_000_000 + $0)/avatar" }
    let length = names[0].utf8.count
    let sum: @Sendable (Int) -> Int = { $0 * length }
    let fetch = coalesced(instantStringOperation)
    let actor = TaskActor(instantStringOperation)
    return Scenario(
      name: "key-string",
      summary: "a call that leads; the key is one String of \(length) bytes",
      rounds: scale.rounds,
      subjects: [
        .calls(SubjectName.coalesced, count: scale.calls, sum: sum) { calls in
          var sum = 0
          for name in names.prefix(calls) { sum &+= try await fetch(name) }
          return sum
        },
        .calls(SubjectName.taskActor, count: scale.calls, sum: sum) { calls in
          var sum = 0
          for name in names.prefix(calls) { sum &+= try await actor.value(for: name) }
          return sum
        },
        .calls(SubjectName.immediate, count: scale.calls, sum: sum) { calls in
          var sum = 0
          for name in names.prefix(calls) { sum &+= try await Task.immediate { try await instantStringOperation(name) }.value }
          return sum
        },
      ]
    )
  }

  private struct PageKey: Hashable, Sendable {
    let id: Int
    let name: String
    let page: Int
  }

  private static func threeArguments(_ scale: Scale) -> Scenario {
    let name = "followers-of-an-account"
    let fetch = coalesced(instantThreeArgumentOperation)
    let actor = TaskActor<PageKey, Int> { try await instantThreeArgumentOperation($0.id, $0.name, $0.page) }
    return Scenario(
      name: "key-three",
      summary: "a call that leads; the key is three arguments: Int, String, Int",
      rounds: scale.rounds,
      subjects: [
        .calls(SubjectName.coalesced, count: scale.calls) { calls in
          var sum = 0
          for id in 0..<calls { sum &+= try await fetch(id, name, 1) }
          return sum
        },
        .calls(SubjectName.taskActor, count: scale.calls) { calls in
          var sum = 0
          for id in 0..<calls { sum &+= try await actor.value(for: PageKey(id: id, name: name, page: 1)) }
          return sum
        },
        .calls(SubjectName.immediate, count: scale.calls) { calls in
          var sum = 0
          for id in 0..<calls { sum &+= try await Task.immediate { try await instantThreeArgumentOperation(id, name, 1) }.value }
          return sum
        },
      ]
    )
  }
}
