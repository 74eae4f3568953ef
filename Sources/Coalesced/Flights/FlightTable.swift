/// The flights of one scope: a value that decides, and does nothing else.
///
/// Events are methods named as facts. Each changes the table and returns an ``Effect``: what the one who brought the event
/// does now, and commands for everybody else. No event runs, resumes, cancels or releases anything of the user's: what
/// the table lets go of leaves through the effect. (`==` of keys is the one exception.)
///
/// The table is generic over what it holds. In production an `Outcome` is a `Result`, a `Waiter` the continuation of a
/// caller, a `Signal` that of a task of ours, a `Job` a task; in tests they are strings and numbers.
///
/// This file is the path of every call under the default policy. What is rare stands in the extensions, and its state
/// in ``rare``. What every flight changes comes first, beside the lock: two threads that call at once move fewer lines of memory.
@usableFromInline
package struct FlightTable<Key: Hashable & Sendable, Outcome: Sendable, Waiter: Sendable, Signal: Sendable, Job: Sendable>: Sendable {
  /// The flight that the next call for a key meets.
  @usableFromInline var index: KeyIndex
  /// A slab; its free slots are a list through `Flight.link`.
  @usableFromInline var flights: [Flight]
  @usableFromInline var freeSlot: Int
  @usableFromInline var liveFlights: Int
  @usableFromInline var lastSerial: UInt64
  @usableFromInline package internal(set) var counts: Counts
  /// With fewer flights than this, the slab may be too large.
  @usableFromInline var slabReview: Int
  /// Free slots from here on are closed: given to nobody, so that the end of a slab that is too large becomes free.
  @usableFromInline var openSlots: Int
  /// The flights in closed slots. With the last of them goes the closed part of the slab.
  @usableFromInline var closedFlights: Int
  @usableFromInline var rare: Rare
  @usableFromInline package let rules: FlightRules
  /// Whether effects contain reports: somebody listens.
  @usableFromInline let reports: Bool
  /// When the event that is being decided happened, from an origin of the driver's. Zero where no rule asks for it.
  @usableFromInline package var now: Duration

  @inlinable
  package init(rules: FlightRules, reports: Bool = false) {
    self.rules = rules
    self.reports = reports
    self.index = KeyIndex()
    self.flights = []
    self.freeSlot = -1
    self.liveFlights = 0
    self.slabReview = 0
    self.openSlots = 0
    self.closedFlights = 0
    self.lastSerial = 0
    self.counts = Counts()
    self.rare = Rare()
    self.now = .zero
  }

  // MARK: - A caller arrives

  /// What the one who calls does now.
  @usableFromInline
  package enum Arrival: Sendable {
    /// Calls again with the hash of its key: it is not the only one.
    case hash
    /// The same, and first brings the hash of this flight's key, which was the only one.
    case hashBoth(FlightIdentity, Key)
    /// Throws `CancellationError`: it was cancelled before it called.
    case refuse
    /// Starts the operation, then waits as this caller.
    case lead(CallerIdentity)
    /// Makes the task of a flight that starts later, then waits as this caller.
    case queue(CallerIdentity)
    /// Waits as this caller for a flight that another call led.
    case join(CallerIdentity)
    /// Returns what landed a moment ago.
    case reuse(Outcome)
    /// Runs the operation itself: to wait would be to wait for itself.
    case runDirectly
  }

  /// Somebody calls for a key. Its hash may be left out: it is asked for where it is needed, as `hash(into:)` does not run here.
  @inlinable
  package mutating func callerArrived(for key: Key, hash: Int?, isCancelled: Bool, call: Call) -> Effect<Arrival> {
    if isCancelled { return Effect(.refuse) }
    guard let slot = slot(of: key, hash: hash) else {
      if index.count > 0, hash == nil || index.unhashedSlot != nil { return hashNeeded() }
      return flightNeeded(for: key, hash: hash, by: call)
    }
    if flights[slot].phase == .running, call.isPlain, rules.joinWindow == nil { return flightJoined(at: slot, by: call) }
    return flightMet(at: slot, for: key, hash: hash, by: call)
  }

  /// No flight has the key: the call leads one.
  @inlinable
  mutating func flightNeeded(for key: Key, hash: Int?, by call: Call) -> Effect<Arrival> {
    let isPlain = rules.concurrencyLimit == nil && rules.joinWindow == nil && call.enclosing == nil
    let caller = addFlight(for: key, hash: hash, by: call, phase: isPlain ? .running : .queued, isListed: true)
    index.insert(hash: hash, slot: caller.flight.slot)
    guard isPlain else { return flightAdded(ledBy: caller, by: call) }
    counts.started &+= 1
    counts.running &+= 1
    return Effect(.lead(caller), reports ? [report(.started, caller.flight.slot)] : nil)
  }

  /// The call shares the flight at `slot`.
  @inlinable
  mutating func flightJoined(at slot: Int, by call: Call) -> Effect<Arrival> {
    var commands: [Command] = []
    if flights[slot].waiting == 0 { stopTimer(slot, &commands) }
    lastSerial &+= 1
    let caller = flights[slot].addJoiner(serial: lastSerial, slot: slot)
    counts.joined &+= 1
    counts.waiting &+= 1
    if reports { commands.append(report(.joined, slot)) }
    if call.priority > flights[slot].priority { raise(slot, to: call.priority, &commands) }
    return Effect(.join(caller), commands.isEmpty ? nil : commands)
  }

  // MARK: - The task of a flight is made

  /// What a caller does now.
  @usableFromInline
  package enum Settlement: Sendable {
    /// Waits: nothing is decided.
    case wait
    /// Goes on with the outcome, and lets the key of the flight die.
    case take(Outcome, Key?)
    /// It has left: `CancellationError`.
    case leave
    /// Runs its operation itself, and lets the key of the flight die, and the outcome that it may not have.
    case runDirectly(Key?, Outcome)
  }

  /// The leading caller has made the task of its flight, at this priority. Answers whether that caller has to wait at all:
  /// an operation that returned at once has landed by now.
  @inlinable
  package mutating func operationLaunched(by caller: CallerIdentity, job: Job, priority: UInt8) -> Effect<Settlement> {
    // The slot is still this flight's: its leading caller cannot leave before it parks.
    let slot = caller.flight.slot
    guard let outcome = flights[slot].outcome else {
      var commands: [Command] = []
      give(slot, job, priority: priority, &commands)
      return Effect(.wait, commands.isEmpty ? nil : commands)
    }
    // Plain, and nobody else has yet to ask.
    if flights[slot].unparked == 1, flights[slot].phase == .ended, flights[slot].only == 0, !flights[slot].cancelsJob {
      let key = flights[slot].takeKey()
      free(slot)
      return Effect(.take(outcome, key))
    }
    var commands: [Command] = flights[slot].cancelsJob ? [.cancel(job)] : []
    flights[slot].cancelsJob = false
    if flights[slot].phase == .draining { give(slot, job, priority: priority, &commands) }
    return Effect(callerAsked(caller), commands.isEmpty ? nil : commands)
  }

  /// The task of a flight is known from now on, and runs at this priority; higher, where other callers have brought a higher one.
  @inlinable
  mutating func give(_ slot: Int, _ job: Job, priority: UInt8, _ commands: inout [Command]) {
    if flights[slot].priority > priority {
      commands.append(.escalate(job, flights[slot].priority))
    } else {
      raise(slot, to: priority, &commands)
    }
    flights[slot].job = job
  }

  // MARK: - A caller begins to wait

  /// A caller can be resumed from now on, and its flight has its priority. Afterwards either the table has the waiter, and gives it out
  /// once, or the caller has its delivery, and the table does not know it any more.
  @inlinable
  package mutating func callerParked(_ caller: CallerIdentity, waiter: Waiter, priority: UInt8) -> Effect<Settlement> {
    let slot = caller.flight.slot
    guard isLive(caller.flight), flights[slot].outcome == nil else { return Effect(callerAsked(caller)) }
    guard flights[slot].park(caller, waiter: waiter) else { return Effect(.leave) }
    counts.parked &+= 1
    guard priority > flights[slot].priority else { return Effect(.wait) }
    var commands: [Command] = []
    raise(slot, to: priority, &commands)
    return Effect(.wait, commands.isEmpty ? nil : commands)
  }

  /// What is decided for a caller that has arrived and not parked; a delivery is taken once.
  @inlinable
  mutating func callerAsked(_ caller: CallerIdentity) -> Settlement {
    let slot = caller.flight.slot
    // A caller that is not there has left: the handler of its cancellation came before this.
    guard isLive(caller.flight), flights[slot].has(caller), let outcome = flights[slot].outcome else { return .leave }
    let isShared = flights[slot].only == 0 || flights[slot].only == caller.serial
    flights[slot].unparked &-= 1
    var key: Key?
    if flights[slot].phase == .ended, flights[slot].unparked == 0 {
      key = flights[slot].takeKey()
      free(slot)
    } else if flights[slot].unparked == 0 {
      flights[slot].forgetCallers()
    }
    return isShared ? .take(outcome, key) : .runDirectly(key, outcome)
  }

  // MARK: - The operation returns

  /// What the one who brings the outcome of a flight does now.
  @usableFromInline
  package enum Return: Sendable {
    /// Nothing has happened yet: brings it once more, to ``operationLanded(_:outcome:succeeded:isShared:)``.
    case land
    /// Resumes this caller, if any, and lets the key die.
    case resume(Waiter?, Key?)
  }

  /// The operation of a flight returned or threw, and all of its callers may have the outcome. Where one at most is to be resumed, and
  /// nothing reported, this is all; otherwise nothing happens.
  @inlinable
  package mutating func operationReturned(_ flight: FlightIdentity, outcome: Outcome, succeeded: Bool) -> Return {
    let slot = flight.slot
    guard isPlain(flight), !reports, let leader = flights[slot].leader else { return .land }
    // Alone, or one of those who have all yet to ask.
    guard flights[slot].waiting == 1 || flights[slot].unparked == flights[slot].waiting else { return .land }
    counts.running &-= 1
    nobodyWaits(for: slot)
    countLanding(succeeded)
    index.remove(hash: flights[slot].hash, slot: slot)
    if let waiter = leader.waiter {
      let key = flights[slot].takeKey()
      free(slot)
      return .resume(waiter, key)
    }
    flights[slot].decide(outcome)
    return .resume(nil, nil)
  }

  /// The operation of a flight returned or threw. `isShared` is false where only one caller may have the outcome.
  @inlinable
  package mutating func operationLanded(
    _ flight: FlightIdentity,
    outcome: Outcome,
    succeeded: Bool,
    isShared: Bool = true
  ) -> Effect<Landing> {
    counts.running &-= 1
    let slot = flight.slot
    guard isPlain(flight) else {
      return landWithRareState(flight, outcome: outcome, succeeded: succeeded, isShared: isShared)
    }
    countLanding(succeeded)
    var commands: [Command] = []
    index.remove(hash: flights[slot].hash, slot: slot)
    let landing = settle(slot, outcome: outcome, isShared: isShared, as: succeeded ? .succeeded : .failed, &commands)
    return Effect(landing, commands.isEmpty ? nil : commands)
  }

  /// Decides the outcome of a flight, and takes its callers out in the same step, before anybody is resumed. The slot stays
  /// for those who have not parked, and where the flight keeps its key. Its task is not released for the last time here:
  /// it runs this event, was taken out, or has not begun and keeps itself.
  @inlinable
  mutating func settle(
    _ slot: Int,
    outcome: Outcome,
    isShared: Bool = true,
    as kind: FlightEvent.Kind,
    to phase: Phase = .ended,
    _ commands: inout [Command]
  ) -> Landing {
    nobodyWaits(for: slot)
    if rare.isInUse { rare.forgotten.remove(flights[slot].serial) }
    var landing = flights[slot].settle(outcome, isShared: isShared, to: phase)
    if reports { commands.append(report(kind, slot)) }
    if landing.only != 0 {
      counts.unshared &+= landing.count &- 1
      if reports { commands += Array(repeating: .report(.unshared, nil, waiting: 0), count: landing.count &- 1) }
    }
    if phase == .ended, flights[slot].unparked == 0 {
      landing.key = flights[slot].takeKey()
      free(slot)
    } else if flights[slot].unparked == 0 {
      flights[slot].forgetCallers()
    }
    return landing
  }

  // MARK: - A caller is cancelled

  /// A caller's task was cancelled: it leaves. Means nothing for a caller whose outcome is decided, or that has not
  /// arrived: whoever takes the lock first decides.
  @inlinable
  package mutating func callerCancelled(_ caller: CallerIdentity) -> Effect<Waiter?> {
    let slot = caller.flight.slot
    guard isLive(caller.flight), flights[slot].outcome == nil, flights[slot].has(caller) else { return Effect(nil) }
    let waiter = flights[slot].remove(caller)
    counts.left &+= 1
    counts.waiting &-= 1
    if waiter != nil { counts.parked &-= 1 }
    var commands: [Command] = reports ? [report(.left, slot)] : []
    if flights[slot].waiting == 0 { abandon(slot, &commands) }
    return Effect(waiter, commands)
  }
}

extension FlightTable.Arrival: Equatable where Outcome: Equatable {}
extension FlightTable.Settlement: Equatable where Outcome: Equatable {}
extension FlightTable.Return: Equatable where Waiter: Equatable {}
