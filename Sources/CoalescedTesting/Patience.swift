/// How long an awaiting call of this module waits before it gives up.
package struct Patience: Sendable {
  /// What measures the time; a manual clock in the module's own tests.
  package let clock: any Clock<Duration>
  /// When a wait is taken for a hang.
  package let limit: Duration

  package init(clock: any Clock<Duration>, limit: Duration) {
    self.clock = clock
    self.limit = limit
  }

  /// Far longer than a busy machine takes, and shorter than the shortest time limit of Swift Testing, whose message would say less. The
  /// clock stops while the machine sleeps: a closed lid is no hang.
  package static let standard = Patience(clock: SuspendingClock(), limit: .seconds(30))
}
