import Synchronization

/// Scopes of any key and output types that are cancelled, forgotten, awaited, counted and watched together.
///
/// A group keeps none of its scopes alive, and still counts those that are gone.
///
/// ```swift
/// let session = FlightGroup(label: "session")
/// let fetchUser = coalesced(api.fetchUser, in: session)
/// let fetchAvatar = coalesced(api.fetchAvatar, in: session)
///
/// // At logout:
/// session.cancelAll()
/// ```
public final class FlightGroup: Sendable {
  private struct Member: Sendable {
    weak var scope: (any FlightScope)?
    let source: any FlightStatisticsSource
  }

  private struct Members: Sendable {
    /// By the number of the scope.
    var present = SerialMap<Member>()
    /// The counts of the scopes that are gone.
    var past = FlightStatistics()
  }

  private let members = Mutex(Members())
  package let label: String
  package let onEvent: (@Sendable (FlightEvent) -> Void)?
  /// Called when a caller has suspended: from then on it leaves within the `cancel()` of its task.
  @usableFromInline let onSuspension: (@Sendable () -> Void)?

  /// A group without scopes.
  ///
  /// - Parameters:
  ///   - label: What its events carry as ``FlightEvent/scopeLabel``.
  ///   - onEvent: Called for each event of its scopes, by the task that caused it, outside every lock, before callers that
  ///     wait are resumed. Events of different tasks can arrive in either order. It may call anything here, and must not
  ///     block: some events come from a cancellation handler.
  public convenience init(label: String = "", onEvent: (@Sendable (FlightEvent) -> Void)? = nil) {
    self.init(label: label, onEvent: onEvent, onSuspension: nil)
  }

  package init(label: String, onEvent: (@Sendable (FlightEvent) -> Void)?, onSuspension: (@Sendable () -> Void)?) {
    self.label = label
    self.onEvent = onEvent
    self.onSuspension = onSuspension
  }

  /// Cancels every flight of every scope: their callers throw `error`, and their operations are cancelled.
  ///
  /// - Returns: The number of callers that get `error`.
  /// - Complexity: O(scopes + flights + callers).
  @discardableResult
  public func cancelAll(throwing error: any Error = FlightCancelledError()) -> Int {
    let cancelled = scopes.map { $0.cancelAll(throwing: error) }
    for scope in cancelled { scope.cancelOperations() }
    return cancelled.reduce(0) { $0 + $1.callers }
  }

  /// Lets go of every running flight of every scope: its callers keep it, newcomers start another.
  ///
  /// - Returns: The number of flights and served results that were let go of.
  /// - Complexity: O(scopes + flights).
  @discardableResult
  public func forgetAll() -> Int {
    scopes.reduce(0) { $0 + $1.forgetAll() }
  }

  /// Waits until no operation of any of its scopes runs, abandoned ones included; leaves at once when cancelled.
  ///
  /// The scopes are awaited one after the other: an operation that starts meanwhile in one that was idle is not awaited. The scope
  /// whose operation asks is not awaited: it would wait for itself. That an operation of another scope waits for that one is not known here.
  public func idle() async {
    for scope in scopes { await scope.idle() }
  }

  /// The sum over its scopes, those that are gone included.
  ///
  /// Each scope is counted at one moment, the scopes one after the other. O(scopes).
  public var statistics: FlightStatistics { snapshot.statistics }

  /// The same, with how many of the waiting callers have suspended.
  package var snapshot: (statistics: FlightStatistics, suspended: Int) {
    let members = members.withLock { $0 }
    return members.present.values.reduce(into: (members.past, 0)) { sum, member in
      let snapshot = member.source.snapshot
      sum.statistics += snapshot.statistics
      sum.suspended += snapshot.suspended
    }
  }

  private var scopes: [any FlightScope] { members.withLock { $0 }.present.values.compactMap(\.scope) }

  /// Tells `onEvent`, if anybody listens. The lock of no scope is held here.
  @usableFromInline
  func report(_ kind: FlightEvent.Kind, of flight: FlightIdentity?, in scope: UInt64, waiting: Int) {
    let flightID = flight.map { FlightEvent.FlightID(scope: scope, serial: $0.serial) }
    onEvent?(FlightEvent(kind: kind, flight: flightID, scopeLabel: label, waiting: waiting))
  }

  /// A scope is made in this group.
  func add(_ scope: any FlightScope, source: any FlightStatisticsSource, id: UInt64) {
    members.withLock { $0.present.insert(id, Member(scope: scope, source: source)) }
  }

  /// A scope of this group is gone, with the last that could change its counts.
  func remove(_ id: UInt64, statistics: FlightStatistics) {
    // The member dies outside the lock.
    _ = members.withLock { members in
      members.past += statistics
      return members.present.remove(id)
    }
  }
}
