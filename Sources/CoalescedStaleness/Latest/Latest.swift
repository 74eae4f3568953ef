/// Wraps an operation so that a newer call supersedes the older one.
///
/// - A call that is superseded throws ``SupersededError`` at once, however long its operation still takes; the task of that
///   operation is cancelled, and whatever it still returns or throws is dropped.
/// - A caller whose own task is cancelled throws `CancellationError` at once, and its operation is cancelled. Cancelled
///   before the call, it starts nothing and supersedes nothing.
/// - An operation that has returned is not superseded any more: its caller gets the value or the error as it is.
///
/// Each operation runs in a task of its own, with the task-local values and the priority of its caller, and an escalation of
/// the caller reaches it. An operation that calls its own wrapper supersedes itself.
///
/// Which of two calls is newer is decided where they reach the wrapper. Calls made one after another by one task keep their
/// order. Two tasks started back to back, on the main actor too, may reach it in either order, since a wrapped function leaves
/// its caller's actor first: where each keystroke starts a task, cancel the one before it, or number the requests on the actor with
/// ``GenerationCounter``.
///
/// - Parameter operation: The function to wrap.
/// - Returns: A function of the operation's parameters, without labels and default arguments, `async throws`. Each call of `latest` makes a wrapper with its own order.
@inlinable
public func latest<each Argument: Sendable, Output: Sendable>(
  _ operation: @escaping @Sendable (repeat each Argument) async throws -> Output
) -> @Sendable (repeat each Argument) async throws -> Output {
  let control = LatestControl<Bool, Output>()
  return { (argument: repeat each Argument) in
    try await control.value(for: true) { try await operation(repeat each argument) }
  }
}

/// Wraps an operation so that a newer call supersedes the older one with an equal key; calls with other keys do not matter to it.
///
/// For two search fields, or one refresh for each list. The promises are those of ``latest(_:)``. `==` and `hash(into:)` of the key run
/// under the wrapper's lock: they must not call the wrapper. A key without a running operation takes no memory.
/// One that is unlike itself, as a NaN is, competes with no other.
///
/// - Parameters:
///   - operation: The function to wrap.
///   - key: What a call competes for, from its arguments.
/// - Returns: A function of the operation's parameters, without labels and default arguments, `async throws`. Each call of `latest` makes a wrapper with its own order.
@inlinable
public func latest<each Argument: Sendable, Key: Hashable & Sendable, Output: Sendable>(
  _ operation: @escaping @Sendable (repeat each Argument) async throws -> Output,
  keyedBy key: @escaping @Sendable (repeat each Argument) -> Key
) -> @Sendable (repeat each Argument) async throws -> Output {
  let control = LatestControl<Key, Output>()
  return { (argument: repeat each Argument) in
    try await control.value(for: key(repeat each argument)) { try await operation(repeat each argument) }
  }
}
