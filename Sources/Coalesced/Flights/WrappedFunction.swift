/// A function in the form in which it is called: made once for a wrapper, so that no call converts it.
@usableFromInline
struct WrappedFunction<each Argument: Sendable, Output: Sendable>: Sendable {
  @usableFromInline let function: @Sendable (repeat each Argument) async throws -> Output

  @inlinable
  init(_ function: @escaping @Sendable (repeat each Argument) async throws -> Output) {
    self.function = function
  }
}
