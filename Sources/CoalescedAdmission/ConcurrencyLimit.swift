import Synchronization

/// A number of permits that bodies of code run with, so that at most that many run at once.
///
/// ```swift
/// let limit = ConcurrencyLimit(4)
/// let image = try await limit.withPermit { try await decode(data) }
/// ```
///
/// Waiting callers get their permit in order of priority, then of arrival. Share one limit among everything that draws on the same
/// scarce thing.
///
/// A body that asks its own limit for a second permit can wait for itself: when every permit is held by such a body, none of them goes
/// on. Take one permit for the whole, or two limits.
public final class ConcurrencyLimit: Sendable {
  private let table: Mutex<AdmissionTable<Turn>>

  /// Makes a limit with all permits free.
  ///
  /// - Parameter permits: How many bodies may run at once. Fewer than one is a precondition failure.
  public init(_ permits: Int = 6) {
    precondition(permits >= 1, "ConcurrencyLimit: permits must be at least 1")
    table = Mutex(AdmissionTable(permits: permits))
  }

  /// How many permits are out.
  public var running: Int { table.withLock { $0.running } }

  /// How many calls wait for a permit.
  public var waiting: Int { table.withLock { $0.waiting } }

  /// Runs a body with a permit, which is given back however the body ends.
  ///
  /// The body runs in the caller's task, and the call returns when the body does, also after a cancellation. A call that is cancelled while
  /// it waits throws `CancellationError` at once and its body never runs, also when the permit comes at that very moment. Cancelled
  /// before the call, it throws even with a free permit. The call takes its place in the order without leaving its actor. Taking a place
  /// and leaving it are O(log n) in the number of waiting calls.
  ///
  /// - Parameters:
  ///   - priority: The caller's place in the order; `nil` for its task's priority. An escalation of the waiting caller moves it up either way.
  ///   - body: What to run.
  /// - Returns: What the body returns.
  /// - Throws: What the body throws, or `CancellationError`.
  public nonisolated(nonsending) func withPermit<T: Sendable>(
    priority: TaskPriority? = nil,
    _ body: @Sendable () async throws -> T
  ) async throws -> T {
    let own = Task.currentPriority
    switch table.withLock({ $0.callArrived(.next(), priority: (priority ?? own).rawValue) }) {
    case .run: break
    case .wait(let place): try await wait(at: place, arrivedWith: own)
    }
    defer { table.withLock { $0.permitReturned() }?.waiter?.resume() }
    // A caller that was cancelled before, or at the moment of its grant, has the permit: its body does not run, and the permit goes on.
    if Task.isCancelled { throw CancellationError() }
    return try await body()
  }

  private nonisolated(nonsending) func wait(at place: AdmissionTable<Turn>.Place, arrivedWith priority: TaskPriority) async throws {
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else {
      return try await suspend(at: place, arrivedWith: priority)
    }
    try await withTaskPriorityEscalationHandler {
      try await suspend(at: place, arrivedWith: priority)
    } onPriorityEscalated: { _, priority in
      table.withLock { $0.callerEscalated(place, to: priority.rawValue) }
    }
  }

  private nonisolated(nonsending) func suspend(at place: AdmissionTable<Turn>.Place, arrivedWith priority: TaskPriority) async throws {
    try await suspendUntilTurn { turn in
      table.withLock {
        // An escalation between the arrival and the installation of its handler.
        if Task.currentPriority > priority { $0.callerEscalated(place, to: Task.currentPriority.rawValue) }
        return $0.callSuspended(place, waiter: turn)
      }
    } leave: {
      table.withLock { $0.callerCancelled(place) }
    }
  }
}
