/// The newest call of each key, until its operation returns, its caller leaves or a newer call takes its place.
///
/// A value without locks, tasks or continuations: ``LatestControl`` puts those in and carries out what each event returns.
/// A call leaves the table in exactly one event, and with it leaves everything that the table held for it.
package struct LatestTable<Key: Hashable, Caller, Work> {
  private struct Call {
    let generation: Generation
    let caller: Caller
    /// `nil` between the arrival and the start of the operation's task.
    var work: Work?
  }

  /// A call that is in the table no more.
  package struct Departure {
    package let caller: Caller
    package let work: Work?
    /// The table's own copy of the key, when it let go of it.
    package let key: Key?

    package init(caller: Caller, work: Work?, key: Key?) {
      self.caller = caller
      self.work = work
      self.key = key
    }
  }

  private var calls: [Key: Call] = [:]

  package init() {}

  package var count: Int { calls.count }

  package enum Arrival {
    /// The caller was cancelled before: nothing starts.
    case refuse
    /// Start the operation; the call that it supersedes, if any, gets its error and is cancelled.
    case start(superseding: Departure?)
  }

  package mutating func callArrived(_ generation: Generation, key: Key, caller: Caller, isCancelled: Bool) -> Arrival {
    if isCancelled { return .refuse }
    let superseded = calls.updateValue(Call(generation: generation, caller: caller), forKey: key)
    return .start(superseding: superseded.map { Departure(caller: $0.caller, work: $0.work, key: nil) })
  }

  package enum Start: Equatable {
    case keep
    /// The call was superseded, left or landed before its task was known here: cancel the task.
    case cancel
  }

  package mutating func operationStarted(_ generation: Generation, key: Key, work: Work) -> Start {
    guard let index = index(of: generation, key: key) else { return .cancel }
    calls.values[index].work = work
    return .keep
  }

  /// The call to resume with the operation's outcome; `nil` when it was superseded or left first, and the outcome is dropped.
  package mutating func operationReturned(_ generation: Generation, key: Key) -> Departure? {
    remove(generation, key: key)
  }

  /// The call to resume with `CancellationError`; `nil` when it has not arrived yet (it will see the flag) or is gone already.
  package mutating func callerCancelled(_ generation: Generation, key: Key) -> Departure? {
    remove(generation, key: key)
  }

  /// The task to escalate; `nil` when there is none or no more.
  package func callerEscalated(_ generation: Generation, key: Key) -> Work? {
    index(of: generation, key: key).flatMap { calls.values[$0].work }
  }

  private func index(of generation: Generation, key: Key) -> Dictionary<Key, Call>.Index? {
    guard let index = calls.index(forKey: key), calls.values[index].generation == generation else { return nil }
    return index
  }

  private mutating func remove(_ generation: Generation, key: Key) -> Departure? {
    guard let index = index(of: generation, key: key) else { return nil }
    let (key, call) = calls.remove(at: index)
    return Departure(caller: call.caller, work: call.work, key: key)
  }
}

extension LatestTable.Departure: Sendable where Key: Sendable, Caller: Sendable, Work: Sendable {}
extension LatestTable.Departure: Equatable where Caller: Equatable, Work: Equatable {}
extension LatestTable.Arrival: Sendable where Key: Sendable, Caller: Sendable, Work: Sendable {}
extension LatestTable.Arrival: Equatable where Caller: Equatable, Work: Equatable {}
