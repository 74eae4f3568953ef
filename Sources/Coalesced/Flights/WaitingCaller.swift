/// A caller that waits, as one pointer for the handlers of its task.
@usableFromInline
final class WaitingCaller<Key: Hashable & Sendable, Output: Sendable>: Sendable {
  @usableFromInline typealias Control = FlightControl<Key, Output>

  @usableFromInline let control: Control
  @usableFromInline let caller: CallerIdentity
  /// The flight of its scope whose operation makes the call.
  @usableFromInline let enclosing: FlightIdentity?
  /// Its priority when it arrived.
  @usableFromInline let priority: UInt8
  /// That of the operation that makes the call; -1 outside of operations.
  @usableFromInline let level: Int32

  @inlinable
  init(_ caller: CallerIdentity, _ call: Control.Table.Call, level: Int, in control: Control) {
    self.control = control
    self.caller = caller
    self.enclosing = call.enclosing
    self.priority = call.priority
    self.level = Int32(truncatingIfNeeded: level)
  }

  /// Waits for the delivery of a caller that has arrived. The flight is escalated with the caller.
  ///
  /// The cancellation handler is the outer one. An executor that runs jobs at once lets a caller that leaves go on inside its handler: what was
  /// installed in it is then gone already, and the runtime has no other handler to go to after it.
  @inlinable
  nonisolated(nonsending) func delivery() async -> Control.Ending {
    ended(
      with: await withTaskCancellationHandler {
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
    )
  }

  /// The caller can be resumed from now on. It is resumed once: by whoever takes the waiter out of the table or, where
  /// something was decided already, here.
  @inlinable
  @inline(never)
  func park(_ continuation: FlightStorage<Key, Output>.Waiter) {
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

  @inlinable
  @inline(never)
  func ended(with delivery: Delivery<FlightStorage<Key, Output>.Outcome>) -> Control.Ending {
    if let enclosing { control.event { $0.nestedCallEnded(caller, in: enclosing) } }
    switch delivery {
    case .outcome(let outcome): return .take(outcome)
    case .leave: return .leave
    case .runDirectly: return .runDirectly
    }
  }

  /// The caller's task was cancelled. Before the caller has parked there is nobody to resume; it finds out when it does.
  @inlinable
  @inline(never)
  func leave() {
    guard control.callersLeave else { return }
    let effect = control.event { $0.callerCancelled(caller) }
    // Resumed last: the task cannot go on while this handler runs, and would block a thread until it has returned.
    carryOut(effect.issued)
    effect.decision?.resume(returning: .leave)
  }

  /// The caller's task was escalated, and its flight with it.
  @usableFromInline
  func escalate(to priority: TaskPriority) {
    carryOut(control.event { $0.callerEscalated(caller, to: priority.rawValue) })
  }

  /// Cancelling or escalating a flight tells the callers that its operation has made, who may be the last of their flights, and so
  /// on: every 64th level goes on from a stack of its own.
  @inlinable
  func carryOut(_ commands: [Control.Table.Command]?) {
    guard let commands else { return }
    guard level & 63 == 63, level >= 0 else { return control.perform(commands) }
    Task.detached { [control] in control.perform(commands) }
  }
}
