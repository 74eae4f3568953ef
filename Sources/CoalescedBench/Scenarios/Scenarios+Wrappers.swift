import CoalescedAdmission
import CoalescedStaleness

extension Scenarios {
  /// Calls that are alone, through the wrappers whose calls are not shared.
  static func wrappers(_ scale: Scale) -> Scenario {
    Scenario(
      name: "wrappers",
      summary: "a call that is alone, through another wrapper, of Task { }.value; the operation returns at once",
      rounds: scale.rounds,
      comparison: .othersOverFirst,
      subjects: [
        wrapped(SubjectName.task, scale) { key in try await Task { try await instantOperation(key) }.value },
        wrapped("latest", scale, latest(instantOperation)),
        wrapped("conflated", scale, conflated(instantOperation)),
        wrapped("queued", scale, queued(instantOperation)),
        wrapped("limited", scale, limited(instantOperation, by: ConcurrencyLimit(2))),
      ]
    )
  }

  private static func wrapped(_ name: String, _ scale: Scale, _ call: @escaping @Sendable (Int) async throws -> Int) -> Subject {
    .calls(name, count: scale.calls) { calls in
      var sum = 0
      for key in 0..<calls { sum &+= try await call(key) }
      return sum
    }
  }
}
