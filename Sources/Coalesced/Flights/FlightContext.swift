/// The flight whose operation runs in the current task, as the calls that the operation makes see it.
///
/// It is a task-local value of the flight's task, so that child tasks and `Task {}` inherit it and `Task.detached` does not.
/// A flight does not keep the one around it: once that operation has returned, the relation is over.
@usableFromInline
package final class FlightContext: Sendable {
  @usableFromInline static let current = TaskLocal<FlightContext?>(wrappedValue: nil)

  @usableFromInline let scope: UInt64
  @usableFromInline let flight: FlightIdentity
  /// How many operations have started on one another's stack.
  @usableFromInline let depth: Int
  @usableFromInline weak let parent: FlightContext?

  @inlinable
  init(scope: UInt64, flight: FlightIdentity, parent: FlightContext?, isImmediate: Bool) {
    self.scope = scope
    self.flight = flight
    self.depth = isImmediate ? (parent?.depth ?? 0) + 1 : 0
    self.parent = parent
  }

  /// A chain of operations that start one another at once must not grow the stack without bound.
  @inlinable
  static func allowsImmediateStart(in context: FlightContext?) -> Bool {
    guard let context else { return true }
    return context.depth < 8
  }

  /// The nearest flight of a scope around the current operation. O(operations around it).
  func flight(of scope: UInt64) -> FlightIdentity? {
    if self.scope == scope { return flight }
    var context = parent
    while let next = context {
      if next.scope == scope { return next.flight }
      context = next.parent
    }
    return nil
  }
}
