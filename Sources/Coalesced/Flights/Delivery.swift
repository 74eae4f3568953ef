/// How the wait of a caller ends: one pointer, however large the outcome is, as a waiting caller's frames hold it several times.
@usableFromInline
package enum Delivery<Outcome: Sendable>: Sendable {
  /// In a box that the callers of a flight share.
  indirect case outcome(Outcome)
  /// The caller left: `CancellationError`.
  case leave
  /// The caller runs its operation itself: it may not have the outcome of another caller's.
  case runDirectly
}

extension Delivery: Equatable where Outcome: Equatable {}
