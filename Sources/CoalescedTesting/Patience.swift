/// How long an awaiting call of this module waits before it gives up.
package struct Patience: Sendable {
  /// What measures the time; a manual clock in the module's own tests.
  package let clock: any Clock<Duration>
  /// When a wait is taken for a hang.
  package let limit: Duration
  /// How many sleeps make up the limit. Where tasks wait long for a thread each sleep ends late, so that many of them allow what is awaited
  /// as many turns.
  package let parts: Int

  package init(clock: any Clock<Duration>, limit: Duration, parts: Int = 1) {
    self.clock = clock
    self.limit = limit
    self.parts = parts
  }

  /// Where tasks get a thread at once shorter than the shortest time limit of Swift Testing, whose message would say less. The clock stops
  /// while the machine sleeps: a closed lid is no hang.
  package static let standard = Patience(clock: SuspendingClock(), limit: .seconds(30), parts: 30)

  /// Returns at the end of patience; throws when the task is cancelled before.
  package func runOut() async throws {
    for _ in 0..<parts { try await clock.sleep(for: limit / parts) }
  }
}
