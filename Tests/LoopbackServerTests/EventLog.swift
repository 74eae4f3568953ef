import Synchronization

/// What happened, in order.
final class EventLog: Sendable {
  private let entries = Mutex<[String]>([])

  var events: [String] { entries.withLock { $0 } }

  func append(_ event: String) {
    entries.withLock { $0.append(event) }
  }
}
