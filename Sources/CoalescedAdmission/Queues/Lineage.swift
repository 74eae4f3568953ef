import Synchronization

/// The admitted operations that the current task is inside of, nearest last. Tasks that an operation starts inherit it.
@usableFromInline
enum Lineage {
  @TaskLocal private static var runs: [Run] = []

  private final class Run: Sendable {
    let call: CallID
    let hasEnded = Atomic(false)

    init(_ call: CallID) {
      self.call = call
    }
  }

  /// The calls whose operations the current task is inside of, or was when it was started.
  @usableFromInline static var calls: [CallID] { runs.map(\.call) }

  /// Runs an operation as part of the lineage. Those that have ended are not passed on, so it is no longer than operations are nested.
  @usableFromInline
  static func extended<Output: Sendable>(
    by call: CallID,
    _ operation: @Sendable () async throws -> Output
  ) async throws -> Output {
    let run = Run(call)
    defer { run.hasEnded.store(true, ordering: .relaxed) }
    let running = runs.filter { !$0.hasEnded.load(ordering: .relaxed) }
    return try await $runs.withValue(running + [run], operation: operation)
  }
}
