/// How the wait of a caller ends.
@usableFromInline
package enum Delivery<Outcome: Sendable>: Sendable {
  case outcome(Outcome)
  /// The caller left: `CancellationError`.
  case leave
  /// The caller runs its operation itself: it may not have the outcome of another caller's.
  case runDirectly
}
