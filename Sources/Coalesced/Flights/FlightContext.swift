/// The flight whose operation runs in the current task, as the calls that the operation makes see it.
///
/// It is a task-local value of the flight's task, so that child tasks and `Task {}` inherit it and `Task.detached` does not.
@usableFromInline
package struct FlightContext: Sendable {
  @usableFromInline static let current = TaskLocal<FlightContext?>(wrappedValue: nil)

  /// One flight around another. The one around it in turn is not kept: it is there as long as that flight's operation
  /// runs, or a task that it started; after that the relation is over.
  @usableFromInline
  final class Enclosing: Sendable {
    let scope: UInt64
    let flight: FlightIdentity
    weak let next: Enclosing?

    @usableFromInline
    init(_ context: FlightContext) {
      self.scope = context.scope
      self.flight = context.flight
      self.next = context.enclosing
    }
  }

  @usableFromInline let scope: UInt64
  @usableFromInline let flight: FlightIdentity
  /// How many operations have started on one another's stack.
  @usableFromInline let depth: Int
  @usableFromInline let enclosing: Enclosing?

  @inlinable
  init(scope: UInt64, flight: FlightIdentity, in context: FlightContext?, isImmediate: Bool) {
    self.scope = scope
    self.flight = flight
    self.depth = isImmediate ? (context?.depth ?? 0) + 1 : 0
    self.enclosing = context.map { Enclosing($0) }
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
    var next = enclosing
    while let outer = next {
      if outer.scope == scope { return outer.flight }
      next = outer.next
    }
    return nil
  }
}
