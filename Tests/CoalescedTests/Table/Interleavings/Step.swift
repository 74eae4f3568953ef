import Coalesced

/// One step of one actor: one critical section, or something that happens between two.
enum Step: Hashable, CustomStringConvertible {
  case arrive(Int)
  case hash(Int)
  case launch(Int)
  case park(Int)
  case flag(Int)
  case handle(Int)
  case escalate(Int)
  case endNested(Int)
  case parkTask(FlightIdentity)
  case land(FlightIdentity)
  case startTimer(UInt64)
  case endTimer(UInt64)
  case act(Int)
  case look(Int)
  case watch(Int)
  case flagBystander(Int)
  case handleBystander(Int)

  var description: String {
    switch self {
    case .arrive(let caller): "caller \(caller) arrives"
    case .hash(let caller): "caller \(caller) has hashed the key of the only flight"
    case .launch(let caller): "caller \(caller) has made the task of its flight"
    case .park(let caller): "caller \(caller) parks"
    case .flag(let caller): "caller \(caller) is cancelled"
    case .handle(let caller): "the cancellation handler of caller \(caller) runs"
    case .escalate(let caller): "caller \(caller) is escalated"
    case .endNested(let caller): "the nested call \(caller) is over"
    case .parkTask(let flight): "the task of flight \(flight.serial) parks"
    case .land(let flight): "the operation of flight \(flight.serial) returns"
    case .startTimer(let number): "timer \(number) is known"
    case .endTimer(let number): "timer \(number) ends"
    case .act(let act): "act \(act) of the owner"
    case .look(let bystander): "bystander \(bystander) looks for a flight"
    case .watch(let bystander): "bystander \(bystander) begins to wait"
    case .flagBystander(let bystander): "bystander \(bystander) is cancelled"
    case .handleBystander(let bystander): "the cancellation handler of bystander \(bystander) runs"
    }
  }
}
