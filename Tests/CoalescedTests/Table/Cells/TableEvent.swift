import Coalesced

typealias TextTable = FlightTable<String, String, String, String, String>

/// One event of the table, with strings for what the table holds. Every key has the same hash, where it has one.
enum TableEvent: Sendable {
  case arrive(
    on: String = "k",
    joining: FlightPolicy.Joining = .current,
    priority: UInt8 = 0,
    inside: FlightIdentity? = nil,
    isCancelled: Bool = false,
    isHashed: Bool = true
  )
  case hash(FlightIdentity)
  case launch(CallerIdentity, String, priority: UInt8 = 20)
  case park(CallerIdentity, String, priority: UInt8 = 20)
  case leave(CallerIdentity)
  case escalate(CallerIdentity, UInt8)
  case parkTask(FlightIdentity, String)
  case land(FlightIdentity, String = "value", succeeded: Bool = true, isShared: Bool = true)
  case `return`(FlightIdentity, String = "value", succeeded: Bool = true)
  case cancel(String = "k")
  case cancelAll
  case forget(String = "k")
  case forgetAll
  case timerStarted(FlightIdentity, UInt64, String = "timer")
  case timerEnded(FlightIdentity, UInt64)
  case look(String = "k")
  case watch(FlightIdentity, isCancelled: Bool = false, inside: FlightIdentity? = nil)
  case unwatch(FlightIdentity)
  case idle(isCancelled: Bool = false, inside: FlightIdentity? = nil)
  case unidle
  case nestedEnded(CallerIdentity, inside: FlightIdentity)
  /// Not an event of its own: the time of those that follow.
  case advance(Duration)

  /// The number of the one watcher or idler of a history: no flight and no timer gets that far.
  static let bystander: UInt64 = 90

  func apply(to table: inout TextTable) -> TableAnswer {
    switch self {
    case .arrive(let key, let joining, let priority, let enclosing, let isCancelled, let isHashed):
      let call = TextTable.Call(priority: priority, joining: joining, enclosing: enclosing)
      return .arrival(table.callerArrived(for: key, hash: isHashed ? 0 : nil, isCancelled: isCancelled, call: call))
    case .hash(let flight):
      table.keyHashed(of: flight, hash: 0)
      return .commands([])
    case .launch(let caller, let job, let priority): return .settlement(table.operationLaunched(by: caller, job: job, priority: priority))
    case .park(let caller, let waiter, let priority):
      return .settlement(table.callerParked(caller, waiter: waiter, priority: priority))
    case .leave(let caller): return .waiter(table.callerCancelled(caller))
    case .escalate(let caller, let priority): return .commands(table.callerEscalated(caller, to: priority))
    case .parkTask(let flight, let signal): return .start(table.operationParked(flight, signal: signal))
    case .land(let flight, let outcome, let succeeded, let isShared):
      return .landing(table.operationLanded(flight, outcome: outcome, succeeded: succeeded, isShared: isShared))
    case .return(let flight, let outcome, let succeeded):
      return .returned(table.operationReturned(flight, outcome: outcome, succeeded: succeeded))
    case .cancel(let key): return .count(table.keyCancelled(key, hash: 0, outcome: "cancelled"))
    case .cancelAll: return .count(table.allCancelled(outcome: "cancelled"))
    case .forget(let key): return .flag(table.keyForgotten(key, hash: 0))
    case .forgetAll: return .count(table.allForgotten())
    case .timerStarted(let flight, let number, let job): return .commands(table.timerStarted(flight, number: number, job: job))
    case .timerEnded(let flight, let number): return .commands(table.timerEnded(flight, number: number))
    case .look(let key): return .flight(table.flightToWatch(for: key, hash: 0))
    case .watch(let flight, let isCancelled, let enclosing):
      return .waiting(
        table.flightWatched(flight, number: Self.bystander, isCancelled: isCancelled, inside: enclosing, signal: "watcher")
      )
    case .unwatch(let flight): return .signal(table.watcherCancelled(flight, number: Self.bystander))
    case .idle(let isCancelled, let enclosing):
      return .waits(table.idleAwaited(number: Self.bystander, isCancelled: isCancelled, inside: enclosing, signal: "idler"))
    case .unidle: return .signal(table.idlerCancelled(number: Self.bystander))
    case .nestedEnded(let caller, let enclosing):
      table.nestedCallEnded(caller, in: enclosing.serial)
      return .commands([])
    case .advance(let duration):
      table.now += duration
      return .commands([])
    }
  }
}
