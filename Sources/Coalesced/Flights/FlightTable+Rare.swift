extension FlightTable {
  /// What only other policies than the default, nested calls and watchers need; by serial number.
  @usableFromInline
  struct Rare: Sendable {
    @usableFromInline var flights: SerialMap<RareFlight>
    /// For each flight whose operation calls into its own scope: the flights it waits for, by the serial of the call.
    @usableFromInline var calls: SerialMap<SerialMap<FlightIdentity>>
    /// The slots of flights off the index that still run with callers.
    @usableFromInline var forgotten: SerialMap<Int>
    /// The flights that hold a permit, until their operation returns.
    @usableFromInline var permits: SerialMap<Void>
    /// The nested flights that run without one although there is a limit, until their operation returns.
    @usableFromInline var permitless: SerialMap<Void>
    @usableFromInline var queue: FlightQueue
    /// Flights that were started before their task had parked.
    @usableFromInline var earlyStarts: SerialMap<Void>
    /// Those who wait until no operation runs.
    @usableFromInline var idlers: SerialMap<Signal>
    /// Whether any of it may be there; false means that all of it is empty.
    @usableFromInline var isInUse: Bool

    @inlinable
    init() {
      self.flights = SerialMap()
      self.calls = SerialMap()
      self.forgotten = SerialMap()
      self.permits = SerialMap()
      self.permitless = SerialMap()
      self.queue = FlightQueue()
      self.earlyStarts = SerialMap()
      self.idlers = SerialMap()
      self.isInUse = false
    }

    var capacity: Int {
      flights.capacity + calls.capacity + forgotten.capacity + permits.capacity + permitless.capacity + queue.capacity
        + earlyStarts.capacity + idlers.capacity
    }

    @inlinable var isEmpty: Bool {
      flights.isEmpty && calls.isEmpty && forgotten.isEmpty && permits.isEmpty && permitless.isEmpty && queue.isEmpty
        && earlyStarts.isEmpty && idlers.isEmpty
    }
  }

  /// The rare state of one flight.
  @usableFromInline
  struct RareFlight: Sendable {
    /// When its operation was started.
    @usableFromInline var started: Duration = .zero
    /// When its value landed.
    @usableFromInline var landed: Duration = .zero
    /// The flight that starts when this one is out of the way.
    @usableFromInline var successor: Int?
    /// The flight that has to be out of the way first.
    @usableFromInline var predecessor: FlightIdentity?
    /// Whether it starts without a permit: a flight of this scope waits for it.
    @usableFromInline var needsNoPermit = false
    /// Its parked task.
    @usableFromInline var signal: Signal?
    /// The number of its last timer; another number is late.
    @usableFromInline var timerNumber: UInt64 = 0
    @usableFromInline var timer: Job?
    /// Those who wait until it is over.
    @usableFromInline var watchers = SerialMap<Signal>()

    @inlinable
    init() {}
  }

  /// Access to the rare state of a flight, made when it is first needed.
  @inlinable
  subscript(rare slot: Int) -> RareFlight {
    get { rare.flights[flights[slot].serial, default: RareFlight()] }
    _modify {
      rare.isInUse = true
      yield &rare.flights[flights[slot].serial, default: RareFlight()]
    }
  }

  /// Forgets the rare state of a flight whose slot is given back.
  @inlinable
  mutating func dropRareState(of slot: Int) {
    rare.flights.remove(flights[slot].serial)
    rare.forgotten.remove(flights[slot].serial)
    if rare.isEmpty { rare.isInUse = false }
  }
}
