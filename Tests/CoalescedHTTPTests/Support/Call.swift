import CoalescedTesting

/// A call in a task of its own; one that never ends fails its test with a sentence.
struct Call: Sendable {
  private let task: Task<Void, Never>
  /// Waits longer than what a call itself waits for in these tests.
  private let result = WatchedState<Result<String, any Error>?>(nil, patience: .ample)

  init(priority: TaskPriority?, _ body: @escaping @Sendable () async throws -> String) {
    task = Task(priority: priority) { [result] in
      let ended: Result<String, any Error>
      do { ended = .success(try await body()) } catch { ended = .failure(error) }
      result.update { $0 = ended }
    }
  }

  var isCancelled: Bool { task.isCancelled }

  func cancel() { task.cancel() }

  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  func escalatePriority(to priority: TaskPriority) { task.escalatePriority(to: priority) }

  /// What it returns or throws, once it has ended. Awaiting it raises no priority.
  var value: String {
    get async throws {
      try await result.wait(for: "the end of a call", until: { $0 }, seen: { _ in "it wait" }).get()
    }
  }
}
