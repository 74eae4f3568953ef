/// How flights end under other policies than the default, and what follows for those that wait for them.
extension FlightTable {
  // MARK: - Abandoned

  /// The last caller of the flight at `slot` has left.
  @inlinable
  mutating func abandon(_ slot: Int, _ commands: inout [Command]) {
    if flights[slot].phase == .queued { return dropQueued(slot, &commands) }
    switch rules.abandonment {
    case .finish: return
    case .cancelAfter(let duration) where flights[slot].isListed: startTimer(slot, duration, &commands)
    case .cancelAndDrain where flights[slot].isListed: cancelAbandoned(slot, drains: true, &commands)
    case .cancel, .cancelAfter, .cancelAndDrain: cancelAbandoned(slot, drains: false, &commands)
    }
  }

  /// Ends a running flight that has no callers. In the same step it leaves the table, or drains.
  @inlinable
  mutating func cancelAbandoned(_ slot: Int, drains: Bool, _ commands: inout [Command]) {
    counts.abandoned += 1
    if reports { commands.append(report(.abandoned, slot)) }
    cancelJob(slot, &commands, drains: drains)
    wakeWatchers(slot, &commands)
    if drains {
      flights[slot].phase = .draining
      return
    }
    unlist(slot, &commands)
    commands.append(.release(flights[slot].takeKey(), nil))
    free(slot)
  }

  /// A flight that has not started and has no callers never starts.
  @inlinable
  mutating func dropQueued(_ slot: Int, _ commands: inout [Command]) {
    detachQueued(slot, &commands)
    commands.append(.release(flights[slot].takeKey(), nil))
    free(slot)
  }

  /// Takes a queued flight out of everything that would start it.
  @inlinable
  mutating func detachQueued(_ slot: Int, _ commands: inout [Command]) {
    rare.queue.remove(identity(slot))
    if let predecessor = self[rare: slot].predecessor { self[rare: predecessor.slot].successor = nil }
    unlist(slot, &commands)
    wakeWatchers(slot, &commands)
    // A task that has not parked yet finds its flight gone when it does.
    if let signal = self[rare: slot].signal { commands.append(.signal(signal, false)) }
  }

  /// The task of a flight that drains is kept: it is escalated for those who wait for it.
  @inlinable
  mutating func cancelJob(_ slot: Int, _ commands: inout [Command], drains: Bool) {
    if let job = flights[slot].job { commands.append(.cancel(job)) }
    flights[slot].cancelsJob = flights[slot].job == nil
    if !drains { flights[slot].job = nil }
  }

  // MARK: - Returned

  /// ``operationLanded(_:outcome:succeeded:isShared:)`` while there is rare state.
  @inlinable
  mutating func landWithRareState(
    _ flight: FlightIdentity,
    outcome: Outcome,
    succeeded: Bool,
    isShared: Bool
  ) -> Effect<Landing> {
    let slot = flight.slot
    var commands: [Command] = []
    var landing = Landing.nobody
    rare.calls.remove(flight.serial)
    // A flight that is gone, or ended, was abandoned or cancelled while it ran: all that returns is its permit.
    switch isLive(flight) ? flights[slot].phase : .free {
    case .running:
      countLanding(succeeded)
      stopTimer(slot, &commands)
      wakeWatchers(slot, &commands)
      if let window = rules.reuseWindow, succeeded, isShared, flights[slot].isListed, self[rare: slot].successor == nil {
        landing = settle(slot, outcome: outcome, as: .succeeded, to: .reusable, &commands)
        self[rare: slot].landed = now
        startTimer(slot, window, &commands)
      } else {
        var next: [Command] = []
        unlist(slot, &next)
        landing = settle(slot, outcome: outcome, isShared: isShared, as: succeeded ? .succeeded : .failed, &commands)
        commands += next
      }
    case .draining:
      unlist(slot, &commands)
      end(slot, &commands)
    case .free, .queued, .reusable, .ended:
      break
    }
    if rare.permits.remove(flight.serial) != nil { grantPermits(&commands) }
    rare.permitless.remove(flight.serial)
    if counts.running == 0 {
      commands += rare.idlers.values.map { .signal($0, true) }
      rare.idlers = SerialMap()
    }
    rare.isInUse = !rare.isEmpty
    return Effect(landing, commands)
  }

  /// Lets go of a flight that is off the index; its outcome stays for those who have not asked for it.
  @inlinable
  mutating func end(_ slot: Int, _ commands: inout [Command]) {
    let outcome = flights[slot].unparked == 0 ? flights[slot].outcome : nil
    commands.append(.release(flights[slot].takeKey(), outcome))
    if flights[slot].unparked == 0 { return free(slot) }
    flights[slot].phase = .ended
    flights[slot].job = nil
  }

  /// Stops serving a value.
  @inlinable
  mutating func dropReusable(_ slot: Int, _ commands: inout [Command]) {
    stopTimer(slot, &commands)
    unlist(slot, &commands)
    end(slot, &commands)
  }

  // MARK: - The next one

  /// Takes a flight off the index. The key goes to the one that waited for it, if any, which starts or waits for a permit.
  @inlinable
  mutating func unlist(_ slot: Int, _ commands: inout [Command]) {
    guard flights[slot].isListed else { return }
    flights[slot].isListed = false
    guard rare.isInUse, let successor = self[rare: slot].successor else {
      return index.remove(hash: flights[slot].hash, slot: slot)
    }
    self[rare: slot].successor = nil
    self[rare: successor].predecessor = nil
    index.replace(hash: flights[slot].hash, slot: slot, with: successor)
    flights[successor].isListed = true
    if rules.concurrencyLimit == nil || self[rare: successor].needsNoPermit {
      start(successor, &commands)
    } else {
      rare.queue.append(identity(successor), priority: flights[successor].priority)
      grantPermits(&commands)
    }
  }

  @inlinable
  mutating func grantPermits(_ commands: inout [Command]) {
    guard let limit = rules.concurrencyLimit else { return }
    while rare.permits.count < limit, let flight = rare.queue.popFirst() {
      rare.permits.insert(flight.serial)
      start(flight.slot, &commands)
    }
  }

  /// Lets the parked task of a flight go on.
  @inlinable
  mutating func start(_ slot: Int, _ commands: inout [Command]) {
    begin(slot, &commands)
    if let signal = self[rare: slot].signal {
      self[rare: slot].signal = nil
      commands.append(.signal(signal, true))
    } else {
      rare.earlyStarts.insert(flights[slot].serial)
    }
  }

  /// From here on the operation counts as running.
  @inlinable
  mutating func begin(_ slot: Int, _ commands: inout [Command]) {
    flights[slot].phase = .running
    counts.started += 1
    counts.running += 1
    if rules.concurrencyLimit != nil, !rare.permits.contains(flights[slot].serial) {
      rare.permitless.insert(flights[slot].serial)
      rare.isInUse = true
    }
    if rules.joinWindow != nil { self[rare: slot].started = now }
    if reports { commands.append(report(.started, slot)) }
  }
}
