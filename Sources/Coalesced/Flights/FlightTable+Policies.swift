/// Meeting a flight under another policy than the default, or from inside an operation.
extension FlightTable {
  /// The call that led a flight has added it: it starts, unless it has to wait for a permit.
  @inlinable
  mutating func flightAdded(ledBy caller: CallerIdentity, by call: Call) -> Effect<Arrival> {
    let slot = caller.flight.slot
    var commands: [Command] = []
    addCall(call, of: caller)
    if let limit = rules.concurrencyLimit, !needsNoPermit(call) {
      rare.isInUse = true
      guard rare.permits.count < limit else {
        rare.queue.append(caller.flight, priority: call.priority)
        return Effect(.queue(caller), reports ? [report(.queued, slot)] : [])
      }
      rare.permits.insert(caller.flight.serial)
    }
    begin(slot, &commands)
    return Effect(.lead(caller), commands)
  }

  /// The index has led to a flight, and something about it or about the call is not plain.
  @inlinable
  mutating func flightMet(at slot: Int, for key: Key, hash: Int?, by call: Call) -> Effect<Arrival> {
    var commands: [Command] = []
    switch flights[slot].phase {
    case .running:
      if let window = rules.joinWindow, now - self[rare: slot].started >= window {
        forget(slot, &commands)
        return callerArrived(for: key, hash: hash, isCancelled: false, call: call).after(commands)
      }
      if call.joining == .next { return successorNeeded(after: slot, for: key, hash: hash, by: call) }
    case .queued:
      break
    case .draining:
      return successorNeeded(after: slot, for: key, hash: hash, by: call)
    case .reusable:
      let age = now - self[rare: slot].landed
      if call.joining == .current, let window = rules.reuseWindow, age < window, let outcome = flights[slot].outcome {
        counts.joined += 1
        return Effect(.reuse(outcome), reports ? [report(.joined, slot)] : [])
      }
      dropReusable(slot, &commands)
      return callerArrived(for: key, hash: hash, isCancelled: false, call: call).after(commands)
    case .free, .ended:
      preconditionFailure("FlightTable: callerArrived while the index leads to a flight that is over")
    }
    return share(slot, by: call)
  }

  /// The call may only share a flight that starts later than the one at `slot`.
  @inlinable
  mutating func successorNeeded(after slot: Int, for key: Key, hash: Int?, by call: Call) -> Effect<Arrival> {
    if let successor = self[rare: slot].successor { return share(successor, by: call) }
    if closesCycle(call.enclosing, through: slot) { return directRunNeeded() }
    let caller = addFlight(for: key, hash: hash, by: call)
    self[rare: slot].successor = caller.flight.slot
    self[rare: caller.flight.slot].predecessor = identity(slot)
    self[rare: caller.flight.slot].needsNoPermit = needsNoPermit(call)
    addCall(call, of: caller)
    var commands: [Command] = reports ? [report(.queued, caller.flight.slot)] : []
    if call.priority > flights[slot].priority { raise(slot, to: call.priority, &commands) }
    return Effect(.queue(caller), commands)
  }

  /// The call joins the flight at `slot`, unless that flight waits for the one that makes the call.
  @inlinable
  mutating func share(_ slot: Int, by call: Call) -> Effect<Arrival> {
    if closesCycle(call.enclosing, through: slot) { return directRunNeeded() }
    let effect = flightJoined(at: slot, by: call)
    guard case .join(let caller) = effect.decision, call.enclosing != nil else { return effect }
    addCall(call, of: caller)
    var commands = effect.commands
    startWithoutPermit(slot, for: call, &commands)
    return Effect(effect.decision, commands)
  }

  /// The queued flight at `slot`, if the operation that calls for it needs no permit for that, waits for none any more.
  @inlinable
  mutating func startWithoutPermit(_ slot: Int, for call: Call, _ commands: inout [Command]) {
    guard flights[slot].phase == .queued, needsNoPermit(call) else { return }
    self[rare: slot].needsNoPermit = true
    guard self[rare: slot].predecessor == nil else { return }
    rare.queue.remove(identity(slot))
    start(slot, &commands)
  }

  /// Whether an operation of the scope waits for the call, which then waits for no permit: that operation holds one, or runs
  /// inside one that does. A task that has outlived the operation it comes from is waited for by nobody.
  @inlinable
  func needsNoPermit(_ call: Call) -> Bool {
    guard let enclosing = call.enclosing else { return false }
    return rare.permits.contains(enclosing.serial) || rare.permitless.contains(enclosing.serial)
  }

  /// A call runs its operation in its own task.
  @inlinable
  package mutating func directRunNeeded() -> Effect<Arrival> {
    counts.unshared += 1
    return Effect(.runDirectly, reports ? [.report(.unshared, nil, waiting: 0)] : [])
  }

  // MARK: - Who waits for whom

  @inlinable
  mutating func addCall(_ call: Call, of caller: CallerIdentity) {
    guard let enclosing = call.enclosing else { return }
    rare.calls[enclosing.serial, default: SerialMap()].insert(caller.serial, caller.flight)
    rare.isInUse = true
  }

  /// A call that an operation made into its own scope is over. `enclosing` is the serial number of that operation's flight.
  @inlinable
  package mutating func nestedCallEnded(_ caller: CallerIdentity, in enclosing: UInt64) {
    guard var calls = rare.calls.remove(enclosing) else { return }
    calls.remove(caller.serial)
    if !calls.isEmpty { rare.calls.insert(enclosing, calls) }
    rare.isInUse = !rare.isEmpty
  }

  /// Whether the flight at `slot` waits for `enclosing`, itself or through others. O(flights that wait inside it).
  @inlinable
  func closesCycle(_ enclosing: FlightIdentity?, through slot: Int) -> Bool {
    guard let enclosing else { return false }
    var open = [identity(slot)]
    var seen: Set<UInt64> = []
    while let flight = open.popLast() {
      if flight.serial == enclosing.serial { return true }
      guard seen.insert(flight.serial).inserted else { continue }
      if let calls = rare.calls[flight.serial] { open.append(contentsOf: calls.values) }
      if let predecessor = rare.flights[flight.serial]?.predecessor { open.append(predecessor) }
    }
    return false
  }
}
