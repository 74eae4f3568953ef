/// A wrapped function of one argument, and the argument of one call.
@usableFromInline
struct SingleArgumentCall<Argument: Sendable, Output: Sendable>: FlightCall {
  @usableFromInline let function: @Sendable (Argument) async throws -> Output
  @usableFromInline let argument: Argument

  @inlinable
  init(_ function: @escaping @Sendable (Argument) async throws -> Output, _ argument: Argument) {
    self.function = function
    self.argument = argument
  }

  @inlinable
  func callAsFunction() async throws -> Output { try await function(argument) }
}
