/// One call of a suspended operation, from its beginning to its end.
final class SuspendedCall<Output: Sendable>: Sendable {
  /// Next: `beginning` → `suspended` → `ended`. Whoever makes the last step resumes the continuation, after the lock.
  private enum Phase: Sendable {
    case beginning
    case suspended(CheckedContinuation<Output, any Error>)
    case ended
  }

  private struct State: Sendable {
    var phase = Phase.beginning
    var isCancelled = false

    var hasEnded: Bool {
      if case .ended = phase { true } else { false }
    }
  }

  private let state: WatchedState<State>

  init(patience: Patience) {
    state = WatchedState(State(), patience: patience)
  }

  /// Whether the call's task was cancelled before the call ended.
  var isCancelled: Bool {
    state.update { $0.isCancelled }
  }

  /// Suspends until the call is ended.
  ///
  /// - Parameter register: Called when the call can be ended; false when there is nobody to end it.
  func suspend(registeredBy register: @Sendable () -> Bool) async throws -> Output {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        state.update { $0.phase = .suspended(continuation) }
        if !register() { release() }
      }
    } onCancel: {
      state.update { state in
        if !state.hasEnded { state.isCancelled = true }
      }
    }
  }

  /// Ends the call; false when it has ended already.
  func end(with outcome: Result<Output, any Error>) -> Bool {
    let continuation: CheckedContinuation<Output, any Error>? = state.update { state in
      guard case .suspended(let continuation) = state.phase else { return nil }
      state.phase = .ended
      return continuation
    }
    continuation?.resume(with: outcome)
    return continuation != nil
  }

  /// Ends a call that nobody can end any more.
  func release() {
    let error = UnmetExpectationError(
      awaited: "the test to end an invocation of a SuspendedOperation",
      seen: "the operation and the invocation released before"
    )
    _ = end(with: .failure(error))
  }

  /// Waits until the call's task is cancelled.
  func waitForCancellation() async throws {
    let awaited = "the cancellation of an invocation"
    let isCancelled = try await state.wait(for: awaited) { state in
      state.isCancelled || state.hasEnded ? state.isCancelled : nil
    } seen: { _ in
      "it still suspended and not cancelled"
    }
    guard isCancelled else {
      throw UnmetExpectationError(awaited: awaited, seen: "it end without having been cancelled")
    }
  }
}
