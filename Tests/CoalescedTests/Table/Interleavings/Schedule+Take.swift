import Coalesced

extension Schedule {
  /// Takes a step, and compares everything that follows from it with the ledger.
  mutating func take(_ step: Step) throws {
    ledger.step += 1
    inHand = []
    switch step {
    case .arrive(let caller): try arrive(caller)
    case .hash(let caller): hash(caller)
    case .launch(let caller): try launch(caller)
    case .park(let caller): try park(caller)
    case .flag(let caller): callers[caller].isFlagged = true
    case .handle(let caller): try handle(caller)
    case .escalate(let caller): try escalate(caller)
    case .endNested(let caller): endNested(caller)
    case .parkTask(let flight): try parkTask(flight)
    case .land(let flight): try land(flight)
    case .startTimer(let number): try startTimer(number)
    case .endTimer(let number): try endTimer(number)
    case .act(let act): try perform(world.acts[act])
    case .look(let bystander): look(bystander)
    case .watch(let bystander): try watch(bystander)
    case .flagBystander(let bystander): bystanders[bystander].isFlagged = true
    case .handleBystander(let bystander): try handleBystander(bystander)
    }
    try verifyLifetimes()
    try verify()
  }

  // MARK: - Callers

  private mutating func arrive(_ index: Int) throws {
    let script = world.callers[index]
    let enclosing = enclosingFlight(of: script)
    // Nobody waits for the call of a task that outlives its operation: it is like any other.
    let waitingFlight = script.outlives ? nil : enclosing
    // A nested call runs in the task of the operation that makes it.
    let isFlagged = callers[index].isFlagged || waitingFlight.map { flights[$0].cancels > 0 } ?? false
    callers[index].isFlagged = isFlagged
    let priority = world.queuesFlights(script) ? script.priority : 0
    let call = Table.Call(
      priority: priority,
      joining: script.joining ?? world.policy.joining,
      enclosing: enclosing.map { flights[$0].identity }
    )
    let hash = world.isHashed || callers[index].stage == .hashed ? Self.hash(of: script.key) : nil
    let effect = table.callerArrived(for: script.key, hash: hash, isCancelled: isFlagged, call: call)
    switch effect.decision {
    case .hash:
      callers[index].unhashed = nil
      return try askForHashes(index, effect.commands)
    case .hashBoth(let flight, let key):
      let isRight = ledger.flights.contains { $0.identity == flight && $0.key == key }
      try require(isRight, "caller \(index) is asked for the hash of another key than its flight's")
      callers[index].unhashed = (flight, key)
      return try askForHashes(index, effect.commands)
    default: break
    }
    let welcome = ledger.welcome(script, isFlagged: isFlagged, enclosing: waitingFlight)
    switch (welcome, effect.decision) {
    case (.refuse, .refuse), (.runDirectly, .runDirectly):
      callers[index].stage = .done
    case (.reuse(let value), .reuse(let outcome)):
      try require(value == outcome, "caller \(index) gets the value \(outcome) and not \(value)")
      callers[index].stage = .done
    case (.lead, .lead(let identity)), (.queue, .queue(let identity)):
      let isQueued = effect.decision == .queue(identity)
      ledger.led(index, script, identity.flight, priority: priority, enclosing: waitingFlight)
      flights.append(Flight(identity: identity.flight, isQueued: isQueued))
      callers[index].identity = identity
      callers[index].stage = .arrived
      callers[index].enclosing = enclosing
      callers[index].isEnded = enclosing == nil
    case (.join(let flight), .join(let identity)):
      try require(ledger.flights[flight].identity == identity.flight, "caller \(index) joins another flight than that of its key")
      ledger.joined(index, flight, priority: priority, enclosing: waitingFlight)
      callers[index].identity = identity
      callers[index].stage = .registered
      callers[index].enclosing = enclosing
      callers[index].isEnded = enclosing == nil
    default:
      throw Violation("caller \(index) is answered \(effect.decision) and not \(welcome)")
    }
    try carryOut(effect.commands)
  }

  private mutating func askForHashes(_ index: Int, _ commands: [Table.Command]) throws {
    try require(!world.isHashed, "caller \(index) is asked for a hash that it brought")
    callers[index].stage = .asked
    try carryOut(commands)
  }

  private mutating func hash(_ index: Int) {
    callers[index].stage = .hashed
    if let (flight, key) = callers[index].unhashed { table.keyHashed(of: flight, hash: Self.hash(of: key)) }
  }

  private mutating func launch(_ index: Int) throws {
    guard let identity = callers[index].identity else { return }
    let flight = try self.index(of: identity.flight)
    let priority = world.callers[index].priority
    let effect = table.operationLaunched(by: identity, job: Int(identity.flight.serial), priority: priority)
    flights[flight].isLaunched = true
    flights[flight].level = priority
    ledger.escalated(index, to: priority)
    callers[index].stage = .registered
    try settle(effect.decision, index)
    try carryOut(effect.commands)
  }

  private mutating func park(_ index: Int) throws {
    guard let identity = callers[index].identity else { return }
    callers[index].stage = .parked
    let priority = world.callers[index].priority
    ledger.escalated(index, to: priority)
    let effect = table.callerParked(identity, waiter: index, priority: priority)
    try settle(effect.decision, index)
    try carryOut(effect.commands)
  }

  private mutating func settle(_ settlement: Table.Settlement, _ index: Int) throws {
    switch settlement {
    case .wait:
      break
    case .take(let outcome, let key):
      release(key, outcome)
      try deliver(.outcome(outcome), to: index)
    case .leave:
      try deliver(.leave, to: index)
    case .runDirectly(let key, let outcome):
      release(key, outcome)
      try deliver(.runDirectly, to: index)
    }
  }

