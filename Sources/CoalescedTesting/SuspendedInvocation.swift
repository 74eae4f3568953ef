/// A call of a ``SuspendedOperation``: suspended until the test calls ``succeed(with:)`` or ``fail(with:)``.
///
/// It keeps its operation alive. Dropping an invocation does not end it; the release of its operation does.
public final class SuspendedInvocation<each Argument: Sendable, Output: Sendable>: Sendable {
  private let entry: SuspendedOperation<repeat each Argument, Output>.Entry
  private let operation: SuspendedOperation<repeat each Argument, Output>

  init(
    _ entry: SuspendedOperation<repeat each Argument, Output>.Entry,
    of operation: SuspendedOperation<repeat each Argument, Output>
  ) {
    self.entry = entry
    self.operation = operation
  }

  /// What the operation was called with.
  public var arguments: (repeat each Argument) { entry.arguments }

  /// Ends the invocation: its call returns `value`.
  ///
  /// An invocation ends once: calling this when it has ended already is a precondition failure.
  public func succeed(with value: Output) {
    end(with: .success(value), by: "succeed(with:)")
  }

  /// Ends the invocation: its call throws `error`.
  ///
  /// An invocation ends once: calling this when it has ended already is a precondition failure.
  public func fail(with error: any Error) {
    end(with: .failure(error), by: "fail(with:)")
  }

  /// Whether the task of the call was cancelled while the call was suspended.
  public var isCancelled: Bool { entry.call.isCancelled }

  /// Waits until the task of the call is cancelled, and returns at once when it was already.
  ///
  /// The invocation stays suspended: what the operation does about the cancellation, the test decides.
  ///
  /// - Throws: ``UnmetExpectationError`` when the task is not cancelled within 30 seconds, or at once when the invocation has ended without
  ///   that; `CancellationError`, at once, when the waiting task itself is cancelled.
  public func waitForCancellation() async throws {
    try await entry.call.waitForCancellation()
  }

  private func end(with outcome: Result<Output, any Error>, by name: String) {
    guard entry.call.end(with: outcome) else {
      preconditionFailure("SuspendedInvocation.\(name): the invocation has already ended; succeed(with:) or fail(with:) end it once")
    }
    operation.forget(entry.number)
  }
}
