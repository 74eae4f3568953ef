/// A caller that waits, for the handlers of its task. Not copyable: they refer to this one, in the frame of its call, and none of them
/// holds a copy.
@usableFromInline
struct WaitingCaller<Key: Hashable & Sendable, Output: Sendable>: ~Copyable, Sendable {
  @usableFromInline typealias Control = FlightControl<Key, Output>
  @usableFromInline typealias Storage = FlightStorage<Key, Output>

  @usableFromInline let control: Control
  @usableFromInline let caller: CallerIdentity
  /// Its priority when it arrived.
  @usableFromInline let priority: UInt8
  /// Whether what its leave or escalation asks for goes on from a stack of its own: every 64th level of operations.
  @usableFromInline let changesStack: Bool
  /// The serial number of the flight of its scope whose operation makes the call; 0 where there is none.
  @usableFromInline let enclosing: UInt64

  /// - Parameter level: That of the operation that makes the call; -1 outside of operations.
  @inlinable
  init(_ caller: CallerIdentity, _ call: Control.Table.Call, level: Int, in control: Control) {
    self.control = control
    self.caller = caller
    self.priority = call.priority
    // Cancelling or escalating a flight tells the callers that its operation has made, who may be the last of their flights, and so on.
    self.changesStack = level >= 0 && level & 63 == 63
    self.enclosing = call.enclosing?.serial ?? 0
  }

  /// Waits for the delivery of a caller that has arrived. The flight is escalated with the caller.
  ///
  /// The cancellation handler is the outer one. An executor that runs jobs at once lets a caller that leaves go on inside its handler: what was
  /// installed in it is then gone already, and the runtime has no other handler to go to after it.
  @inlinable
  borrowing nonisolated(nonsending) func delivery() async -> Delivery<Storage.Outcome> {
    await withTaskCancellationHandler {
      // On no actor, as the closure of a handler is: nothing hops back to park.
      guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else {
        return await withUnsafeContinuation(isolation: nil) { park($0) }
      }
      return await withTaskPriorityEscalationHandler {
        await withUnsafeContinuation(isolation: nil) { park($0) }
      } onPriorityEscalated: { _, priority in
        escalate(to: priority)
      }
    } onCancel: {
      leave()
    }
  }

  /// The caller can be resumed from now on. It is resumed once: by whoever takes the waiter out of the table or, where
  /// something was decided already, here.
  @inlinable
  @inline(never)
  borrowing func park(_ continuation: Storage.Waiter) {
    // The handler of escalations is there by now, and tells of later ones only.
    let current = Task.currentPriority
    if current.rawValue > priority { escalate(to: current) }
    switch control.event({ $0.callerParked(caller, waiter: continuation) }) {
    case .wait: break
    case .take(let outcome, _): continuation.resume(returning: .outcome(outcome))
    case .leave: continuation.resume(returning: .leave)
    case .runDirectly: continuation.resume(returning: .runDirectly)
    }
  }

  /// Brings what was delivered to `outcome`: nothing to a caller that left. False where the caller runs its operation itself.
  @inlinable
  @inline(never)
  borrowing func end(with delivery: Delivery<Storage.Outcome>, _ outcome: inout Storage.Outcome?) -> Bool {
    if enclosing != 0 { control.event { $0.nestedCallEnded(caller, in: enclosing) } }
    switch delivery {
    case .outcome(let landed): outcome = landed
    case .leave: break
    case .runDirectly: return false
    }
    return true
  }

  /// The caller's task was cancelled. Before the caller has parked there is nobody to resume; it finds out when it does.
  @inlinable
  @inline(never)
  borrowing func leave() {
    guard control.callersLeave else { return }
    let effect = control.event { $0.callerCancelled(caller) }
    // Resumed last: the task cannot go on while this handler runs, and would block a thread until it has returned. Or it goes on here, where
    // an executor runs jobs at once: nothing of `self` is there after it.
    carryOut(effect.issued)
    effect.decision?.resume(returning: .leave)
  }

  /// The caller's task was escalated, and its flight with it. The caller may be gone when that is carried out: nothing of `self` after it.
  @inlinable
  @inline(never)
  borrowing func escalate(to priority: TaskPriority) {
    carryOut(control.event { $0.callerEscalated(caller, to: priority.rawValue) })
  }

  @inlinable
  borrowing func carryOut(_ commands: [Control.Table.Command]?) {
    guard let commands else { return }
    guard changesStack else { return control.perform(commands) }
    Task.detached { [control] in control.perform(commands) }
  }
}
