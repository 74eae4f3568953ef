import Coalesced

extension Scenarios {
  /// What everything that a scope can be told adds to a call that leads.
  ///
  /// Each round has a scope of its own, so that a result that is served again never is, and what a policy keeps is that of one round.
  static func policies(_ scale: Scale) -> Scenario {
    let count = scale.calls
    return Scenario(
      name: "policies",
      summary: "a call that leads under another policy; the operation returns at once",
      rounds: scale.rounds,
      comparison: .othersOverFirst,
      subjects: [
        leading("default policy", count) { _ in },
        leading("callers wait", count) { $0.callerCancellation = .wait },
        leading("finish", count) { $0.abandonment = .finish },
        leading("cancelAfter", count) { $0.abandonment = .cancelAfter(.seconds(60)) },
        leading("cancelAndDrain", count) { $0.abandonment = .cancelAndDrain },
        leading("joining next", count) { $0.joining = .next },
        leading("joinWindow", count) { $0.joinWindow = .seconds(60) },
        leading("reuseWindow", count) { $0.reuseWindow = .seconds(60) },
        leading("concurrencyLimit", count) { $0.concurrencyLimit = 4 },
        .calls("event listener", count: count) { calls in
          try await lead(calls, coalesced(instantOperation, in: FlightGroup(onEvent: { _ in })))
        },
        .calls("nested in another operation", count: count) { calls in
          let inner = coalesced(instantOperation)
          let outer = coalesced { (calls: Int) async throws -> Int in try await lead(calls, inner) }
          return try await outer(calls)
        },
      ]
    )
  }

  private static func leading(_ name: String, _ count: Int, _ change: @escaping @Sendable (inout FlightPolicy) -> Void) -> Subject {
    .calls(name, count: count) { calls in
      var policy = FlightPolicy()
      change(&policy)
      return try await lead(calls, coalesced(instantOperation, policy: policy))
    }
  }

  private static func lead(_ calls: Int, _ fetch: @Sendable (Int) async throws -> Int) async throws -> Int {
    var sum = 0
    for key in 0..<calls { sum &+= try await fetch(key) }
    return sum
  }
}
