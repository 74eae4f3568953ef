import Synchronization

/// Holds a wrapper for the operation that it wraps.
final class FunctionBox: Sendable {
  private let function = Mutex<(@Sendable (String) async throws -> String)?>(nil)

  func set(_ function: @escaping @Sendable (String) async throws -> String) {
    self.function.withLock { $0 = function }
  }

  func call(_ argument: String) async throws -> String {
    guard let function = function.withLock({ $0 }) else { throw Failure(number: -1) }
    return try await function(argument)
  }
}
