/// An operation with its arguments, as a value: calling it through a type that the compiler knows saves a closure, and two hops,
/// for each flight.
@usableFromInline
package protocol FlightCall<Output>: Sendable {
  associatedtype Output: Sendable
  func callAsFunction() async throws -> Output
}
