/// An operation with its arguments, as a value: calling it through a type that the compiler knows saves a closure, and two hops,
/// for each flight.
@usableFromInline
package protocol FlightCall<Output>: Sendable {
  associatedtype Output: Sendable
  func callAsFunction() async throws -> Output
}

/// A closure that has its arguments in it.
@usableFromInline
struct ClosureCall<Output: Sendable>: FlightCall {
  @usableFromInline let operation: @Sendable () async throws -> Output

  @inlinable
  init(_ operation: @escaping @Sendable () async throws -> Output) {
    self.operation = operation
  }

  @inlinable
  func callAsFunction() async throws -> Output { try await operation() }
}

/// A function in the form in which it is called: made once for a wrapper, so that no call converts it.
@usableFromInline
struct WrappedFunction<each Argument: Sendable, Output: Sendable>: Sendable {
  @usableFromInline let function: @Sendable (repeat each Argument) async throws -> Output

  @inlinable
  init(_ function: @escaping @Sendable (repeat each Argument) async throws -> Output) {
    self.function = function
  }
}

/// A wrapped function and the arguments of one call.
@usableFromInline
struct ArgumentCall<each Argument: Sendable, Output: Sendable>: FlightCall {
  @usableFromInline let wrapped: WrappedFunction<repeat each Argument, Output>
  @usableFromInline let arguments: (repeat each Argument)

  @inlinable
  init(_ wrapped: WrappedFunction<repeat each Argument, Output>, _ argument: repeat each Argument) {
    self.wrapped = wrapped
    self.arguments = (repeat each argument)
  }

  @inlinable
  func callAsFunction() async throws -> Output { try await wrapped.function(repeat each arguments) }
}