  /// These have left the table, and die outside it.
  private mutating func release(_ key: Int?, _ outcome: Int?) {
    if let key { keysReleased[key, default: 0] += 1 }
    if let outcome { inHand.insert(outcome) }
  }

  private mutating func handle(_ index: Int) throws {
    callers[index].isHandled = true
    guard let identity = callers[index].identity else { return }
    let isParked = callers[index].stage == .parked
    let leaves = ledger.left(index)
    let effect = table.callerCancelled(identity)
    try require(effect.decision == (leaves && isParked ? index : nil), "the leave of caller \(index) takes out \(effect.decision as Int?)")
    if effect.decision != nil { try deliver(.leave, to: index) }
    try carryOut(effect.commands)
  }

  private mutating func escalate(_ index: Int) throws {
    callers[index].isEscalated = true
    guard let identity = callers[index].identity, let priority = world.callers[index].escalation else { return }
    ledger.escalated(index, to: priority)
    try carryOut(table.callerEscalated(identity, to: priority))
  }

  private mutating func endNested(_ index: Int) {
    callers[index].isEnded = true
    guard let identity = callers[index].identity, let enclosing = callers[index].enclosing else { return }
    ledger.nested.removeAll { $0.caller == index }
    table.nestedCallEnded(identity, in: flights[enclosing].identity.serial)
  }

  /// The one place where a caller gets something.
  private mutating func deliver(_ delivery: Delivery<Int>, to index: Int) throws {
    try require(callers.indices.contains(index) && callers[index].received == nil, "caller \(index) gets a second outcome")
    try require([.registered, .parked].contains(callers[index].stage), "caller \(index) gets an outcome while it does not wait")
    callers[index].received = delivery
    callers[index].stage = .done
  }

  // MARK: - Operations and timers

  private mutating func parkTask(_ identity: FlightIdentity) throws {
    let flight = try index(of: identity)
    flights[flight].isParked = true
    switch table.operationParked(identity, signal: Int(identity.serial)) {
    case .begin: flights[flight].told = true
    case .drop: flights[flight].told = false
    case .wait: break
    }
  }

  private mutating func land(_ identity: FlightIdentity) throws {
    let flight = try index(of: identity)
    flights[flight].hasReturned = true
    ledger.landed(flight, succeeded: !world.operationsFail, isShared: world.isShared)
    let outcome = Int(identity.serial)
    if world.isShared,
      case .resume(let waiter, let key) = table.operationReturned(identity, outcome: outcome, succeeded: !world.operationsFail)
    {
      release(key, outcome)
      if let waiter { try deliver(.outcome(outcome), to: waiter) }
      return
    }
    let effect = table.operationLanded(identity, outcome: outcome, succeeded: !world.operationsFail, isShared: world.isShared)
    try carryOut(effect.commands)
    try resume(effect.decision, outcome)
  }

  mutating func resume(_ landing: Table.Landing, _ outcome: Int) throws {
    release(landing.key, outcome)
    var deliveries: [(Int, Delivery<Int>)] = []
    landing.forEachWaiter(outcome: outcome) { deliveries.append(($0, $1)) }
    for (caller, delivery) in deliveries { try deliver(delivery, to: caller) }
  }

  private mutating func startTimer(_ number: UInt64) throws {
    for index in timers.indices where timers[index].number == number {
      timers[index].isStarted = true
      try carryOut(table.timerStarted(timers[index].flight, number: number, job: -Int(number)))
    }
  }

  private mutating func endTimer(_ number: UInt64) throws {
    for index in timers.indices where timers[index].number == number {
      let isLast = timers.last { $0.flight == timers[index].flight }?.number == number
      timers[index].isEnded = true
      if isLast { ledger.timeIsOver(try self.index(of: timers[index].flight)) }
      try carryOut(table.timerEnded(timers[index].flight, number: number))
    }
  }

  // MARK: - Effects

  mutating func carryOut(_ commands: [Table.Command]) throws {
    for command in commands {
      switch command {
      case .report(let kind, let flight, _):
        if kind == .started, let flight { flights[try index(of: flight)].startsReported += 1 }
      case .land(let landing, let outcome):
        try resume(landing, outcome)
      case .cancel(let job) where job < 0:
        for index in timers.indices where Int(timers[index].number) == -job { timers[index].cancels += 1 }
      case .cancel(let job):
        for index in flights.indices where Int(flights[index].identity.serial) == job { try cancelJob(index) }
      case .escalate(let job, let priority):
        for index in flights.indices where Int(flights[index].identity.serial) == job {
          try require(priority > flights[index].level, "flight \(job) is escalated to \(priority), where it is")
          flights[index].level = priority
        }
      case .signal(let signal, let proceeds) where signal < 0:
        try wake(-1 - signal, proceeds)
      case .signal(let signal, let proceeds):
        for index in flights.indices where Int(flights[index].identity.serial) == signal {
          try require(flights[index].isParked && flights[index].told == nil, "the task of flight \(signal) is resumed twice")
          flights[index].told = proceeds
        }
      case .schedule(let flight, let number, _):
        timers.append(Timer(flight: flight, number: number))
      case .release(let key, let outcome):
        release(key, outcome)
      }
    }
  }

  private mutating func cancelJob(_ flight: Int) throws {
    flights[flight].cancels += 1
    // The calls that the operation makes run in its task.
    for index in callers.indices where callers[index].enclosing == flight && callers[index].stage != .done {
      callers[index].isFlagged = true
    }
  }
}
