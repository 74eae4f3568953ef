/// What careful teams write: an actor with a continuation per caller, so that a cancelled caller leaves at once, and the
/// last to leave cancels the operation.
actor WaiterActor<Key: Hashable & Sendable, Output: Sendable> {
  private struct Flight {
    let id: Int
    var task: Task<Void, Never>?
    var waiters: [Int: CheckedContinuation<Output, any Error>]
  }

  private let operation: @Sendable (Key) async throws -> Output
  private var flights: [Key: Flight] = [:]
  private var lastID = 0

  init(_ operation: @escaping @Sendable (Key) async throws -> Output) {
    self.operation = operation
  }

  func value(for key: Key) async throws -> Output {
    lastID += 1
    let id = lastID
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { join(key, as: id, $0) }
    } onCancel: {
      Task { await leave(key, as: id) }
    }
  }

  func callerCount(for key: Key) -> Int {
    flights[key]?.waiters.count ?? 0
  }

  private func join(_ key: Key, as id: Int, _ continuation: CheckedContinuation<Output, any Error>) {
    guard !Task.isCancelled else { return continuation.resume(throwing: CancellationError()) }
    if flights[key] != nil {
      flights[key]?.waiters[id] = continuation
      return
    }
    flights[key] = Flight(id: id, task: nil, waiters: [id: continuation])
    let operation = operation
    flights[key]?.task = Task {
      do {
        land(key, flight: id, .success(try await operation(key)))
      } catch {
        land(key, flight: id, .failure(error))
      }
    }
  }

  /// A waiter leaves the dictionary once, here or in `land`, and is resumed by whoever took it out.
  private func leave(_ key: Key, as id: Int) {
    guard let continuation = flights[key]?.waiters.removeValue(forKey: id) else { return }
    if flights[key]?.waiters.isEmpty == true {
      flights.removeValue(forKey: key)?.task?.cancel()
    }
    continuation.resume(throwing: CancellationError())
  }

  private func land(_ key: Key, flight id: Int, _ outcome: Result<Output, any Error>) {
    guard flights[key]?.id == id, let flight = flights.removeValue(forKey: key) else { return }
    for continuation in flight.waiters.values { continuation.resume(with: outcome) }
  }
}
