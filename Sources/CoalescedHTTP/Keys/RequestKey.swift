/// Which requests are the same request: two with equal keys may be answered by one response.
///
/// A key holds the method, the normalized URL, the identity, and the header fields that count, each as its own part and
/// compared byte for byte; of a `URLRequest` also its cache policy, time-out and the like. Among those parts are raw
/// credentials, so a key shows none of them: printed, dumped or reflected, it is `<redacted>`.
///
/// A ``RequestKeyBuilder`` makes keys. Copying one, hashing it and telling two different ones apart are O(1); finding two
/// equal is O(n) in their text.
public struct RequestKey: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  private let box: Box

  package var parts: RequestParts { box.parts }

  package init(_ parts: RequestParts) {
    box = Box(parts)
  }

  public static func == (left: RequestKey, right: RequestKey) -> Bool {
    left.box === right.box || (left.box.hash == right.box.hash && left.box.parts == right.box.parts)
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(box.hash)
  }

  public var description: String { "<redacted>" }

  public var debugDescription: String { description }

  public var customMirror: Mirror { Mirror(self, children: [], displayStyle: .struct) }

  /// The parts behind one reference, hashed once: a key is copied and looked up many times.
  private final class Box: Sendable {
    let parts: RequestParts
    let hash: Int

    init(_ parts: RequestParts) {
      self.parts = parts
      self.hash = parts.hashValue
    }
  }
}
