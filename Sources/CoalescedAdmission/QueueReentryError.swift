/// What a call into a queue throws when it is made from inside the operation that the queue is running: it would wait for itself.
public struct QueueReentryError: Error, Hashable, Sendable {
  /// An error like every other of this type.
  public init() {}
}
