/// What a call of a ``latest(_:)`` wrapper throws when a newer call has taken its place; its own task is not cancelled.
public struct SupersededError: Error, Hashable, Sendable {
  /// An error like every other of this type.
  public init() {}
}
