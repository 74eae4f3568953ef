import Coalesced

/// A moment of a world: the table, what its actors have done and were told, and the ledger of what must be.
///
/// A value, so that a search can go on from it in every direction. Waiters are the numbers of callers, jobs and signals of
/// operations the serial of the flight; bystanders' signals and timers' jobs are negative.
struct Schedule {
  typealias Table = FlightTable<Int, Int, Int, Int, Int>

  struct Caller {
    enum Stage { case away, asked, hashed, arrived, registered, parked, done }

    var stage = Stage.away
    var identity: CallerIdentity?
    /// The flight whose key it is asked to hash.
    var unhashed: (flight: FlightIdentity, key: Int)?
    var received: Delivery<Int>?
    var isFlagged = false
    var isHandled = false
    var isEscalated = false
    /// The flight whose operation made the call.
    var enclosing: Int?
    var isEnded = true
  }

  /// What the table had done to a flight; in the order of the ledger's flights.
  struct Flight {
    let identity: FlightIdentity
    /// A task that was made at the call, and parks before it may begin.
    let isQueued: Bool
    var isLaunched = false
    var isParked = false
    var told: Bool?
    var startsReported = 0
    var cancels = 0
    var level: UInt8 = 0
    var hasReturned = false
    /// Its slot has been given back.
    var isGone = false
  }

  struct Timer {
    let flight: FlightIdentity
    let number: UInt64
    var isStarted = false
    var isEnded = false
    var cancels = 0
  }

  struct Bystander {
    enum Stage { case away, looking, waiting, done }

    var stage = Stage.away
    var flight: FlightIdentity?
    var number: UInt64 = 0
    var isFlagged = false
    var isHandled = false
    var woken: Bool?
  }

  let world: World
  var table: Table
  var ledger: Ledger
  var callers: [Caller]
  var flights: [Flight] = []
  var timers: [Timer] = []
  var bystanders: [Bystander]
  var acts = 0
  /// How often each key has come out of the table.
  var keysReleased: [Int: Int] = [:]
  /// The outcomes that the actor of this step has in its hands when the table is done.
  var inHand: Set<Int> = []

  init(_ world: World) {
    self.world = world
    self.table = Table(rules: FlightRules(world.policy), reports: world.isWatched)
    self.ledger = Ledger(policy: world.policy, callers: world.callers.count)
    self.callers = Array(repeating: Caller(), count: world.callers.count)
    self.bystanders = Array(repeating: Bystander(), count: world.bystanders.count)
  }

  /// Keys 2 and 3 have the same.
  static func hash(of key: Int) -> Int { key / 2 + 1 }

  func index(of flight: FlightIdentity) throws -> Int {
    guard let index = flights.firstIndex(where: { $0.identity == flight }) else {
      throw Violation("an effect names no flight of this table")
    }
    return index
  }

  // MARK: - What can happen next

  /// The steps that can be taken now, and those among them that need not be: a cancelled timer may still end.
  var steps: (due: [Step], possible: [Step]) {
    var due: [Step] = []
    var possible: [Step] = []
    for (index, caller) in callers.enumerated() { addSteps(of: caller, index, to: &due) }
    for (index, flight) in flights.enumerated() {
      if flight.isQueued, !flight.isParked { due.append(.parkTask(flight.identity)) }
      let runs = flight.isQueued ? flight.told == true : true
      let calls = callers.indices.contains { callers[$0].enclosing == index && !callers[$0].isEnded }
      if runs, !flight.hasReturned, !calls, !hasCallsToMake(index) { due.append(.land(flight.identity)) }
    }
    for timer in timers {
      if !timer.isStarted { due.append(.startTimer(timer.number)) }
      if !timer.isEnded { if timer.cancels == 0 { due.append(.endTimer(timer.number)) } else { possible.append(.endTimer(timer.number)) } }
    }
    if acts < world.acts.count { due.append(.act(acts)) }
    for (index, bystander) in bystanders.enumerated() { addSteps(of: bystander, index, to: &due) }
    return (due, possible)
  }

  private func addSteps(of caller: Caller, _ index: Int, to due: inout [Step]) {
    let script = world.callers[index]
    // The table sees the flag when the caller arrives, and never again: after that only the handler matters.
    let isCancelled = script.isCancelled || caller.isFlagged
    if isCancelled, !caller.isFlagged, [.away, .asked, .hashed].contains(caller.stage) { due.append(.flag(index)) }
    switch caller.stage {
    case .away:
      if canArrive(index) { due.append(.arrive(index)) }
    case .asked:
      due.append(.hash(index))
    case .hashed:
      due.append(.arrive(index))
    case .arrived:
      due.append(.launch(index))
    case .registered, .parked:
      if caller.stage == .registered { due.append(.park(index)) }
      if isCancelled, !caller.isHandled { due.append(.handle(index)) }
      if script.escalation != nil, !caller.isEscalated { due.append(.escalate(index)) }
    case .done:
      // The handler of a caller that was resumed meanwhile comes late.
      if isCancelled, !caller.isHandled, caller.identity != nil { due.append(.handle(index)) }
      if !caller.isEnded { due.append(.endNested(index)) }
    }
  }

  /// Callers with equal scripts arrive in order: other orders are the same with other numbers.
  private func canArrive(_ index: Int) -> Bool {
    let script = world.callers[index]
    if script.enclosing != nil { return enclosingFlight(of: script) != nil }
    if let first = script.follows, ![.parked, .done].contains(callers[first].stage) { return false }
    guard index > 0, !script.isCancelled, script.escalation == nil else { return true }
    let last = world.callers[index - 1]
    let isSame =
      last.key == script.key && last.joining == script.joining && last.priority == script.priority && !last.isCancelled
      && last.escalation == nil && last.enclosing == nil && last.follows == script.follows
      && !world.callers.contains { $0.enclosing == index || $0.enclosing == index - 1 }
    return !isSame || callers[index - 1].stage != .away
  }

  /// The flight whose operation makes a call, or has started the task that does.
  func enclosingFlight(of call: World.Caller) -> Int? {
    ledger.flights.indices.first {
      let runs = !flights[$0].hasReturned && (!flights[$0].isQueued || flights[$0].told == true)
      return ledger.flights[$0].leader == call.enclosing && (call.outlives ? flights[$0].hasReturned : runs)
    }
  }

  /// An operation makes its calls before it returns.
  private func hasCallsToMake(_ flight: Int) -> Bool {
    world.callers.indices.contains {
      world.callers[$0].enclosing == ledger.flights[flight].leader && !world.callers[$0].outlives && callers[$0].stage == .away
    }
  }

  private func addSteps(of bystander: Bystander, _ index: Int, to due: inout [Step]) {
    if world.bystanders[index].isCancelled, !bystander.isFlagged, bystander.stage != .done { due.append(.flagBystander(index)) }
    switch bystander.stage {
    case .away: due.append(.look(index))
    case .looking: due.append(.watch(index))
    case .waiting: break
    case .done: if bystander.number == 0 { return }
    }
    if bystander.stage != .away, bystander.isFlagged, !bystander.isHandled { due.append(.handleBystander(index)) }
  }
}
