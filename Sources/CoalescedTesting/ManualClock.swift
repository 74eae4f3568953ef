/// A clock that stands still until a test advances it.
///
/// ```swift
/// let clock = ManualClock()
/// let sleep = Task { try await clock.sleep(for: .seconds(2)) }
/// try await clock.sleepers(1)
/// clock.advance(by: .seconds(2))
/// try await sleep.value
/// ```
///
/// Every instance is a time of its own, so tests that run in parallel do not disturb each other.
public final class ManualClock: Clock, Sendable {
  /// A moment of a manual clock.
  public struct Instant: InstantProtocol {
    /// The time by which the clock had been advanced.
    public let offset: Duration

    /// The moment at which a clock has been advanced by `offset` in all.
    public init(offset: Duration = .zero) {
      self.offset = offset
    }

    /// The moment that is `duration` later.
    public func advanced(by duration: Duration) -> Instant {
      Instant(offset: offset + duration)
    }

    /// The time from this moment to `other`.
    public func duration(to other: Instant) -> Duration {
      other.offset - offset
    }

    /// Whether `left` is the earlier of two moments.
    public static func < (left: Instant, right: Instant) -> Bool {
      left.offset < right.offset
    }
  }

  private struct Sleeper: Sendable {
    let id: UInt64
    let deadline: Instant
    let continuation: CheckedContinuation<Void, any Error>
  }

  /// A sleeper is resumed exactly once: by whoever takes it out of `sleepers`, after the lock.
  private struct State: Sendable {
    var now = Instant()
    var sleepers: [UInt64: Sleeper] = [:]
    var lastID: UInt64 = 0

    mutating func takeDue() -> [Sleeper] {
      let due = sleepers.values.filter { $0.deadline <= now }.sorted { ($0.deadline, $0.id) < ($1.deadline, $1.id) }
      for sleeper in due {
        sleepers[sleeper.id] = nil
      }
      return due
    }
  }

  private let state: WatchedState<State>

  /// A clock whose time is zero.
  public convenience init() {
    self.init(patience: .standard)
  }

  package init(patience: Patience) {
    state = WatchedState(State(), patience: patience)
  }

  /// The time by which the clock has been advanced so far.
  public var now: Instant {
    state.update { $0.now }
  }

  /// Zero: no deadline is rounded.
  public var minimumResolution: Duration { .zero }

  /// Suspends until the clock has been advanced to `deadline`; returns at once when it has been already.
  ///
  /// - Parameters:
  ///   - deadline: When to return.
  ///   - tolerance: Ignored: a sleep ends exactly when the clock reaches its deadline.
  /// - Throws: `CancellationError`, at once, when the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    let id = state.update { state in
      state.lastID += 1
      return state.lastID
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let outcome: Result<Void, any Error>? = state.update { state in
          if Task.isCancelled { return .failure(CancellationError()) }
          if deadline <= state.now { return .success(()) }
          state.sleepers[id] = Sleeper(id: id, deadline: deadline, continuation: continuation)
          return nil
        }
        if let outcome { continuation.resume(with: outcome) }
      }
    } onCancel: {
      // Finds nothing when it comes before the sleeper is in the state, which then sees that the task is cancelled.
      let sleeper = state.update { $0.sleepers.removeValue(forKey: id) }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
  }

  /// Moves the time on and ends every sleep whose deadline it reaches, in the order of their deadlines, then of their beginnings.
  ///
  /// It returns when they are resumed, not when they have run on; tasks on different threads run on side by side. The time moves in one
  /// step: a task that sleeps again does so from the new time. To take a loop through its rounds, advance once per round and await
  /// its next sleep in between.
  ///
  /// - Parameter duration: How far; a negative duration is a precondition failure.
  /// - Complexity: O(*n* log *n*) in the number of sleepers.
  public func advance(by duration: Duration) {
    precondition(duration >= .zero, "ManualClock.advance(by:): a clock does not go back")
    let due = state.update { state in
      state.now = state.now.advanced(by: duration)
      return state.takeDue()
    }
    for sleeper in due {
      sleeper.continuation.resume()
    }
  }

  /// Waits until exactly `count` tasks sleep on this clock.
  ///
  /// Exactly, because this number goes both ways: `sleepers(0)` waits until the last one has woken up or was cancelled.
  ///
  /// - Throws: ``UnmetExpectationError`` when that is not so within 30 seconds; `CancellationError`, at once, when the task is cancelled.
  public func sleepers(_ count: Int) async throws {
    try await state.wait(for: "exactly \(count) sleeping on a ManualClock") { state in
      state.sleepers.count == count ? () : nil
    } seen: { state in
      "\(state.sleepers.count) sleeping"
    }
  }
}
