/// What the owner of the scope does to its flights.
extension FlightTable {
  /// The owner cancels a key. Answers how many callers get the outcome.
  @inlinable
  package mutating func keyCancelled(_ key: Key, hash: Int, outcome: Outcome) -> Effect<Int> {
    var commands: [Command] = []
    guard let slot = slot(of: key, hash: hash) else { return Effect(0) }
    let callers = cancel(slot, outcome: outcome, &commands)
    return Effect(callers, commands)
  }

  /// The owner cancels every flight, the forgotten ones too. O(flights).
  package mutating func allCancelled(outcome: Outcome) -> Effect<Int> {
    var commands: [Command] = []
    var callers = 0
    for slot in index.slots + rare.forgotten.values { callers += cancel(slot, outcome: outcome, &commands) }
    return Effect(callers, commands)
  }

  @inlinable
  mutating func cancel(_ slot: Int, outcome: Outcome, _ commands: inout [Command]) -> Int {
    var callers = 0
    if rare.isInUse, let successor = self[rare: slot].successor { callers += cancelQueued(successor, outcome: outcome, &commands) }
    switch flights[slot].phase {
    case .queued:
      callers += cancelQueued(slot, outcome: outcome, &commands)
    case .running:
      counts.cancelled += 1
      let drains = flights[slot].isListed && rules.abandonment == .cancelAndDrain
      cancelJob(slot, &commands, drains: drains)
      stopTimer(slot, &commands)
      wakeWatchers(slot, &commands)
      if !drains { unlist(slot, &commands) }
      callers += land(slot, outcome: outcome, to: drains ? .draining : .ended, &commands)
    case .reusable:
      dropReusable(slot, &commands)
    case .draining:
      break
    case .free, .ended:
      preconditionFailure("FlightTable: keyCancelled while the index leads to a flight that is over")
    }
    return callers
  }

  @inlinable
  mutating func cancelQueued(_ slot: Int, outcome: Outcome, _ commands: inout [Command]) -> Int {
    detachQueued(slot, &commands)
    return land(slot, outcome: outcome, to: .ended, &commands)
  }

  @inlinable
  mutating func land(_ slot: Int, outcome: Outcome, to phase: Phase, _ commands: inout [Command]) -> Int {
    let landing = settle(slot, outcome: outcome, as: .cancelled, to: phase, &commands)
    commands.append(.land(landing, outcome))
    return landing.count
  }

  /// The owner lets go of what a key shares: a running flight, or a value that is served again.
  @inlinable
  package mutating func keyForgotten(_ key: Key, hash: Int) -> Effect<Bool> {
    var commands: [Command] = []
    guard let slot = slot(of: key, hash: hash) else { return Effect(false) }
    let isForgotten = forgetShared(slot, &commands)
    return Effect(isForgotten, commands)
  }

  /// The owner lets go of every key. O(flights).
  package mutating func allForgotten() -> Effect<Int> {
    var commands: [Command] = []
    var forgotten = 0
    for slot in index.slots where forgetShared(slot, &commands) { forgotten += 1 }
    return Effect(forgotten, commands)
  }

  /// A flight that has not started is not let go of: it starts after this, so that whoever joins it gets nothing older.
  @inlinable
  mutating func forgetShared(_ slot: Int, _ commands: inout [Command]) -> Bool {
    switch flights[slot].phase {
    case .running: forget(slot, &commands)
    case .reusable: dropReusable(slot, &commands)
    case .queued, .draining: return false
    case .free, .ended: preconditionFailure("FlightTable: keyForgotten while the index leads to a flight that is over")
    }
    return true
  }

  /// Lets go of a running flight: its callers keep it, newcomers start another. Without callers nobody can reach it any
  /// more, and it is abandoned.
  @inlinable
  mutating func forget(_ slot: Int, _ commands: inout [Command]) {
    counts.forgotten += 1
    stopTimer(slot, &commands)
    if reports { commands.append(report(.forgotten, slot)) }
    unlist(slot, &commands)
    if flights[slot].waiting == 0, rules.abandonment != .finish { return cancelAbandoned(slot, drains: false, &commands) }
    rare.forgotten.insert(flights[slot].serial, slot)
    rare.isInUse = true
  }

  // MARK: - Questions

  /// The callers that wait for a key.
  @inlinable
  package func callerCount(for key: Key, hash: Int) -> Int {
    guard let slot = slot(of: key, hash: hash) else { return 0 }
    let successor = rare.isInUse ? self[rare: slot].successor : nil
    return flights[slot].waiting + (successor.map { flights[$0].waiting } ?? 0)
  }

  /// The keys that have a flight, running or waiting to start.
  @inlinable package var keysInFlight: [Key] {
    index.slots.compactMap { slot in
      switch flights[slot].phase {
      case .queued, .running: flights[slot].key
      case .draining: self[rare: slot].successor == nil ? nil : flights[slot].key
      case .free, .reusable, .ended: nil
      }
    }
  }

  package var statistics: FlightStatistics {
    var statistics = FlightStatistics()
    statistics.started = counts.started
    statistics.succeeded = counts.succeeded
    statistics.failed = counts.failed
    statistics.abandoned = counts.abandoned
    statistics.cancelled = counts.cancelled
    statistics.forgotten = counts.forgotten
    statistics.joined = counts.joined
    statistics.left = counts.left
    statistics.unshared = counts.unshared
    statistics.inFlight = counts.started - counts.succeeded - counts.failed - counts.abandoned - counts.cancelled
    statistics.waiting = counts.waiting
    return statistics
  }
}
