/// The tasks that wait on the table: parked operations, timers, watchers; and the priority of those that run.
extension FlightTable {
  // MARK: - Parked operations

  /// What the task of a queued flight does now.
  @usableFromInline
  package enum Start: Hashable, Sendable { case begin, drop, wait }

  /// The task of a queued flight can be started from now on.
  @inlinable
  package mutating func operationParked(_ flight: FlightIdentity, signal: Signal) -> Start {
    // Started before it parked; its flight may be over by now, but the operation counts as running.
    if rare.earlyStarts.remove(flight.serial) != nil { return .begin }
    // A flight that is gone lost its callers before it started.
    guard isLive(flight), flights[flight.slot].phase == .queued else { return .drop }
    self[rare: flight.slot].signal = signal
    return .wait
  }

  // MARK: - Timers

  @inlinable
  mutating func startTimer(_ slot: Int, _ duration: Duration, _ commands: inout [Command]) {
    lastSerial += 1
    self[rare: slot].timerNumber = lastSerial
    commands.append(.schedule(identity(slot), number: lastSerial, duration))
  }

  @inlinable
  mutating func stopTimer(_ slot: Int, _ commands: inout [Command]) {
    guard rare.isInUse, let flight = rare.flights[flights[slot].serial], flight.timerNumber != 0 else { return }
    if let timer = flight.timer { commands.append(.cancel(timer)) }
    self[rare: slot].timer = nil
    self[rare: slot].timerNumber = 0
  }

  /// The task of a timer is known. A timer that was stopped before that is cancelled.
  @inlinable
  package mutating func timerStarted(_ flight: FlightIdentity, number: UInt64, job: Job) -> [Command] {
    guard isLive(flight), self[rare: flight.slot].timerNumber == number else { return [.cancel(job)] }
    self[rare: flight.slot].timer = job
    return []
  }

  /// The time of a timer is over. Means nothing when it was stopped or started anew meanwhile.
  @inlinable
  package mutating func timerEnded(_ flight: FlightIdentity, number: UInt64) -> [Command] {
    guard isLive(flight), self[rare: flight.slot].timerNumber == number else { return [] }
    var commands: [Command] = []
    stopTimer(flight.slot, &commands)
    if flights[flight.slot].phase == .reusable {
      dropReusable(flight.slot, &commands)
    } else {
      cancelAbandoned(flight.slot, drains: false, &commands)
    }
    return commands
  }

  /// The timers that run, to be cancelled with the scope.
  package var timers: [Job] { rare.flights.values.compactMap(\.timer) }

  // MARK: - Watchers

  /// A number for a watcher or an idler.
  package mutating func drawSerial() -> UInt64 {
    lastSerial += 1
    return lastSerial
  }

  /// The flight that a watcher of this key waits for: the running one, or the one that waits to start.
  package func flightToWatch(for key: Key, hash: Int) -> FlightIdentity? {
    guard let slot = slot(of: key, hash: hash) else { return nil }
    switch flights[slot].phase {
    case .queued, .running: return identity(slot)
    case .draining: return self[rare: slot].successor.map { identity($0) }
    case .free, .reusable, .ended: return nil
    }
  }

  /// Somebody waits until a flight is over; in the operation of `enclosing` as if that called for it. False: it does not have to, or would wait for
  /// itself.
  package mutating func flightWatched(
    _ flight: FlightIdentity,
    number: UInt64,
    isCancelled: Bool,
    inside enclosing: FlightIdentity?,
    signal: Signal
  ) -> Effect<Bool> {
    let slot = flight.slot
    guard !isCancelled, isLive(flight), flights[slot].phase == .queued || flights[slot].phase == .running else { return Effect(false) }
    if closesCycle(enclosing, through: slot) { return Effect(false) }
    self[rare: slot].watchers.insert(number, signal)
    let call = Call(enclosing: enclosing)
    addCall(call, of: CallerIdentity(flight: flight, serial: number))
    var commands: [Command] = []
    startWithoutPermit(slot, for: call, &commands)
    return Effect(true, commands)
  }

  /// A watcher was cancelled. `nil`: it is not there, or was woken already.
  package mutating func watcherCancelled(_ flight: FlightIdentity, number: UInt64) -> Signal? {
    guard isLive(flight), self[rare: flight.slot].watchers[number] != nil else { return nil }
    return self[rare: flight.slot].watchers.remove(number)
  }

  @inlinable
  mutating func wakeWatchers(_ slot: Int, _ commands: inout [Command]) {
    guard rare.isInUse, let watchers = rare.flights[flights[slot].serial]?.watchers, !watchers.isEmpty else { return }
    commands += watchers.values.map { .signal($0, true) }
    self[rare: slot].watchers = SerialMap()
  }

  /// Somebody waits until no operation runs. False: it does not have to, or asks in the operation of `enclosing`, which would wait for itself.
  package mutating func idleAwaited(number: UInt64, isCancelled: Bool, inside enclosing: FlightIdentity?, signal: Signal) -> Bool {
    guard !isCancelled, counts.running > 0 else { return false }
    if let enclosing, isLive(enclosing), [.running, .draining].contains(flights[enclosing.slot].phase) { return false }
    rare.idlers.insert(number, signal)
    rare.isInUse = true
    return true
  }

  /// Such a waiter was cancelled. `nil`: it is not there, or was woken already.
  package mutating func idlerCancelled(number: UInt64) -> Signal? { rare.idlers.remove(number) }

  // MARK: - Priority

  /// The task of a waiting caller was escalated.
  @inlinable
  package mutating func callerEscalated(_ caller: CallerIdentity, to priority: UInt8) -> [Command] {
    let slot = caller.flight.slot
    guard isLive(caller.flight), flights[slot].outcome == nil, flights[slot].has(caller) else { return [] }
    var commands: [Command] = []
    if priority > flights[slot].priority { raise(slot, to: priority, &commands) }
    return commands
  }

  /// A flight runs, or waits, at the highest priority among its callers; so does one that it waits for.
  @inlinable
  mutating func raise(_ slot: Int, to priority: UInt8, _ commands: inout [Command]) {
    flights[slot].priority = priority
    // A task that is not known yet is escalated when it is.
    if let job = flights[slot].job { commands.append(.escalate(job, priority)) }
    guard flights[slot].phase == .queued else { return }
    rare.queue.raise(identity(slot), to: priority)
    if let predecessor = self[rare: slot].predecessor, flights[predecessor.slot].priority < priority {
      raise(predecessor.slot, to: priority, &commands)
    }
  }
}
