import Coalesced

extension Schedule {
  // MARK: - After each step

  /// Whether the table has done what the ledger says, no less, no more, and nothing twice.
  func verify() throws {
    if let broken = table.brokenInvariant { throw Violation("not true any more: \(broken)") }
    for index in callers.indices { try verifyCaller(index) }
    for index in flights.indices { try verifyFlight(index) }
    try verifyTimers()
    try verifyBystanders()
    try verifyPromises()
    var counts = ledger.counts
    counts.inFlight = ledger.flights.filter { $0.stage == .running && !$0.isDecided }.count
    counts.waiting = ledger.flights.reduce(0) { $0 + $1.waiters.count }
    try require(table.statistics == counts, "statistics are \(table.statistics) and not \(counts)")
    try require(
      table.keysInFlight.sorted() == ledger.keysInFlight,
      "keys in flight are \(table.keysInFlight) and not \(ledger.keysInFlight)"
    )
    for key in Set(world.callers.map(\.key)) {
      try require(
        table.callerCount(for: key, hash: Self.hash(of: key)) == ledger.callerCount(key),
        "the callers of key \(key) are counted wrong"
      )
    }
  }

  /// What the table let go of has left through the effect: nothing of the user's died in it.
  mutating func verifyLifetimes() throws {
    for index in flights.indices where !flights[index].isGone && table.state(of: flights[index].identity).phase == .free {
      flights[index].isGone = true
      if let outcome = ledger.flights[index].outcome {
        try require(inHand.contains(outcome), "the outcome of flight \(flights[index].identity.serial) died in the table")
      }
    }
    for key in Set(ledger.flights.map(\.key)) {
      let gone = flights.indices.filter { ledger.flights[$0].key == key && flights[$0].isGone }.count
      try require(keysReleased[key, default: 0] >= gone, "a key \(key) died in the table")
    }
  }

  private func verifyCaller(_ index: Int) throws {
    let caller = callers[index]
    let owed = ledger.owed[index]
    if caller.stage == .parked { try require(owed == nil, "caller \(index) is not resumed, and is owed \(String(describing: owed))") }
    guard let received = caller.received else { return }
    let isRight =
      switch (owed, received) {
      case (.outcome(let right), .outcome(let outcome)): right == outcome
      case (.leave, .leave), (.runDirectly, .runDirectly), (.outcomeOrDirectRun, .runDirectly): true
      case (.outcomeOrDirectRun(let right), .outcome(let outcome)): right == outcome
      default: false
      }
    try require(isRight, "caller \(index) gets \(received) and is owed \(String(describing: owed))")
  }

  private func verifyFlight(_ index: Int) throws {
    let flight = flights[index]
    let right = ledger.flights[index]
    let name = "flight \(flight.identity.serial)"
    try require(
      !world.isWatched || flight.startsReported == (right.isStarted ? 1 : 0),
      "\(name) was started \(flight.startsReported) times"
    )
    let cancels = right.mustCancel && flight.isLaunched ? 1 : 0
    try require(flight.cancels == cancels, "the operation of \(name) was cancelled \(flight.cancels) times and not \(cancels)")
    if flight.isQueued {
      let told: Bool? = right.isStarted ? true : right.stage == .over ? false : nil
      if flight.isParked { try require(flight.told == told, "the parked task of \(name) was told \(String(describing: flight.told))") }
    }
    if flight.isLaunched, !right.isDecided || right.drains, right.stage != .over {
      try require(flight.level == right.priority, "\(name) has the priority \(flight.level) and not \(right.priority)")
    }
    if right.isExclusive {
      let takers = callers.indices.filter { ledger.flightOf[$0] == index && callers[$0].received == .outcome(Int(flight.identity.serial)) }
      let open = callers.indices.filter { ledger.flightOf[$0] == index && callers[$0].received == nil }
      try require(takers.count == 1 || takers.isEmpty && !open.isEmpty, "an outcome for one went to \(takers.count) callers")
    }
  }

  private func verifyTimers() throws {
    for (index, flight) in flights.enumerated() {
      let own = timers.filter { $0.flight == flight.identity }
      guard let last = own.last else {
        try require(!ledger.flights[index].hasTimer, "no time was set for flight \(flight.identity.serial)")
        continue
      }
      for timer in own {
        let isOver = timer.isEnded || timer.number != last.number || !ledger.flights[index].hasTimer
        let cancels = timer.isStarted && isOver ? 1 : 0
        try require(timer.cancels == cancels, "timer \(timer.number) was cancelled \(timer.cancels) times and not \(cancels)")
      }
      try require(!last.isEnded || !ledger.flights[index].hasTimer, "the time of flight \(flight.identity.serial) was not set anew")
    }
  }

  private func verifyBystanders() throws {
    for (index, bystander) in bystanders.enumerated() where bystander.stage == .waiting {
      if let flight = bystander.flight {
        try require(!ledger.flights[try self.index(of: flight)].isDecided, "bystander \(index) waits for a flight that is over")
      } else {
        try require(ledger.operations > 0, "bystander \(index) waits while no operation runs")
      }
    }
    for (index, bystander) in bystanders.enumerated() where bystander.woken == true && !bystander.isFlagged {
      guard let flight = bystander.flight else { continue }
      try require(ledger.flights[try self.index(of: flight)].isDecided, "bystander \(index) is woken before its flight is over")
    }
  }

  /// The promises themselves, over what the ledger saw happen.
  private func verifyPromises() throws {
    let running = ledger.flights.filter { $0.stage == .running }
    for key in Set(running.map(\.key)) {
      let same = running.filter { $0.key == key }
      try require(same.filter { !$0.isDecided && !$0.isForgotten }.count <= 1, "two flights of key \(key) can be joined")
      if world.policy.abandonment == .cancelAndDrain {
        try require(same.filter { !$0.isForgotten }.count <= 1, "two operations of key \(key) run at once")
      }
    }
    if let limit = world.policy.concurrencyLimit {
      try require(running.filter { !$0.needsNoPermit }.count <= limit, "more operations run than the limit allows")
    }
    for index in callers.indices {
      guard case .outcome(let outcome) = callers[index].received, outcome != Ledger.cancelledByOwner else { continue }
      guard let flight = ledger.flights.first(where: { $0.identity.serial == outcome }) else { throw Violation("an outcome of no flight") }
      try require(flight.key == world.callers[index].key, "caller \(index) gets the outcome of another key")
      if (world.callers[index].joining ?? world.policy.joining) == .next {
        try require(
          flight.startedAtStep >= ledger.arrivedAtStep[index],
          "caller \(index) gets the outcome of a flight that started before its call"
        )
      }
    }
  }

  // MARK: - At the end

  /// Nothing is due any more: everybody has got something, and nothing is left.
  func finish() throws {
    for (index, caller) in callers.enumerated() where caller.stage != .done {
      let isInside = world.callers[index].enclosing != nil
      try require(isInside && caller.stage == .away, "caller \(index) waits for ever")
    }
    for flight in flights where flight.told != false {
      try require(flight.hasReturned, "the task of flight \(flight.identity.serial) waits for ever")
    }
    for (index, bystander) in bystanders.enumerated() {
      try require(bystander.stage == .done, "bystander \(index) waits for ever")
    }
    try require(table.isEmpty, "something is left in the table")
    for key in Set(ledger.flights.map(\.key)) {
      let count = ledger.flights.filter { $0.key == key }.count
      try require(keysReleased[key] == count, "key \(key) came out \(keysReleased[key] ?? 0) times for \(count) flights")
    }
  }
}
