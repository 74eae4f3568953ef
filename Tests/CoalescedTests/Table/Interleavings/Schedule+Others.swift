import Coalesced

/// The owner, and those who wait without being callers.
extension Schedule {
  // MARK: - The owner

  mutating func perform(_ act: World.Act) throws {
    acts += 1
    switch act {
    case .cancel(let key):
      let callers = ledger.cancelled(key)
      let effect = table.keyCancelled(key, hash: Self.hash(of: key), outcome: Ledger.cancelledByOwner)
      try require(effect.decision == callers, "cancel answers \(effect.decision) and not \(callers)")
      try carryOut(effect.commands)
    case .cancelAll:
      let callers = ledger.allCancelled()
      let effect = table.allCancelled(outcome: Ledger.cancelledByOwner)
      try require(effect.decision == callers, "cancelAll answers \(effect.decision) and not \(callers)")
      try carryOut(effect.commands)
    case .forget(let key):
      let isForgotten = ledger.forgotten(key)
      let effect = table.keyForgotten(key, hash: Self.hash(of: key))
      try require(effect.decision == isForgotten, "forget answers \(effect.decision)")
      try carryOut(effect.commands)
    case .forgetAll:
      let forgotten = ledger.allForgotten()
      let effect = table.allForgotten()
      try require(effect.decision == forgotten, "forgetAll answers \(effect.decision) and not \(forgotten)")
      try carryOut(effect.commands)
    case .advance(let duration):
      table.now += duration
      ledger.now += duration
    }
  }

  // MARK: - Bystanders

  mutating func look(_ index: Int) {
    bystanders[index].stage = .looking
    bystanders[index].number = table.drawSerial()
    guard let key = world.bystanders[index].key else { return }
    bystanders[index].flight = table.flightToWatch(for: key, hash: Self.hash(of: key))
    if bystanders[index].flight == nil { bystanders[index].stage = .done }
  }

  mutating func watch(_ index: Int) throws {
    let bystander = bystanders[index]
    bystanders[index].stage = .waiting
    let waits: Bool
    if let flight = bystander.flight {
      let effect = table.flightWatched(flight, number: bystander.number, isCancelled: bystander.isFlagged, inside: nil, signal: -1 - index)
      waits = effect.decision
      try carryOut(effect.commands)
    } else {
      waits = table.idleAwaited(number: bystander.number, isCancelled: bystander.isFlagged, inside: nil, signal: -1 - index)
    }
    if !waits { try wake(index, true) }
  }

  mutating func handleBystander(_ index: Int) throws {
    let bystander = bystanders[index]
    bystanders[index].isHandled = true
    let signal =
      if let flight = bystander.flight {
        table.watcherCancelled(flight, number: bystander.number)
      } else {
        table.idlerCancelled(number: bystander.number)
      }
    try require(signal == (bystander.stage == .waiting ? -1 - index : nil), "the handler of bystander \(index) takes out \(signal as Int?)")
    if signal != nil { try wake(index, false) }
  }

  mutating func wake(_ index: Int, _ proceeds: Bool) throws {
    try require(bystanders[index].stage == .waiting, "bystander \(index) is woken while it does not wait")
    let bystander = bystanders[index]
    if bystander.flight == nil, proceeds, !bystander.isFlagged {
      try require(ledger.operations == 0, "bystander \(index) is woken while an operation runs")
    }
    bystanders[index].stage = .done
    bystanders[index].woken = proceeds
  }
}
