import CoalescedAdmission

extension Scenarios {
  static let bareCall = "bare call"
  private static let permit = "withPermit"

  /// A permit that is free, and leaves from a line of callers that wait for the only one.
  static func permits(_ scale: Scale) -> [Scenario] {
    [uncontendedPermit(scale)] + scale.leaves.map { leavingTheLine(of: $0, scale) }
  }

  private static func uncontendedPermit(_ scale: Scale) -> Scenario {
    let limit = ConcurrencyLimit(1)
    return Scenario(
      name: "permit",
      summary: "a call with a permit that is free; the operation returns at once",
      rounds: scale.rounds,
      subjects: [
        .calls(permit, count: scale.calls) { calls in
          var sum = 0
          for key in 0..<calls { sum &+= try await limit.withPermit { try await instantOperation(key) } }
          return sum
        },
        .calls(bareCall, count: scale.calls) { calls in
          var sum = 0
          for key in 0..<calls { sum &+= try await instantOperation(key) }
          return sum
        },
      ]
    )
  }

  private static func leavingTheLine(of callers: Int, _ scale: Scale) -> Scenario {
    let keys = Array(0..<callers)
    return Scenario(
      name: "permit-leave-\(callers)",
      summary: "one leave of \(grouped(callers)) callers who all leave the line for one permit",
      size: callers,
      rounds: scale.rounds(of: callers),
      subjects: [permitCallers(), Crowd.cancellableCallers()].map { $0.leaving(keys) }
    )
  }

  /// Callers in line for a permit that somebody has.
  private static func permitCallers() -> Crowd {
    let limit = ConcurrencyLimit(1)
    let gate = Gate()
    return Crowd(
      name: permit,
      begin: {
        Task { try await limit.withPermit { await gate.wait() } }
        _ = try await Crowd.yields(until: { gate.count == 1 }, of: permit)
      },
      call: { key in try await limit.withPermit { key &+ 1 } },
      waiting: { limit.waiting },
      land: { gate.release() }
    )
  }
}
