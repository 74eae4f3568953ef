import Synchronization

/// A monitor that is told the status, and tells it to every reader.
///
/// The source of status that an app already has becomes a ``NetworkMonitor`` by sending to one of these. Statuses sent by several tasks reach
/// every reader in the same order, and a status equal to the one before is no change.
///
/// Nothing is delivered under a lock: readers may come, leave and send from wherever they are resumed. A stream holds the 64 newest of
/// what its reader has not read.
public final class NetworkStatusBroadcaster: NetworkMonitor {
  private typealias Table = BroadcastTable<AsyncStream<NetworkStatus>.Continuation, AsyncStream<Void>.Continuation>

  private let table = Mutex(Table())
  private let readers = Atomic<UInt64>(0)

  /// A broadcaster whose status is not known yet.
  public init() {}

  deinit {
    finish()
  }

  /// Sets the current status; each reader gets it if it differs from the one before.
  public func send(_ status: NetworkStatus) {
    fulfil(table.withLock { $0.statusSent(status) })
  }

  /// Ends every stream after what has been sent, and those still to come after the current status. What is sent later is ignored.
  public func finish() {
    fulfil(table.withLock { $0.finished() })
  }

  public func statusUpdates() async -> AsyncStream<NetworkStatus> {
    stream { reader, id in table.withLock { $0.statusReaderArrived(reader, id: id) } }
  }

  public func connectionRestored() async -> AsyncStream<Void> {
    stream { reader, id in table.withLock { $0.returnReaderArrived(reader, id: id) } }
  }

  /// How many streams have a reader.
  package var readerCount: Int { table.withLock { $0.readerCount } }

  private func stream<Element: Sendable>(
    _ register: (AsyncStream<Element>.Continuation, UInt64) -> Table.Duty
  ) -> AsyncStream<Element> {
    let id = readers.add(1, ordering: .relaxed).newValue
    let (stream, reader) = AsyncStream.makeStream(of: Element.self, bufferingPolicy: .bufferingNewest(64))
    reader.onTermination = { [weak self] _ in
      _ = self?.table.withLock { $0.readerLeft(id) }
    }
    fulfil(register(reader, id))
    return stream
  }

  private func fulfil(_ duty: Table.Duty) {
    guard duty == .deliver else { return }
    while case let deliveries = table.withLock({ $0.takeDeliveries() }), !deliveries.isEmpty {
      for delivery in deliveries {
        switch delivery {
        case .status(let status, let readers): for reader in readers { reader.yield(status) }
        case .restored(let readers): for reader in readers { reader.yield() }
        case .end(let statusReaders, let returnReaders):
          for reader in statusReaders { reader.finish() }
          for reader in returnReaders { reader.finish() }
        }
      }
    }
  }
}
