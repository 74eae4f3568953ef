import Coalesced

extension Scenarios {
  static let together = "two tasks at once"
  static let inTurn = "one after the other"

  /// Two tasks that lead, on one scope, with keys of their own.
  static func contention(_ scale: Scale) -> Scenario {
    let fetch = coalesced(instantOperation)
    let half = scale.calls / 2
    let lead: @Sendable (Range<Int>) async throws -> Int = { keys in
      var sum = 0
      for key in keys { sum &+= try await fetch(key) }
      return sum
    }
    return Scenario(
      name: "contention",
      summary: "two tasks that lead on one scope, against the same calls one after the other",
      rounds: scale.rounds,
      subjects: [
        .calls(together, count: 2 * half) { calls in
          let first = Task { try await lead(0..<calls / 2) }
          let second = Task { try await lead(calls / 2..<calls) }
          return try await first.value + second.value
        },
        .calls(inTurn, count: 2 * half) { calls in
          let first = try await Task { try await lead(0..<calls / 2) }.value
          let second = try await Task { try await lead(calls / 2..<calls) }.value
          return first + second
        },
      ]
    )
  }
}
