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
