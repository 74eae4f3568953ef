import Coalesced

extension Scenarios {
  /// What is asked of a scope for one key, and a call that is not to be shared, beside a call that leads.
  static func controls(_ scale: Scale) -> Scenario {
    let fetch = coalesced(instantOperation)
    let unshared = coalesced(instantOperation, keyedBy: { (_: Int) -> Int? in nil })
    let scope = Coalescer<Int, Int>()
    return Scenario(
      name: "controls",
      summary: "what is asked of a scope for a key that has no flight, of a call that leads",
      rounds: scale.rounds,
      comparison: .othersOverFirst,
      subjects: [
        .calls(SubjectName.coalesced, count: scale.calls) { calls in
          var sum = 0
          for key in 0..<calls { sum &+= try await fetch(key) }
          return sum
        },
        .calls("nil key", count: scale.calls) { calls in
          var sum = 0
          for key in 0..<calls { sum &+= try await unshared(key) }
          return sum
        },
        asking("callerCount", scale) { scope.callerCount(for: $0) },
        asking("cancel", scale) { scope.cancel($0) },
        asking("forget", scale) { scope.forget($0) ? 1 : 0 },
      ]
    )
  }

  /// - Parameter ask: returns how many callers, or flights, it met: none.
  private static func asking(_ name: String, _ scale: Scale, _ ask: @escaping @Sendable (Int) -> Int) -> Subject {
    .calls(name, count: scale.calls) { calls in
      var sum = 0
      for key in 0..<calls { sum &+= ask(key) &+ key &+ 1 }
      return sum
    }
  }
}
