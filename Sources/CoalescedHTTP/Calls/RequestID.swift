import Synchronization

/// Names one call, so that it can be cancelled from elsewhere. Each one made is different from all others of the process.
public struct RequestID: Hashable, Sendable {
  private static let last = Mutex<UInt64>(0)

  private let serial: UInt64

  public init() {
    serial = Self.last.withLock { last in
      last += 1
      return last
    }
  }
}
