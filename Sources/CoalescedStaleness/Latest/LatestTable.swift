/// The newest call of each key, until its operation returns, its caller leaves or a newer call takes its place.
///
/// A value without locks, tasks or continuations: ``LatestControl`` puts those in and carries out what each event returns.
/// A call leaves the table in exactly one event, and with it leaves everything that the table held for it.
@usableFromInline
package struct LatestTable<Key: Hashable, Caller, Work> {
  @usableFromInline
  struct Call {
    @usableFromInline let generation: Generation
    @usableFromInline let caller: Caller
    /// `nil` between the arrival and the start of the operation's task.
    @usableFromInline var work: Work?

    @inlinable
    init(generation: Generation, caller: Caller) {
      self.generation = generation
      self.caller = caller
    }
  }

  /// A call that is in the table no more.
  @usableFromInline
  package struct Departure {
    @usableFromInline package let caller: Caller
    @usableFromInline package let work: Work?
    /// The table's own copy of the key, when it let go of it.
    @usableFromInline package let key: Key?

    @inlinable
    package init(caller: Caller, work: Work?, key: Key?) {
      self.caller = caller
      self.work = work
      self.key = key
    }
  }

  @usableFromInline var calls: [Key: Call] = [:]

  @inlinable
  package init() {}

  package var count: Int { calls.count }
  package var capacity: Int { calls.capacity }

  @usableFromInline
  package enum Arrival {
    /// The caller was cancelled before: nothing starts.
    case refuse
    /// Start the operation; the call that it supersedes, if any, gets its error and is cancelled.
    case start(superseding: Departure?)
  }

  @inlinable
  package mutating func callArrived(_ generation: Generation, key: Key, caller: Caller, isCancelled: Bool) -> Arrival {
    if isCancelled { return .refuse }
    let superseded = calls.updateValue(Call(generation: generation, caller: caller), forKey: key)
    return .start(superseding: superseded.map { Departure(caller: $0.caller, work: $0.work, key: nil) })
  }

  @usableFromInline
  package enum Start: Equatable {
    case keep
    /// The call was superseded, left or landed before its task was known here: cancel the task.
    case cancel
  }

  @inlinable
  package mutating func operationStarted(_ generation: Generation, key: Key, work: Work) -> Start {
    guard let index = index(of: generation, key: key) else { return .cancel }
    calls.values[index].work = work
    return .keep
  }

  /// The call to resume with the operation's outcome; `nil` when it was superseded or left first, and the outcome is dropped.
  @inlinable
  package mutating func operationReturned(_ generation: Generation, key: Key) -> Departure? {
    remove(generation, key: key)
  }

  /// The call to resume with `CancellationError`; `nil` when it has not arrived yet (it will see the flag) or is gone already.
  @inlinable
  package mutating func callerCancelled(_ generation: Generation, key: Key) -> Departure? {
    remove(generation, key: key)
  }

  /// The task to escalate; `nil` when there is none or no more.
  @inlinable
  package func callerEscalated(_ generation: Generation, key: Key) -> Work? {
    index(of: generation, key: key).flatMap { calls.values[$0].work }
  }

  @inlinable
  func index(of generation: Generation, key: Key) -> Dictionary<Key, Call>.Index? {
    guard let index = calls.index(forKey: key), calls.values[index].generation == generation else { return nil }
    return index
  }

  @inlinable
  mutating func remove(_ generation: Generation, key: Key) -> Departure? {
    guard let index = index(of: generation, key: key) else { return nil }
    let (key, call) = calls.remove(at: index)
    calls.shrink()
    return Departure(caller: call.caller, work: call.work, key: key)
  }
}

extension LatestTable.Departure: Sendable where Key: Sendable, Caller: Sendable, Work: Sendable {}
extension LatestTable.Departure: Equatable where Caller: Equatable, Work: Equatable {}
extension LatestTable.Arrival: Sendable where Key: Sendable, Caller: Sendable, Work: Sendable {}
extension LatestTable.Arrival: Equatable where Caller: Equatable, Work: Equatable {}
