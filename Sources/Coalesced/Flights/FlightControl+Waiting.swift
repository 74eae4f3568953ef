/// The wait of a caller.
extension FlightControl {
  /// Waits for the delivery of a caller that has arrived. The flight is escalated with the caller.
  ///
  /// The cancellation handler is the outer one. An executor that runs jobs at once lets a caller that leaves go on inside its handler: what was
  /// installed in it is then gone already, and the runtime has no other handler to go to after it.
  @inlinable
  nonisolated(nonsending) func delivery(to caller: borrowing WaitingCaller) async -> Delivery<Storage.Outcome> {
    await withTaskCancellationHandler {
      // On no actor, as the closure of a handler is: nothing hops back to park.
      guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else {
        return await withUnsafeContinuation(isolation: nil) { park(caller, $0) }
      }
      return await withTaskPriorityEscalationHandler {
        await withUnsafeContinuation(isolation: nil) { park(caller, $0) }
      } onPriorityEscalated: { _, priority in
        escalate(caller, to: priority)
      }
    } onCancel: {
      leave(caller)
    }
  }

  /// The caller can be resumed from now on. It is resumed once: by whoever takes the waiter out of the table or, where
  /// something was decided already, here.
  @inlinable
  @inline(never)
  func park(_ caller: borrowing WaitingCaller, _ continuation: Storage.Waiter) {
    // Read when the handler of escalations is there, which tells of later ones only.
    let priority = Task.currentPriority.rawValue
    let (settlement, commands) = event {
      let effect = $0.callerParked(caller.arrived.identity, waiter: continuation, priority: priority)
      return (effect.decision, effect.issued)
    }
    carryOut(commands, changesStack: caller.arrived.changesStack)
    switch settlement {
    case .wait: group?.onSuspension?()
    case .take(let outcome, _): continuation.resume(returning: .outcome(outcome))
    case .leave: continuation.resume(returning: .leave)
    case .runDirectly: continuation.resume(returning: .runDirectly)
    }
  }

  /// Brings what was delivered to `outcome`: nothing to a caller that left. False where the caller runs its operation itself,
  /// which one does not that was cancelled and has waited for the landing.
  @inlinable
  @inline(never)
  func end(_ caller: borrowing WaitingCaller, with delivery: Delivery<Storage.Outcome>, _ outcome: inout Storage.Outcome?) -> Bool {
    if caller.arrived.enclosing != 0 { event { $0.nestedCallEnded(caller.arrived.identity, in: caller.arrived.enclosing) } }
    switch delivery {
    case .outcome(let landed): outcome = landed
    case .leave: break
    case .runDirectly: return !caller.leaves && Task.isCancelled
    }
    return true
  }

  /// The caller's task was cancelled. Before the caller has parked there is nobody to resume; it finds out when it does.
  @inlinable
  @inline(never)
  func leave(_ caller: borrowing WaitingCaller) {
    guard caller.leaves else { return }
    let effect = event { $0.callerCancelled(caller.arrived.identity) }
    // Resumed last: the task cannot go on while this handler runs, and would block a thread until it has returned. Or it goes on here, where an
    // executor runs jobs at once: nothing of the caller, and perhaps of the scope, is there after it.
    carryOut(effect.issued, changesStack: caller.arrived.changesStack)
    effect.decision?.resume(returning: .leave)
  }

  /// The caller's task was escalated, and its flight with it. The caller, and the scope with it, may be gone when that is carried out: nothing of
  /// both after it.
  @inlinable
  @inline(never)
  func escalate(_ caller: borrowing WaitingCaller, to priority: TaskPriority) {
    let commands = event { $0.callerEscalated(caller.arrived.identity, to: priority.rawValue) }
    carryOut(commands, changesStack: caller.arrived.changesStack)
  }

  @inlinable
  func carryOut(_ commands: [Table.Command]?, changesStack: Bool) {
    guard let commands, !commands.isEmpty else { return }
    guard changesStack else { return perform(commands) }
    Task.detached { self.perform(commands) }
  }
}
