/// Wraps an async function so that calls with equal arguments that overlap share one run.
///
/// ```swift
/// let fetchUser = coalesced(api.fetchUser)
/// let user = try await fetchUser(id)
/// ```
///
/// The first call *leads*: it starts the operation, in a task of its own, with the call's arguments, task-local values and
/// priority. Calls with equal arguments *join* until it *lands*; all get the same value or the same error. A caller whose
/// task is cancelled *leaves* at once with `CancellationError`, and nobody else notices; when the last one leaves, the
/// operation is cancelled. Nothing is cached: a call after the landing starts anew, after an error too.
///
/// An operation that calls its own wrapper with a key it is itself part of would wait for itself; such a call runs the
/// operation directly. `Task.detached` hides that relation.
///
/// Where the system has `Task.immediate`, a call that leads runs the operation on its thread until that first suspends, off
/// every actor. Until then, and for a moment after, that caller cannot leave and the operation does not see that it is cancelled. Unlike
/// ``Coalescer/value(for:operation:)``, a call from an actor leaves it before it has led or joined.
///
/// The wrapper keeps what it wraps. An object that stores the wrapper of its own method keeps itself; let it store a
/// ``Coalescer`` instead.
///
/// - Parameters:
///   - operation: Any `@Sendable` async function. One that is isolated to an actor runs there.
///   - policy: What the scope does beyond this.
///   - group: The group that the scope belongs to, if any.
/// - Returns: A function of the same parameters, without labels and default arguments, `async throws`. Each has a scope of its
///   own: two wrappers never share.
@inlinable
public func coalesced<each Argument: Hashable & Sendable, Output: Sendable>(
  _ operation: @escaping @Sendable (repeat each Argument) async throws -> Output,
  policy: FlightPolicy = FlightPolicy(),
  in group: FlightGroup? = nil
) -> @Sendable (repeat each Argument) async throws -> Output {
  let control = FlightControl<ArgumentKey<repeat each Argument>, Output>(policy: policy, group: group)
  let wrapped = WrappedFunction(operation)
  return { (argument: repeat each Argument) async throws -> Output in
    try await control.value(for: ArgumentKey(repeat each argument), operation: ArgumentCall(wrapped, repeat each argument))
  }
}

/// Wraps an async function so that calls with equal keys that overlap share one run.
///
/// As ``coalesced(_:policy:in:)-9vz8i``, for arguments that are not `Hashable`, or where only some of them decide. Only the call
/// that leads has its arguments used, so the key must hold everything that changes the result, and who may see it.
///
/// - Parameters:
///   - operation: Any `@Sendable` async function.
///   - key: Makes the key of a call, in the caller's task.
///   - policy: What the scope does beyond the default promise.
///   - group: The group that the scope belongs to, if any.
@inlinable
public func coalesced<each Argument: Sendable, Key: Hashable & Sendable, Output: Sendable>(
  _ operation: @escaping @Sendable (repeat each Argument) async throws -> Output,
  keyedBy key: @escaping @Sendable (repeat each Argument) -> Key,
  policy: FlightPolicy = FlightPolicy(),
  in group: FlightGroup? = nil
) -> @Sendable (repeat each Argument) async throws -> Output {
  let control = FlightControl<Key, Output>(policy: policy, group: group)
  let wrapped = WrappedFunction(operation)
  return { (argument: repeat each Argument) async throws -> Output in
    try await control.value(for: key(repeat each argument), operation: ArgumentCall(wrapped, repeat each argument))
  }
}

/// Wraps an async function so that calls with equal keys that overlap share one run, and calls without a key do not.
///
/// As ``coalesced(_:keyedBy:policy:in:)-37jub``; a call whose key is `nil` runs the operation in its own task, exactly as if it
/// were not wrapped, and counts as ``FlightStatistics/unshared``.
///
/// - Parameters:
///   - operation: Any `@Sendable` async function.
///   - key: Makes the key of a call, in the caller's task; `nil` where the call shares nothing.
///   - policy: What the scope does beyond the default promise.
///   - group: The group that the scope belongs to, if any.
@inlinable
public func coalesced<each Argument: Sendable, Key: Hashable & Sendable, Output: Sendable>(
  _ operation: @escaping @Sendable (repeat each Argument) async throws -> Output,
  keyedBy key: @escaping @Sendable (repeat each Argument) -> Key?,
  policy: FlightPolicy = FlightPolicy(),
  in group: FlightGroup? = nil
) -> @Sendable (repeat each Argument) async throws -> Output {
  let control = FlightControl<Key, Output>(policy: policy, group: group)
  let wrapped = WrappedFunction(operation)
  return { (argument: repeat each Argument) async throws -> Output in
    guard let key = key(repeat each argument) else {
      control.countDirectRun()
      return try await operation(repeat each argument)
    }
    return try await control.value(for: key, operation: ArgumentCall(wrapped, repeat each argument))
  }
}

/// Wraps an async function so that its calls go through a coalescer, which can cancel, forget, await and count them.
///
/// Functions that go through one coalescer share one scope: calls with equal keys share a flight, whichever of them led it.
///
/// - Parameters:
///   - operation: Any `@Sendable` async function.
///   - key: Makes the key of a call, in the caller's task.
///   - coalescer: The scope.
@inlinable
public func coalesced<each Argument: Sendable, Key: Hashable & Sendable, Output: Sendable>(
  _ operation: @escaping @Sendable (repeat each Argument) async throws -> Output,
  keyedBy key: @escaping @Sendable (repeat each Argument) -> Key,
  through coalescer: Coalescer<Key, Output>
) -> @Sendable (repeat each Argument) async throws -> Output {
  let control = coalescer.control
  let wrapped = WrappedFunction(operation)
  return { (argument: repeat each Argument) async throws -> Output in
    try await control.value(for: key(repeat each argument), operation: ArgumentCall(wrapped, repeat each argument))
  }
}
