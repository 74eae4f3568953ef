extension FlightTable {
  /// Where a flight is in its life.
  @usableFromInline
  package enum Phase: Hashable, Sendable {
    /// The slot is free. Next: queued, running.
    case free
    /// Its task is made and parked: it waits for a permit, or for the flight before it. Next: running, ended, free.
    case queued
    /// Its operation runs. Next: ended, draining, reusable, free.
    case running
    /// It was cancelled, and keeps its key until its operation returns. Next: ended, free.
    case draining
    /// It landed, and its value is served to calls that come soon enough. Next: ended, free.
    case reusable
    /// It is over, and stays only for callers that have arrived and not asked for their delivery yet. Next: free.
    case ended
  }

  /// The caller that leads.
  @usableFromInline
  package struct Caller: Sendable {
    @usableFromInline package var serial: UInt64
    /// `nil` between arriving and parking.
    @usableFromInline package var waiter: Waiter?

    @inlinable
    package init(serial: UInt64, waiter: Waiter?) {
      self.serial = serial
      self.waiter = waiter
    }
  }

  /// One slot of the slab.
  @usableFromInline
  package struct Flight: Sendable {
    /// That of the call that led; 0 where the slot is free.
    @usableFromInline var serial: UInt64
    /// Of its key; 0 while the index does not need it.
    @usableFromInline var hash: Int
    @usableFromInline var key: Key?
    /// The caller that leads, until it leaves.
    @usableFromInline var leader: Caller?
    /// The others; without a waiter between arriving and parking.
    @usableFromInline var joiners: SerialMap<Waiter>
    /// How many callers wait for the outcome.
    @usableFromInline var waiting: Int
    /// How many of the callers have neither left, nor parked, nor taken their delivery.
    @usableFromInline var unparked: Int
    /// `nil` until the leading caller has made it.
    @usableFromInline var job: Job?
    /// Decided: nobody can join or leave any more.
    @usableFromInline var outcome: Outcome?
    /// The only caller that may have the outcome; 0 where all may.
    @usableFromInline var only: UInt64
    /// The next free slot, where this one is free.
    @usableFromInline var link: Int
    /// The highest that its callers have brought.
    @usableFromInline var priority: UInt8
    @usableFromInline var phase: Phase
    /// Whether the index leads here.
    @usableFromInline var isListed: Bool
    /// Whether its task is to be cancelled as soon as it is known.
    @usableFromInline var cancelsJob: Bool

    @inlinable
    init(link: Int = -1) {
      self.serial = 0
      self.hash = 0
      self.key = nil
      self.leader = nil
      self.joiners = SerialMap()
      self.waiting = 0
      self.unparked = 0
      self.job = nil
      self.outcome = nil
      self.only = 0
      self.link = link
      self.priority = 0
      self.phase = .free
      self.isListed = false
      self.cancelsJob = false
    }

    /// A free slot gets a flight, with the call that leads it.
    @inlinable
    mutating func lead(serial: UInt64, hash: Int, key: Key, priority: UInt8, phase: Phase, isListed: Bool) {
      self.serial = serial
      self.hash = hash
      self.key = key
      self.leader = Caller(serial: serial, waiter: nil)
      self.waiting = 1
      self.unparked = 1
      self.priority = priority
      self.phase = phase
      self.isListed = isListed
    }

    /// The slot is free. What a flight need not have had is touched only where it is there.
    @inlinable
    mutating func clear(link: Int) {
      self.serial = 0
      self.leader = nil
      if joiners.capacity > 0 { joiners = SerialMap() }
      self.job = nil
      self.outcome = nil
      self.key = nil
      self.only = 0
      self.unparked = 0
      self.waiting = 0
      self.phase = .free
      self.isListed = false
      self.cancelsJob = false
      self.link = link
    }

    @inlinable
    mutating func addJoiner(serial: UInt64, slot: Int) -> CallerIdentity {
      waiting &+= 1
      unparked &+= 1
      joiners.add(serial, nil)
      return CallerIdentity(flight: FlightIdentity(slot: slot, serial: self.serial), serial: serial)
    }

    @inlinable
    func has(_ caller: CallerIdentity) -> Bool {
      caller.leads ? leader != nil : joiners.contains(caller.serial)
    }

    /// Keeps the waiter of a caller; false where the caller is not there any more.
    @inlinable
    mutating func park(_ caller: CallerIdentity, waiter: Waiter) -> Bool {
      if caller.leads {
        guard leader != nil else { return false }
        leader = Caller(serial: caller.serial, waiter: waiter)
      } else {
        guard joiners.replace(caller.serial, waiter) else { return false }
      }
      unparked &-= 1
      return true
    }

    /// Takes a caller out; its waiter is `nil` where it has not parked.
    @inlinable
    mutating func remove(_ caller: CallerIdentity) -> Waiter? {
      let waiter: Waiter?
      waiting &-= 1
      if caller.leads {
        waiter = leader?.waiter
        leader = nil
      } else {
        waiter = joiners.remove(caller.serial)
      }
      if waiter == nil { unparked &-= 1 }
      return waiter
    }

    /// Decides the outcome: from here on nobody joins or leaves.
    @inlinable
    mutating func decide(_ outcome: Outcome, to phase: Phase = .ended) {
      self.outcome = outcome
      self.phase = phase
      self.isListed = phase != .ended
      self.waiting = 0
      if phase != .draining { self.job = nil }
    }

    /// Decides the outcome, and takes out the callers that have parked.
    @inlinable
    mutating func settle(_ outcome: Outcome, isShared: Bool, to phase: Phase) -> Landing {
      let count = waiting
      self.only = isShared || count < 2 ? 0 : firstCaller
      decide(outcome, to: phase)
      let nobodyParked = unparked == count
      return Landing(leader: nobodyParked ? nil : leader, joiners: nobodyParked ? SerialMap() : joiners, only: only, count: count)
    }

    /// The callers have what the flight landed with; it stays for others.
    @inlinable
    mutating func forgetCallers() {
      leader = nil
      joiners = SerialMap()
    }

    /// The caller that led or, if it left, another.
    @inlinable var firstCaller: UInt64 { leader?.serial ?? joiners.serials.min() ?? 0 }

    @inlinable
    mutating func takeKey() -> Key? {
      let taken = key
      key = nil
      return taken
    }
  }

  /// The key of a flight, while its slot has it.
  @inlinable
  func key(of flight: FlightIdentity) -> Key? { isLive(flight) ? flights[flight.slot].key : nil }

  /// Whether a flight runs, and its landing concerns nobody but its callers.
  @inlinable
  func isPlain(_ flight: FlightIdentity) -> Bool {
    !rare.isInUse && rules.reuseWindow == nil && isLive(flight) && flights[flight.slot].phase == .running
  }
}

extension FlightTable.Caller: Equatable where Waiter: Equatable {}
