/// The flight whose operation runs in the current task, as the calls that the operation makes see it.
///
/// It is a task-local value of the flight's task, so that child tasks and `Task {}` inherit it and `Task.detached` does not. What is
/// around that flight is another one, bound for nested flights only: plain values are copied without their metadata.
@usableFromInline
package struct FlightContext: Sendable {
  @usableFromInline static let current = TaskLocal<FlightContext?>(wrappedValue: nil)
  @usableFromInline static let enclosing = TaskLocal<Enclosing?>(wrappedValue: nil)

  /// The flight around the current one. The one around that in turn is not kept: it is there as long as the operation runs
  /// that is enclosed by it, or a task that it started; after that the relation is over.
  @usableFromInline
  package final class Enclosing: Sendable {
    let scope: UInt64
    let flight: FlightIdentity
    weak let next: Enclosing?

    /// What encloses the flights that an operation in `context`, the current one, leads.
    @usableFromInline
    init(_ context: FlightContext) {
      self.scope = context.scope
      self.flight = context.flight
      self.next = FlightContext.enclosing.get()
    }
  }

  @usableFromInline let scope: UInt64
  @usableFromInline let flight: FlightIdentity
  /// How many operations it is nested in.
  @usableFromInline let level: Int

  @inlinable
  init(scope: UInt64, flight: FlightIdentity, inside enclosing: FlightContext?) {
    self.scope = scope
    self.flight = flight
    self.level = enclosing.map { $0.level &+ 1 } ?? 0
  }

  /// A chain of operations that start one another on one stack must not grow it without bound: every eighth starts on another.
  @inlinable var startsOnItsCallersStack: Bool { level & 7 != 7 }

  /// The nearest flight of a scope around the current operation; to be called in the context's own task. O(operations around it).
  @usableFromInline
  func flight(of scope: UInt64) -> FlightIdentity? {
    if self.scope == scope { return flight }
    var next = Self.enclosing.get()
    while let outer = next {
      if outer.scope == scope { return outer.flight }
      next = outer.next
    }
    return nil
  }
}
