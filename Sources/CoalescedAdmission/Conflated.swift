/// Wraps an operation so that one run is under way, and at most the newest call waits for it: for saving a document that keeps changing.
///
/// - A call during a run waits for it to return; a newer call takes the place of the waiting one, whose callers then get the newer run's outcome.
///   Whoever is answered knows that a run with its own arguments or newer ones has taken place.
/// - A caller that is cancelled throws `CancellationError` at once. The newest arguments stay, also when the caller that brought them has left.
///   A waiting run that has no callers any more never runs. One that is under way without callers is cancelled, and the next waits for
///   its return. Cancelled before the call, a caller changes nothing.
/// - A run has the task-local values and the priority of the call that brought its arguments, and an escalation of a caller that waits for it
///   reaches it, and the run that it waits for. It is a task of its own.
/// - A call from inside a run into its own wrapper would wait for itself: it throws ``QueueReentryError``, under the rules of ``queued(_:)``.
///   The relation is that of the call that brought the arguments.
///
/// Which of two calls is newer is decided where they reach the wrapper, as with ``queued(_:)``.
///
/// - Parameter operation: The function to wrap. What it saves is in its arguments: it is not run for those that were replaced.
/// - Returns: A function of the operation's parameters, without labels and default arguments, `async throws`. Each call of `conflated` makes a wrapper of its own.
@inlinable
public func conflated<each Argument: Sendable, Output: Sendable>(
  _ operation: @escaping @Sendable (repeat each Argument) async throws -> Output
) -> @Sendable (repeat each Argument) async throws -> Output {
  let control = ConflatedControl<Bool, Output>()
  return { (argument: repeat each Argument) in
    try await control.value(for: true) { try await operation(repeat each argument) }
  }
}

/// Wraps an operation so that for each key one run is under way, and at most the newest call waits for it.
///
/// The promises are those of ``conflated(_:)``, for each key. `==` and `hash(into:)` of the key run under the wrapper's lock: they must not call
/// the wrapper. An idle key takes no memory. One that is unlike itself, as a NaN is, has its runs for itself.
///
/// - Parameters:
///   - operation: The function to wrap.
///   - key: What a call competes for, from its arguments: the document, say.
/// - Returns: A function of the operation's parameters, without labels and default arguments, `async throws`. Each call of `conflated` makes a wrapper of its own.
@inlinable
public func conflated<each Argument: Sendable, Key: Hashable & Sendable, Output: Sendable>(
  _ operation: @escaping @Sendable (repeat each Argument) async throws -> Output,
  keyedBy key: @escaping @Sendable (repeat each Argument) -> Key
) -> @Sendable (repeat each Argument) async throws -> Output {
  let control = ConflatedControl<Key, Output>()
  return { (argument: repeat each Argument) in
    try await control.value(for: key(repeat each argument)) { try await operation(repeat each argument) }
  }
}
