import Coalesced

/// Stands for the library's wrapper, which this package does not have yet, so that the snippets compile.
func coalesced<each Argument: Hashable & Sendable, Output: Sendable>(
  _ operation: @escaping @Sendable (repeat each Argument) async throws -> Output,
  policy: FlightPolicy = FlightPolicy()
) -> @Sendable (repeat each Argument) async throws -> Output {
  operation
}
