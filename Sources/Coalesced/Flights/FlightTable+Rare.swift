extension FlightTable {
  /// What only other policies than the default, nested calls and watchers need.
  @usableFromInline
  struct Rare: Sendable {
    /// By serial number.
    @usableFromInline var flights: [UInt64: RareFlight]
    /// For each flight whose operation calls into its own scope: the flights it waits for, by the serial of the call.
    @usableFromInline var calls: [UInt64: [UInt64: FlightIdentity]]
    /// Flights off the index that still run with callers, by slot.
    @usableFromInline var forgotten: Set<Int>
    /// The flights that hold a permit, by serial number, until their operation returns.
    @usableFromInline var permits: Set<UInt64>
    /// The nested flights that run without one although there is a limit, until their operation returns.
    @usableFromInline var permitless: Set<UInt64>
    @usableFromInline var queue: FlightQueue
    /// Flights that were started before their task had parked.
    @usableFromInline var earlyStarts: Set<UInt64>
    /// Those who wait until no operation runs.
    @usableFromInline var idlers: [UInt64: Signal]
    /// Whether any of it may be there; false means that all of it is empty.
    @usableFromInline var isInUse: Bool

    @inlinable
    init() {
      self.flights = [:]
      self.calls = [:]
      self.forgotten = []
      self.permits = []
      self.permitless = []
      self.queue = FlightQueue()
      self.earlyStarts = []
      self.idlers = [:]
      self.isInUse = false
    }

    var isEmpty: Bool {
      flights.isEmpty && calls.isEmpty && forgotten.isEmpty && permits.isEmpty && permitless.isEmpty && queue.isEmpty
        && earlyStarts.isEmpty && idlers.isEmpty
    }
  }

  /// The rare state of one flight.
  @usableFromInline
  struct RareFlight: Sendable {
    /// When its operation was started.
    var started: Duration = .zero
    /// When its value landed.
    var landed: Duration = .zero
    /// The flight that starts when this one is out of the way.
    var successor: Int?
    /// The flight that has to be out of the way first.
    var predecessor: FlightIdentity?
    /// Whether it starts without a permit: a flight of this scope waits for it.
    var needsNoPermit = false
    /// Its parked task.
    var signal: Signal?
    /// The number of its last timer; another number is late.
    var timerNumber: UInt64 = 0
    var timer: Job?
    /// Those who wait until it is over.
    var watchers: [UInt64: Signal] = [:]

    init() {}
  }

  /// Access to the rare state of a flight, made when it is first needed.
  subscript(rare slot: Int) -> RareFlight {
    get { rare.flights[flights[slot].serial] ?? RareFlight() }
    set {
      rare.flights[flights[slot].serial] = newValue
      rare.isInUse = true
    }
  }

  /// Forgets the rare state of a flight whose slot is given back.
  @usableFromInline
  mutating func dropRareState(of slot: Int) {
    rare.flights[flights[slot].serial] = nil
    rare.forgotten.remove(slot)
    if rare.isEmpty { rare.isInUse = false }
  }
}
