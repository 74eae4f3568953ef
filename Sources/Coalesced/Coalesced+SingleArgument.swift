// The same functions for one argument, which the compiler prefers: without a parameter pack there is no thunk, with its two frames,
// around the wrapper and around the operation (Documentation/Decisions.md).

/// Wraps an async function of one argument so that calls with equal arguments that overlap share one run.
///
/// What ``coalesced(_:policy:in:)-9vz8i`` promises for any number of arguments, this promises for one, at less cost.
///
/// - Parameters:
///   - operation: Any `@Sendable` async function of one argument.
///   - policy: What the scope does beyond the default promise.
///   - group: The group that the scope belongs to, if any.
/// - Returns: A function of the same parameter, `async throws`, with a scope of its own.
@inlinable @inline(always)
public func coalesced<Argument: Hashable & Sendable, Output: Sendable>(
  _ operation: @escaping @Sendable (Argument) async throws -> Output,
  policy: FlightPolicy = FlightPolicy(),
  in group: FlightGroup? = nil
) -> @Sendable (Argument) async throws -> Output {
  let control = FlightControl<Argument, Output>(policy: policy, group: group)
  return { (argument: Argument) async throws -> Output in
    try await control.value(for: argument, operation: SingleArgumentCall(operation, argument))
  }
}

/// Wraps an async function of one argument so that calls with equal keys that overlap share one run.
///
/// What ``coalesced(_:keyedBy:policy:in:)-37jub`` promises for any number of arguments, this promises for one, at less cost.
///
/// - Parameters:
///   - operation: Any `@Sendable` async function of one argument.
///   - key: Makes the key of a call, in the caller's task.
///   - policy: What the scope does beyond the default promise.
///   - group: The group that the scope belongs to, if any.
@inlinable @inline(always)
public func coalesced<Argument: Sendable, Key: Hashable & Sendable, Output: Sendable>(
  _ operation: @escaping @Sendable (Argument) async throws -> Output,
  keyedBy key: @escaping @Sendable (Argument) -> Key,
  policy: FlightPolicy = FlightPolicy(),
  in group: FlightGroup? = nil
) -> @Sendable (Argument) async throws -> Output {
  let control = FlightControl<Key, Output>(policy: policy, group: group)
  return { (argument: Argument) async throws -> Output in
    try await control.value(for: key(argument), operation: SingleArgumentCall(operation, argument))
  }
}

/// Wraps an async function of one argument so that calls with equal keys that overlap share one run, and calls without a key
/// do not.
///
/// What the function of the same name for any number of arguments promises, this promises for one, at less cost.
///
/// - Parameters:
///   - operation: Any `@Sendable` async function of one argument.
///   - key: Makes the key of a call, in the caller's task; `nil` where the call shares nothing.
///   - policy: What the scope does beyond the default promise.
///   - group: The group that the scope belongs to, if any.
@inlinable @inline(always)
public func coalesced<Argument: Sendable, Key: Hashable & Sendable, Output: Sendable>(
  _ operation: @escaping @Sendable (Argument) async throws -> Output,
  keyedBy key: @escaping @Sendable (Argument) -> Key?,
  policy: FlightPolicy = FlightPolicy(),
  in group: FlightGroup? = nil
) -> @Sendable (Argument) async throws -> Output {
  let control = FlightControl<Key, Output>(policy: policy, group: group)
  return { (argument: Argument) async throws -> Output in
    guard let key = key(argument) else {
      control.countDirectRun()
      return try await operation(argument)
    }
    return try await control.value(for: key, operation: SingleArgumentCall(operation, argument))
  }
}

/// Wraps an async function of one argument so that its calls go through a coalescer.
///
/// What ``coalesced(_:keyedBy:through:)-6v6ag`` promises for any number of arguments, this promises for one, at less cost.
///
/// - Parameters:
///   - operation: Any `@Sendable` async function of one argument.
///   - key: Makes the key of a call, in the caller's task.
///   - coalescer: The scope.
@inlinable @inline(always)
public func coalesced<Argument: Sendable, Key: Hashable & Sendable, Output: Sendable>(
  _ operation: @escaping @Sendable (Argument) async throws -> Output,
  keyedBy key: @escaping @Sendable (Argument) -> Key,
  through coalescer: Coalescer<Key, Output>
) -> @Sendable (Argument) async throws -> Output {
  let control = coalescer.control
  return { (argument: Argument) async throws -> Output in
    try await control.value(for: key(argument), operation: SingleArgumentCall(operation, argument))
  }
}

/// Not there, and says so: through a coalescer every call is shared, so that its key cannot be `nil`.
///
/// With it the compiler chooses among the functions that go through a coalescer as it does among the others. Without it, it takes several
/// arguments, or none, for one tuple.
@available(*, unavailable, message: "through a coalescer every call is shared: its key cannot be nil")
public func coalesced<Argument: Sendable, Key: Hashable & Sendable, Output: Sendable>(
  _ operation: @escaping @Sendable (Argument) async throws -> Output,
  keyedBy key: @escaping @Sendable (Argument) -> Key?,
  through coalescer: Coalescer<Key, Output>
) -> @Sendable (Argument) async throws -> Output {
  coalesced(operation, keyedBy: key)
}
