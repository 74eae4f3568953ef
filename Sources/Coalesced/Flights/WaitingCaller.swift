/// A caller that waits, as one pointer for the handlers of its task.
///
/// Held by value in each handler it would cost every waiting caller another kilobyte: its frames would no longer fit into
/// the first slab of its task's memory.
@usableFromInline
final class WaitingCaller<Key: Hashable & Sendable, Output: Sendable>: Sendable {
  @usableFromInline let control: FlightControl<Key, Output>
  @usableFromInline let caller: CallerIdentity

  @inlinable
  init(_ caller: CallerIdentity, in control: FlightControl<Key, Output>) {
    self.control = control
    self.caller = caller
  }

  /// The caller can be resumed from now on. It is resumed once: by whoever takes the waiter out of the table or, where
  /// something was decided already, here.
  @inlinable
  @inline(never)
  func park(_ continuation: FlightStorage<Key, Output>.Waiter) {
    switch control.event({ $0.callerParked(caller, waiter: continuation) }) {
    case .wait: break
    case .take(let outcome, _): continuation.resume(returning: .outcome(outcome))
    case .leave: continuation.resume(returning: .leave)
    case .runDirectly: continuation.resume(returning: .runDirectly)
    }
  }

  /// The caller's task was cancelled. Before the caller has parked there is nobody to resume; it finds out when it does.
  @inlinable
  @inline(never)
  func leave() {
    guard control.callersLeave else { return }
    let effect = control.event { $0.callerCancelled(caller) }
    control.carryOut(effect.issued)
    effect.decision?.resume(returning: .leave)
  }

  /// The caller's task was escalated, and its flight with it.
  @usableFromInline
  func escalate(to priority: TaskPriority) {
    control.carryOut(control.event { $0.callerEscalated(caller, to: priority.rawValue) })
  }
}
