/// A number of permits, and the calls that wait for one.
///
/// A value without locks or continuations: its owner puts those in and carries out what each event returns. A permit passes from
/// the call that returns it straight to the first that waits, in one event, so it is never free while somebody waits.
package struct AdmissionTable<Waiter> {
  package typealias Place = WaitingLine<Waiter?>.Place

  private let permits: Int
  /// Permits that are out.
  package private(set) var running = 0
  /// Calls that wait; `nil` stands for one that has its place but has not suspended yet.
  private var line = WaitingLine<Waiter?>()
  /// Calls that got their permit before they suspended, and do not know it yet.
  private var grantedEarly: Set<CallID> = []

  package init(permits: Int) {
    self.permits = permits
  }

  package var waiting: Int { line.count }

  package enum Arrival: Equatable, Sendable {
    case run
    /// The call has its place in the line: let it suspend.
    case wait(Place)
  }

  package mutating func callArrived(_ call: CallID, priority: UInt8 = 0) -> Arrival {
    guard running == permits else {
      running += 1
      return .run
    }
    return .wait(line.append(nil, call: call, priority: priority))
  }

  package enum Suspension: Equatable, Sendable {
    case stay
    /// The permit was granted in the meantime.
    case run
    /// The call left in the meantime.
    case leave
  }

  package mutating func callSuspended(_ place: Place, waiter: Waiter) -> Suspension {
    if grantedEarly.remove(place.call) != nil { return .run }
    return line.update(place, with: waiter) ? .stay : .leave
  }

  /// The waiter to resume with `CancellationError`; `nil` when it has not suspended yet, and then it will be told to leave, or when
  /// it has its permit already.
  package mutating func callerCancelled(_ place: Place) -> Waiter? {
    line.remove(place).flatMap { $0 }
  }

  package mutating func callerEscalated(_ place: Place, to priority: UInt8) {
    line.raise(place, to: priority)
  }

  package struct Grant {
    package let call: CallID
    /// `nil` when the call has not suspended yet: it finds its permit when it does.
    package let waiter: Waiter?
  }

  /// The call that has the permit now; `nil` when nobody waits for it.
  package mutating func permitReturned() -> Grant? {
    precondition(running > 0, "AdmissionTable: permitReturned while no permit is out")
    guard let (call, waiter) = line.popFirst() else {
      running -= 1
      return nil
    }
    if waiter == nil { grantedEarly.insert(call) }
    return Grant(call: call, waiter: waiter)
  }
}

extension AdmissionTable.Grant: Sendable where Waiter: Sendable {}
