/// Wraps an operation so that it runs with a permit of a limit: at most so many at once, together with everything else that shares the limit.
///
/// Each call runs the operation in its own task, with its own arguments and outcome. A call that is cancelled while it waits throws
/// `CancellationError` at once, and its operation never runs. Calls get their permit in order of priority, then of arrival; an operation that
/// calls something limited by the same limit can wait for itself. See ``ConcurrencyLimit``.
///
/// - Parameters:
///   - operation: The function to wrap.
///   - limit: Whose permits it needs.
/// - Returns: A function of the operation's parameters, without labels and default arguments, `async throws`.
public func limited<each Argument: Sendable, Output: Sendable>(
  _ operation: @escaping @Sendable (repeat each Argument) async throws -> Output,
  by limit: ConcurrencyLimit
) -> @Sendable (repeat each Argument) async throws -> Output {
  { (argument: repeat each Argument) in
    try await limit.withPermit { try await operation(repeat each argument) }
  }
}
