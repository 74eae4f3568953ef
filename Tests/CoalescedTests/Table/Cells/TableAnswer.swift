import Coalesced

/// What the table answers to an event: the whole effect.
enum TableAnswer: Equatable, Sendable {
  typealias Effect = TextTable.Effect
  typealias Command = TextTable.Command

  case arrival(Effect<TextTable.Arrival>)
  case settlement(Effect<TextTable.Settlement>)
  case returned(TextTable.Return)
  case landing(Effect<TextTable.Landing>)
  case waiter(Effect<String?>)
  case count(Effect<Int>)
  case flag(Effect<Bool>)
  case commands([Command])
  case start(TextTable.Start)
  case flight(FlightIdentity?)
  case waiting(Effect<Bool>)
  case signal(String?)

  static func arrival(_ arrival: TextTable.Arrival, _ commands: Command...) -> Self { .arrival(Effect(arrival, commands)) }
  static func wait(_ commands: Command...) -> Self { .settlement(Effect(.wait, commands)) }
  static func take(_ outcome: String, key: String? = nil, _ commands: Command...) -> Self {
    .settlement(Effect(.take(outcome, key), commands))
  }
  static let leave = Self.settlement(Effect(.leave))
  static func landing(_ landing: TextTable.Landing, _ commands: Command...) -> Self { .landing(Effect(landing, commands)) }
  static func waiter(_ waiter: String?, _ commands: Command...) -> Self { .waiter(Effect(waiter, commands)) }
  static func count(_ count: Int, _ commands: Command...) -> Self { .count(Effect(count, commands)) }
  static func flag(_ flag: Bool, _ commands: Command...) -> Self { .flag(Effect(flag, commands)) }
  static func waits(_ waits: Bool, _ commands: Command...) -> Self { .waiting(Effect(waits, commands)) }
  static func commands(_ commands: Command...) -> Self { .commands(commands) }

  /// As `Documentation/StateTable.md` writes it.
  var words: String {
    switch self {
    case .arrival(let effect): Self.sentence(Self.word(effect.decision), effect.commands)
    case .settlement(let effect): Self.sentence(Self.word(effect.decision), effect.commands)
    case .returned(.land): "land"
    case .returned(.resume(let waiter, _)): "resume \(waiter == nil ? "nobody" : "1")"
    case .landing(let effect): Self.sentence(Self.word(effect.decision), effect.commands)
    case .waiter(let effect): Self.sentence(effect.decision == nil ? nil : "resume the caller", effect.commands)
    case .count(let effect): Self.sentence("\(effect.decision)", effect.commands)
    case .flag(let effect): Self.sentence(effect.decision ? "yes" : "no", effect.commands)
    case .commands(let commands): Self.sentence(nil, commands)
    case .start(let start): "\(start)"
    case .flight(let flight): flight == nil ? "none" : "the flight"
    case .waiting(let effect): Self.sentence(effect.decision ? "wait" : "go on", effect.commands)
    case .signal(let signal): signal == nil ? "nothing" : "resume it"
    }
  }

  private static func sentence(_ decision: String?, _ commands: [Command]) -> String {
    let words = (decision.map { [$0] } ?? []) + commands.map(word)
    return words.isEmpty ? "nothing" : words.joined(separator: ", ")
  }

  private static func word(_ arrival: TextTable.Arrival) -> String {
    switch arrival {
    case .hash: "ask for the hash"
    case .hashBoth: "ask for both hashes"
    case .refuse: "refuse"
    case .lead: "lead"
    case .queue: "queue"
    case .join: "join"
    case .reuse: "reuse"
    case .runDirectly: "run directly"
    }
  }

  private static func word(_ settlement: TextTable.Settlement) -> String {
    switch settlement {
    case .wait: "wait"
    case .take(_, let key): "take the outcome\(key == nil ? "" : " and the key")"
    case .leave: "leave"
    case .runDirectly(let key, _): "run directly, take the outcome\(key == nil ? "" : " and the key")"
    }
  }

  private static func word(_ landing: TextTable.Landing) -> String {
    let parked = (landing.leader?.waiter == nil ? 0 : 1) + landing.joiners.values.count
    let callers = landing.only != 0 ? "\(parked) (the outcome to one)" : "\(parked)"
    return "resume \(parked == 0 ? "nobody" : callers)"
  }

  private static func word(_ command: Command) -> String {
    switch command {
    case .report(let kind, _, _): "report \(kind)"
    case .land(let landing, _): word(landing)
    case .cancel(let job): "cancel the \(job.hasPrefix("timer") ? "timer" : "operation")"
    case .escalate: "escalate the operation"
    case .signal("idler", _), .signal("watcher", _): "wake the waiter"
    case .signal(_, true): "start the task"
    case .signal(_, false): "drop the task"
    case .schedule: "set a timer"
    case .release(let key, let outcome): "release \(key == nil ? "nothing" : outcome == nil ? "the key" : "the key and the outcome")"
    }
  }
}

extension TextTable.Command {
  static func report(_ kind: FlightEvent.Kind, _ flight: FlightIdentity, _ waiting: Int) -> Self { .report(kind, flight, waiting: waiting) }
}

extension TextTable.Landing {
  /// The key is there where everybody has parked, and nothing keeps the flight.
  static func of(_ leader: TextTable.Caller? = nil, _ joiners: [TextTable.Caller] = [], only: UInt64 = 0, count: Int, key: String? = nil)
    -> Self
  {
    var parked = SerialMap<String>()
    for joiner in joiners { parked.insert(joiner.serial, joiner.waiter) }
    var landing = Self(leader: leader, joiners: parked, only: only, count: count)
    landing.key = key
    return landing
  }
}

extension TextTable.Caller {
  static func parked(_ serial: UInt64, _ waiter: String) -> Self { Self(serial: serial, waiter: waiter) }
  static func unparked(_ serial: UInt64) -> Self { Self(serial: serial, waiter: nil) }
}
