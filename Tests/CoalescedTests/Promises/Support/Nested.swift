import Synchronization

/// A function that can call itself through a wrapper that is made after it.
final class Nested<Output: Sendable>: Sendable {
  typealias Function = @Sendable (Int) async throws -> Output

  /// In a struct: a bare closure in a generic box gains a thunk at every access.
  private struct Box: Sendable {
    let function: Function
  }

  private let operation: @Sendable (Nested, Int) async throws -> Output
  private let wrapped: Mutex<Box?> = Mutex(nil)

  init(_ operation: @escaping @Sendable (Nested, Int) async throws -> Output) {
    self.operation = operation
  }

  /// Sets the wrapper that calls go through from now on.
  func wrap(_ wrapper: (@escaping Function) -> Function) {
    let box = Box(function: wrapper { [unowned self] key in try await operation(self, key) })
    wrapped.withLock { $0 = box }
  }

  func call(_ key: Int) async throws -> Output {
    let box = wrapped.withLock { $0 }
    guard let box else { return try await operation(self, key) }
    return try await box.function(key)
  }
}
