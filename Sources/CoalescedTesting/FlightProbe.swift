import Coalesced

/// Shows a test what the callers of coalesced functions do: give its ``group`` to the code under test, and await the event you need.
///
/// ```swift
/// let operation = SuspendedOperation<Int, String>()
/// let probe = FlightProbe()
/// let fetch = coalesced(operation.function, in: probe.group)
///
/// let callers = (1...3).map { _ in Task { try await fetch(7) } }
/// try await probe.waiting(3)
/// try await operation.nextInvocation().succeed(with: "seven")
/// ```
///
/// It sees every scope of its group together. A number that goes up and down, ``waiting(_:)``, is awaited exactly. A count only
/// grows, and is awaited as *at least*: otherwise it would depend on luck whether a wait for the first of two events sees one or both.
/// To show that nothing more has happened, await an event that comes after it, and compare `group.statistics`.
///
/// Every wait throws ``UnmetExpectationError`` with all counts when what it awaits is not so within 30 seconds, and
/// `CancellationError`, at once, when its own task is cancelled.
public final class FlightProbe: Sendable {
  /// The statistics are read outside the lock, by one reader at a time, so that they go forward only and nothing dies under the lock.
  private struct State: Sendable {
    weak var group: FlightGroup?
    var statistics = FlightStatistics()
    /// How many of the waiting callers have suspended.
    var suspended = 0
    /// How many readings were asked for.
    var asked = 0
    /// Which of them `statistics` answers.
    var answered = 0
    /// Whether somebody reads; whoever does goes on until every reading asked for is answered.
    var isReading = false

    var summary: String {
      let waiting = statistics.waiting
      return "\(waiting) waiting\(suspended == waiting ? "" : " (\(suspended) suspended)"), \(statistics.started) started, "
        + "\(statistics.joined) joined, \(statistics.left) left, \(statistics.abandoned) abandoned, \(statistics.landed) landed, "
        + "\(statistics.cancelled) cancelled, \(statistics.forgotten) forgotten, \(statistics.unshared) unshared,"
    }
  }

  /// What the code under test puts its scopes in.
  public let group: FlightGroup

  private let state: WatchedState<State>

  /// A probe with a group of its own.
  public convenience init() {
    self.init(patience: .standard)
  }

  package init(patience: Patience) {
    let state = WatchedState(State(), patience: patience)
    let group = FlightGroup(label: "", onEvent: { _ in Self.read(into: state) }, onSuspension: { Self.read(into: state) })
    state.update { $0.group = group }
    self.state = state
    self.group = group
  }

  /// Waits until exactly `count` callers wait for flights, and every one of them has suspended: from then on a caller leaves within the call that
  /// cancels its task, if its policy lets it leave, and escalates its flight within one that escalates it, where the system does.
  ///
  /// A caller that leads suspends once its operation does, which until then runs on its thread.
  public func waiting(_ count: Int) async throws {
    try await wait(for: "exactly \(count) waiting") { $0.statistics.waiting == count && $0.suspended == count }
  }

  /// Waits until `count` or more flights have started since the probe was made.
  ///
  /// A flight counts before its operation is called: await `SuspendedOperation.nextInvocation()` for that. Operations may be called in another order than
  /// that of their flights.
  public func started(_ count: Int) async throws {
    try await wait(for: "\(count) started") { $0.statistics.started >= count }
  }

  /// Waits until `count` or more callers have joined a flight since the probe was made; the callers that led are not among them.
  public func joined(_ count: Int) async throws {
    try await wait(for: "\(count) joined") { $0.statistics.joined >= count }
  }

  /// Waits until `count` or more callers have left since the probe was made.
  public func left(_ count: Int) async throws {
    try await wait(for: "\(count) left") { $0.statistics.left >= count }
  }

  /// Waits until `count` or more flights were abandoned and cancelled since the probe was made.
  public func abandoned(_ count: Int) async throws {
    try await wait(for: "\(count) abandoned") { $0.statistics.abandoned >= count }
  }

  /// Waits until `count` or more flights have landed, with a value or an error, since the probe was made.
  public func landed(_ count: Int) async throws {
    try await wait(for: "\(count) landed") { $0.statistics.landed >= count }
  }

  private func wait(for awaited: String, until condition: @escaping @Sendable (State) -> Bool) async throws {
    // What was so before the call began does not count: a reading answers only what was asked before it.
    let reading = Self.read(into: state)
    try await state.wait(for: awaited) { state in
      state.answered >= reading && condition(state) ? () : nil
    } seen: { state in
      state.summary
    }
  }

  /// Has the statistics read after this moment; returns the number of that reading.
  @discardableResult
  private static func read(into state: WatchedState<State>) -> Int {
    let (reading, group) = state.update { state -> (Int, FlightGroup?) in
      state.asked += 1
      guard !state.isReading, let group = state.group else { return (state.asked, nil) }
      state.isReading = true
      return (state.asked, group)
    }
    guard let group else { return reading }
    var next: Int? = reading
    while let current = next {
      let snapshot = group.snapshot
      next = state.update { state in
        (state.statistics, state.suspended) = snapshot
        state.answered = current
        state.isReading = state.asked > current
        return state.isReading ? state.asked : nil
      }
    }
    return reading
  }
}

extension FlightStatistics {
  fileprivate var landed: Int { succeeded + failed }
}
