/// For each key the run that is under way, and at most one that waits for it to return.
///
/// A value without locks, tasks or continuations: ``ConflatedControl`` puts those in and carries out what each event returns. A run is named after
/// the call that brought its arguments. Its task exists from that call on, parked at a gate until its turn, so that it has the
/// task-local values and the priority of that call. A key is in the table exactly while a run of it is under way.
@usableFromInline
package struct ConflatedTable<Key: Hashable, Caller, Work, Gate> {
  @usableFromInline
  struct Run {
    @usableFromInline var id: CallID
    @usableFromInline var callers: [CallID: Caller]
    /// `nil` until the run's task is known here.
    @usableFromInline var work: Work?
    /// Of a waiting run, once its task is parked.
    @usableFromInline var gate: Gate?
    /// The highest to which a caller that waits for the run, or for one behind it, was escalated. It outlasts a task that is replaced.
    @usableFromInline var escalation: UInt8 = 0

    @inlinable
    init(id: CallID, callers: [CallID: Caller]) {
      self.id = id
      self.callers = callers
    }

    @inlinable
    mutating func escalate(to priority: UInt8) { escalation = max(escalation, priority) }
  }

  /// Next for `running`: it returns, and the waiting run, if any, takes its place. Without callers it has been cancelled.
  /// Next for `waiting`: it takes the place of `running`, a newer call takes it over, or its last caller leaves. It always has callers.
  @usableFromInline
  struct Lane {
    @usableFromInline var running: Run
    @usableFromInline var waiting: Run?

    @inlinable
    init(running: Run) {
      self.running = running
    }
  }

  @usableFromInline var lanes: [Key: Lane] = [:]

  @inlinable
  package init() {}

  package var count: Int { lanes.count }
  package var capacity: Int { lanes.capacity }

  @usableFromInline
  package enum Arrival {
    /// The caller was cancelled before: nothing runs.
    case refuse
    /// The call was made from inside the run that is under way: it would wait for itself.
    case reenter
    /// Launch the task of a run with the call's arguments; the run that it replaces, if its task is parked here, ends.
    case launch(replacing: Gate?)
  }

  @inlinable
  package mutating func callArrived(
    _ call: CallID,
    key: Key,
    caller: Caller,
    inside lineage: [CallID],
    isCancelled: Bool
  ) -> Arrival {
    if isCancelled { return .refuse }
    guard let index = lanes.index(forKey: key) else {
      lanes[key] = Lane(running: Run(id: call, callers: [call: caller]))
      return .launch(replacing: nil)
    }
    if lineage.contains(lanes.values[index].running.id) { return .reenter }
    let replaced = lanes.values[index].waiting?.gate
    if lanes.values[index].waiting == nil {
      lanes.values[index].waiting = Run(id: call, callers: [call: caller])
    } else {
      lanes.values[index].waiting?.id = call
      lanes.values[index].waiting?.callers[call] = caller
      lanes.values[index].waiting?.work = nil
      lanes.values[index].waiting?.gate = nil
    }
    return .launch(replacing: replaced)
  }

  @usableFromInline
  package enum Launch: Equatable {
    case keep
    /// A caller was escalated before the task was known here: escalate it to this priority.
    case escalate(UInt8)
    /// The run lost its last caller before its task was known here: cancel the task.
    case cancel
  }

  @inlinable
  package mutating func taskLaunched(_ run: CallID, key: Key, work: Work) -> Launch {
    guard let index = lanes.index(forKey: key) else { return .keep }
    if lanes.values[index].running.id == run {
      lanes.values[index].running.work = work
      return lanes.values[index].running.callers.isEmpty ? .cancel : launch(lanes.values[index].running)
    }
    // Else the run has returned, or was replaced or dropped: its task ends by itself.
    guard let waiting = lanes.values[index].waiting, waiting.id == run else { return .keep }
    lanes.values[index].waiting?.work = work
    return launch(waiting)
  }

  @inlinable
  func launch(_ run: Run) -> Launch {
    run.escalation == 0 ? .keep : .escalate(run.escalation)
  }

  @usableFromInline
  package enum Parking: Equatable {
    case run
    case stay
    /// The run was replaced, or its callers have left: it never runs.
    case end
  }

  @inlinable
  package mutating func taskParked(_ run: CallID, key: Key, gate: Gate) -> Parking {
    guard let index = lanes.index(forKey: key) else { return .end }
    if lanes.values[index].running.id == run { return .run }
    guard lanes.values[index].waiting?.id == run else { return .end }
    lanes.values[index].waiting?.gate = gate
    return .stay
  }

  /// A caller to resume with `CancellationError`, and what became of its run if it was the last.
  @usableFromInline
  package struct Departure {
    @usableFromInline package let caller: Caller
    /// The task of the run that is under way, to cancel.
    @usableFromInline package var cancelled: Work?
    /// The gate of the waiting run, which ends without having run.
    @usableFromInline package var ended: Gate?

    @inlinable
    package init(caller: Caller, cancelled: Work? = nil, ended: Gate? = nil) {
      self.caller = caller
      self.cancelled = cancelled
      self.ended = ended
    }
  }

  /// `nil` when the call has not arrived yet (it will see the flag), or has its outcome already.
  @inlinable
  package mutating func callerCancelled(_ call: CallID, key: Key) -> Departure? {
    guard let index = lanes.index(forKey: key) else { return nil }
    if let caller = lanes.values[index].running.callers.removeValue(forKey: call) {
      let isLast = lanes.values[index].running.callers.isEmpty
      return Departure(caller: caller, cancelled: isLast ? lanes.values[index].running.work : nil)
    }
    guard let caller = lanes.values[index].waiting?.callers.removeValue(forKey: call) else { return nil }
    guard let waiting = lanes.values[index].waiting, waiting.callers.isEmpty else { return Departure(caller: caller) }
    lanes.values[index].waiting = nil
    return Departure(caller: caller, ended: waiting.gate)
  }

  /// The tasks to escalate: that of the run which a caller waits for, and of one that this waits for. One that is not known yet is escalated when it is.
  @inlinable
  package mutating func callerEscalated(_ call: CallID, key: Key, to priority: UInt8) -> [Work] {
    guard let index = lanes.index(forKey: key) else { return [] }
    let waits = lanes.values[index].waiting?.callers[call] != nil
    guard waits || lanes.values[index].running.callers[call] != nil else { return [] }
    lanes.values[index].running.escalate(to: priority)
    if waits { lanes.values[index].waiting?.escalate(to: priority) }
    return [lanes.values[index].running.work, waits ? lanes.values[index].waiting?.work : nil].compactMap(\.self)
  }

  @usableFromInline
  package struct Return {
    /// Those who get the outcome.
    @usableFromInline package let callers: [CallID: Caller]
    /// The gate of the next run, to open; `nil` when none waits, or its task is not parked yet, and then it finds its turn when it is.
    @usableFromInline package let next: Gate?
    /// The table's own copy of the key, when it let go of it.
    @usableFromInline package let key: Key?

    @inlinable
    init(callers: [CallID: Caller], next: Gate?, key: Key?) {
      self.callers = callers
      self.next = next
      self.key = key
    }
  }

  @inlinable
  package mutating func runReturned(key: Key) -> Return {
    guard let index = lanes.index(forKey: key) else {
      preconditionFailure("ConflatedTable: runReturned while its key is unknown; equality or hash of the key has changed")
    }
    let callers = lanes.values[index].running.callers
    guard let next = lanes.values[index].waiting else {
      let (key, _) = lanes.remove(at: index)
      lanes.shrink()
      return Return(callers: callers, next: nil, key: key)
    }
    lanes.values[index] = Lane(running: next)
    return Return(callers: callers, next: next.gate, key: nil)
  }
}

extension ConflatedTable.Arrival: Sendable where Gate: Sendable {}
extension ConflatedTable.Arrival: Equatable where Gate: Equatable {}
extension ConflatedTable.Departure: Sendable where Caller: Sendable, Work: Sendable, Gate: Sendable {}
extension ConflatedTable.Departure: Equatable where Caller: Equatable, Work: Equatable, Gate: Equatable {}
extension ConflatedTable.Return: Sendable where Key: Sendable, Caller: Sendable, Gate: Sendable {}
