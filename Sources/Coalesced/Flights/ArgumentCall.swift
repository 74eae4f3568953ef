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
