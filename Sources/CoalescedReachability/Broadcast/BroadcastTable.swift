/// The status, who reads it, and what is still to be delivered to whom.
///
/// A value without locks or streams: ``NetworkStatusBroadcaster`` puts those in. Every event that has something to say puts it into one outbox,
/// addressed to those who were reading at that moment, and one deliverer at a time empties it: so everybody gets everything in the order of the
/// events, and nothing is delivered under the lock.
package struct BroadcastTable<StatusReader, ReturnReader> {
  package enum Delivery {
    case status(NetworkStatus, to: [StatusReader])
    case restored(to: [ReturnReader])
    case end([StatusReader], [ReturnReader])
  }

  private var status: NetworkStatus?
  private var isFinished = false
  private var statusReaders: [UInt64: StatusReader] = [:]
  private var returnReaders: [UInt64: ReturnReader] = [:]
  private var outbox: [Delivery] = []
  /// Set from the event that found the outbox unattended until the deliverer found it empty.
  private var isDelivering = false

  package init() {}

  package var readerCount: Int { statusReaders.count + returnReaders.count }

  package enum Duty: Equatable, Sendable {
    case none
    /// Whoever caused the event delivers, until nothing is left.
    case deliver
  }

  package mutating func statusSent(_ new: NetworkStatus) -> Duty {
    guard !isFinished, new != status else { return .none }
    let isReturn = status.map { !$0.isSatisfied && new.isSatisfied } ?? false
    status = new
    if !statusReaders.isEmpty { outbox.append(.status(new, to: Array(statusReaders.values))) }
    if isReturn, !returnReaders.isEmpty { outbox.append(.restored(to: Array(returnReaders.values))) }
    return duty()
  }

  package mutating func statusReaderArrived(_ reader: StatusReader, id: UInt64) -> Duty {
    if let status { outbox.append(.status(status, to: [reader])) }
    if isFinished { outbox.append(.end([reader], [])) } else { statusReaders[id] = reader }
    return duty()
  }

  package mutating func returnReaderArrived(_ reader: ReturnReader, id: UInt64) -> Duty {
    if isFinished { outbox.append(.end([], [reader])) } else { returnReaders[id] = reader }
    return duty()
  }

  /// What the table held for a reader that stopped reading; nothing when its stream ended from here.
  package mutating func readerLeft(_ id: UInt64) -> (StatusReader?, ReturnReader?) {
    (statusReaders.removeValue(forKey: id), returnReaders.removeValue(forKey: id))
  }

  package mutating func finished() -> Duty {
    guard !isFinished else { return .none }
    isFinished = true
    outbox.append(.end(Array(statusReaders.values), Array(returnReaders.values)))
    statusReaders = [:]
    returnReaders = [:]
    return duty()
  }

  /// The next things to deliver, in order; none releases the deliverer of its duty.
  package mutating func takeDeliveries() -> [Delivery] {
    isDelivering = !outbox.isEmpty
    defer { outbox = [] }
    return outbox
  }

  private mutating func duty() -> Duty {
    if isDelivering || outbox.isEmpty { return .none }
    isDelivering = true
    return .deliver
  }
}

extension BroadcastTable.Delivery: Sendable where StatusReader: Sendable, ReturnReader: Sendable {}
extension BroadcastTable.Delivery: Equatable where StatusReader: Equatable, ReturnReader: Equatable {}
