/// Wraps an operation so that its runs do not overlap: whole operations, one at a time, in the order of the calls.
///
/// - Each caller gets its own outcome. A failure does not stop the queue.
/// - A call that is cancelled while it waits throws `CancellationError` at once, and its operation never runs; so does one that was cancelled
///   before.
/// - The operation runs in the caller's task. When that is cancelled while the operation runs, the call returns when the operation does.
/// - A call from inside a running operation into its own queue would wait for itself: it throws ``QueueReentryError``. So does a call through
///   another queue (a → b → a), and one from a task that the operation has started, for as long as the operation runs. `Task.detached`
///   hides the relation.
///
/// An actor does not give this: it lets other calls in wherever the operation suspends.
///
/// Two operations that enter two queues in opposite order can wait for each other for ever, as with any two locks. This is not detected:
/// enter queues in one order everywhere.
///
/// The order of the calls is that in which they reach the queue. Calls made one after another by one task keep it; tasks that start back to back
/// can reach the queue in either order, since a wrapped function leaves its caller's actor first.
///
/// - Parameter operation: The function to wrap.
/// - Returns: A function of the operation's parameters, without labels and default arguments, `async throws`. Each call of `queued` makes a queue of its own.
public func queued<each Argument: Sendable, Output: Sendable>(
  _ operation: @escaping @Sendable (repeat each Argument) async throws -> Output
) -> @Sendable (repeat each Argument) async throws -> Output {
  let control = QueueControl<Bool>()
  return { (argument: repeat each Argument) in
    try await control.run(for: true) { try await operation(repeat each argument) }
  }
}

/// Wraps an operation so that its runs with an equal key do not overlap; runs with other keys do not wait for them.
///
/// The promises are those of ``queued(_:)``, for each key. `==` and `hash(into:)` of the key run under the wrapper's lock: they must not call the
/// wrapper. An idle key's queue takes no memory. A key that is unlike itself, as a NaN is, waits for no other.
///
/// - Parameters:
///   - operation: The function to wrap.
///   - key: Which queue a call stands in, from its arguments.
/// - Returns: A function of the operation's parameters, without labels and default arguments, `async throws`. Each call of `queued` makes queues of its own.
public func queued<each Argument: Sendable, Key: Hashable & Sendable, Output: Sendable>(
  _ operation: @escaping @Sendable (repeat each Argument) async throws -> Output,
  keyedBy key: @escaping @Sendable (repeat each Argument) -> Key
) -> @Sendable (repeat each Argument) async throws -> Output {
  let control = QueueControl<Key>()
  return { (argument: repeat each Argument) in
    try await control.run(for: key(repeat each argument)) { try await operation(repeat each argument) }
  }
}
