/// One queue per key: who runs, and who waits.
///
/// A value without locks or continuations: ``QueueControl`` puts those in and carries out what each event returns. A key is in the table
/// exactly while an operation of it is admitted.
package struct QueueTable<Key: Hashable, Waiter> {
  package typealias Place = AdmissionTable<Waiter>.Place

  private struct Queue {
    /// The call whose operation runs, or is about to.
    var holder: CallID
    var admission = AdmissionTable<Waiter>(permits: 1)
  }

  private var queues: [Key: Queue] = [:]

  package init() {}

  package var count: Int { queues.count }
  package var capacity: Int { queues.capacity }

  package enum Arrival: Equatable, Sendable {
    /// The call was made from inside the operation that runs: it would wait for itself.
    case reenter
    case run
    case wait(Place)
  }

  package mutating func callArrived(_ call: CallID, key: Key, inside lineage: [CallID]) -> Arrival {
    if let holder = queues[key]?.holder, lineage.contains(holder) { return .reenter }
    switch queues[key, default: Queue(holder: call)].admission.callArrived(call) {
    case .run: return .run
    case .wait(let place): return .wait(place)
    }
  }

  package mutating func callSuspended(_ place: Place, key: Key, waiter: Waiter) -> AdmissionTable<Waiter>.Suspension {
    queues[key]?.admission.callSuspended(place, waiter: waiter) ?? .leave
  }

  /// The waiter to resume with `CancellationError`; `nil` as for ``AdmissionTable/callerCancelled(_:)``.
  package mutating func callerCancelled(_ place: Place, key: Key) -> Waiter? {
    queues[key]?.admission.callerCancelled(place)
  }

  package enum Return {
    /// The next call runs; `nil` when it has not suspended yet, and then it finds its turn when it does.
    case passOn(Waiter?)
    /// Nobody waits: the queue is gone, and this was the table's own copy of its key.
    case close(Key)
  }

  package mutating func operationReturned(key: Key) -> Return {
    guard let index = queues.index(forKey: key) else {
      preconditionFailure("QueueTable: operationReturned while its key is unknown; equality or hash of the key has changed")
    }
    if let grant = queues.values[index].admission.permitReturned() {
      queues.values[index].holder = grant.call
      return .passOn(grant.waiter)
    }
    let (key, _) = queues.remove(at: index)
    queues.shrink()
    return .close(key)
  }
}

extension QueueTable.Return: Sendable where Key: Sendable, Waiter: Sendable {}
extension QueueTable.Return: Equatable where Waiter: Equatable {}
