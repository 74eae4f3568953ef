/// What a suspended call waits on.
typealias Turn = CheckedContinuation<Void, any Error>

/// Suspends the caller until its turn comes, or throws `CancellationError` as soon as its task is cancelled.
///
/// - Parameters:
///   - register: Puts the turn where it will be resumed, once, by whoever takes it out; or says that it has come or gone already.
///   - leave: Takes the turn out, if it is still there. Before the registration it finds nothing, and the registration says so.
nonisolated(nonsending) func suspendUntilTurn(
  _ register: (Turn) -> AdmissionTable<Turn>.Suspension,
  leave: @Sendable () -> Turn?
) async throws {
  try await withTaskCancellationHandler {
    try await withCheckedThrowingContinuation { turn in
      switch register(turn) {
      case .stay: break
      case .run: turn.resume()
      case .leave: turn.resume(throwing: CancellationError())
      }
    }
  } onCancel: {
    leave()?.resume(throwing: CancellationError())
  }
}
