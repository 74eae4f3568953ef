extension FlightTable {
  /// What is to be done after an event: by the one who brought it, and for everybody else.
  @usableFromInline
  package struct Effect<Decision: Sendable>: Sendable {
    @usableFromInline package let decision: Decision
    /// `nil` where there are none, which costs no reference counting.
    @usableFromInline let issued: [Command]?

    @inlinable
    package init(_ decision: Decision, _ commands: [Command]? = nil) {
      self.decision = decision
      self.issued = commands
    }

    @inlinable package var commands: [Command] { issued ?? [] }

    /// The same, with other commands first.
    @inlinable
    func after(_ earlier: [Command]) -> Effect { Effect(decision, earlier + commands) }
  }

  /// Something to be done for somebody else, outside the lock.
  @usableFromInline
  package enum Command: Sendable {
    /// Tell the group's `onEvent`.
    case report(FlightEvent.Kind, FlightIdentity?, waiting: Int)
    /// Resume the callers of a flight with this outcome.
    case land(Landing, Outcome)
    case cancel(Job)
    case escalate(Job, UInt8)
    /// Resume a task of ours: a parked one starts its operation, or ends without it; one that watches goes on.
    case signal(Signal, Bool)
    /// Report the end of this time with the same number.
    case schedule(FlightIdentity, number: UInt64, Duration)
    /// Let it die.
    case release(Key?, Outcome?)
  }

  /// The callers of a flight whose outcome is decided. They are out of the table, so each is resumed once, by whoever
  /// holds this; those without a waiter ask for their delivery themselves.
  @usableFromInline
  package struct Landing: Sendable {
    @usableFromInline package let leader: Caller?
    @usableFromInline package let joiners: SerialMap<Waiter>
    /// The only caller that gets the outcome; 0 where all do.
    @usableFromInline package let only: UInt64
    @usableFromInline package let count: Int
    /// Dies with the landing, outside the lock. `nil` while somebody has not asked for its delivery: the last takes it.
    @usableFromInline package var key: Key?

    @inlinable
    package init(leader: Caller?, joiners: SerialMap<Waiter>, only: UInt64, count: Int) {
      self.leader = leader
      self.joiners = joiners
      self.only = only
      self.count = count
      self.key = nil
    }

    @inlinable static var nobody: Landing { Landing(leader: nil, joiners: SerialMap(), only: 0, count: 0) }

    /// Calls `resume` once for each caller that has parked, the leading one first.
    @inlinable
    package func forEachWaiter(outcome: Outcome, _ resume: (Waiter, Delivery<Outcome>) -> Void) {
      if leader?.waiter == nil, joiners.isEmpty { return }
      let delivery = Delivery.outcome(outcome)
      if let leader, let waiter = leader.waiter { resume(waiter, gets(leader.serial) ? delivery : .runDirectly) }
      joiners.forEachValue { serial, waiter in resume(waiter, gets(serial) ? delivery : .runDirectly) }
    }

    @inlinable
    func gets(_ caller: UInt64) -> Bool { only == 0 || only == caller }
  }

  /// What the table needs to know of a call.
  @usableFromInline
  package struct Call: Sendable {
    /// Where flights may have to wait for their start; 0 elsewhere, as it comes with the task of the flight, or with the wait.
    @usableFromInline package let priority: UInt8
    @usableFromInline package let joining: FlightPolicy.Joining
    /// The flight of this table whose operation makes the call.
    @usableFromInline package let enclosing: FlightIdentity?

    @inlinable
    package init(priority: UInt8 = 0, joining: FlightPolicy.Joining = .current, enclosing: FlightIdentity? = nil) {
      self.priority = priority
      self.joining = joining
      self.enclosing = enclosing
    }

    @inlinable var isPlain: Bool { joining == .current && enclosing == nil }
  }

  /// What ``FlightStatistics`` is made from.
  @usableFromInline
  package struct Counts: Hashable, Sendable {
    @usableFromInline package var waiting = 0
    /// Those of them that have parked.
    @usableFromInline package var parked = 0
    /// Operations that have not returned, those of flights that are over included.
    @usableFromInline package var running = 0
    @usableFromInline package var started = 0
    @usableFromInline package var succeeded = 0
    @usableFromInline package var failed = 0
    @usableFromInline package var abandoned = 0
    @usableFromInline package var cancelled = 0
    @usableFromInline package var forgotten = 0
    @usableFromInline package var joined = 0
    @usableFromInline package var left = 0
    @usableFromInline package var unshared = 0

    @inlinable
    init() {}
  }
}

extension FlightTable.Effect: Equatable
where Decision: Equatable, Outcome: Equatable, Waiter: Equatable, Signal: Equatable, Job: Equatable {
  /// No commands are no commands, whether as `nil` or as an empty list.
  @usableFromInline
  package static func == (a: Self, b: Self) -> Bool { a.decision == b.decision && a.commands == b.commands }
}
extension FlightTable.Command: Equatable where Outcome: Equatable, Waiter: Equatable, Signal: Equatable, Job: Equatable {}
extension FlightTable.Landing: Equatable where Waiter: Equatable {}
