/// One scope with its controls: calls with equal keys that overlap share one run of an operation that each call brings.
///
/// Of the operations of calls that share a flight, that of the call that led runs; the others are dropped. Where one
/// function with its arguments is enough, ``coalesced(_:policy:in:)-9vz8i`` is shorter; both promise the same.
///
/// ```swift
/// let avatars = Coalescer<URL, Image>()
///
/// func avatar(at url: URL) async throws -> Image {
///   try await avatars.value(for: url) { try await download(url) }
/// }
/// ```
///
/// A coalescer may be used from any isolation. Every method may be called from anywhere, also from inside an operation, an
/// event callback, a cancellation handler or a `deinit`. The one exception is `==` of keys: it runs while the scope is
/// locked, and must not call it.
public final class Coalescer<Key: Hashable & Sendable, Output: Sendable>: Sendable {
  @usableFromInline let control: FlightControl<Key, Output>

  /// An empty scope.
  ///
  /// - Parameters:
  ///   - policy: What the scope does beyond the default promise.
  ///   - group: The group that the scope belongs to, if any.
  public init(policy: FlightPolicy = FlightPolicy(), in group: FlightGroup? = nil) {
    self.control = FlightControl(policy: policy, group: group)
  }

  /// An empty scope that asks of each value whether the callers that joined may have it.
  ///
  /// A value for which `sharedWhen` is false goes to one caller: the one that led or, if it left, another. The rest run
  /// their own operations, in parallel, unless they were cancelled, and count as ``FlightStatistics/unshared``. Such a value is not served again
  /// under ``FlightPolicy/reuseWindow``. An error is always shared.
  ///
  /// - Parameters:
  ///   - policy: What the scope does beyond the default promise.
  ///   - group: The group that the scope belongs to, if any.
  ///   - sharedWhen: Called with the key and the value, at most once for a flight, in the operation's task, before anybody has the
  ///     value; not where the flight is over and nobody asks for it.
  public init(policy: FlightPolicy = FlightPolicy(), in group: FlightGroup? = nil, sharedWhen: @escaping @Sendable (Key, Output) -> Bool) {
    self.control = FlightControl(policy: policy, group: group, sharedWhen: sharedWhen)
  }

  /// The value of the flight for `key`: the one that runs or, where none does, a new one of `operation`.
  ///
  /// The call leads or joins before its first suspension and without leaving the caller's actor: once a call from the main
  /// actor suspends, it is counted. The operation runs in a task of its own, with the task-local values of the call that
  /// leads and the highest priority among its callers.
  ///
  /// - Throws: What the operation throws; `CancellationError` where the calling task is cancelled; what the owner cancels with.
  /// - Complexity: O(1) to join and to leave. Landing is O(callers).
  @inlinable
  public nonisolated(nonsending) func value(for key: Key, operation: @escaping @Sendable () async throws -> Output) async throws -> Output {
    try await control.value(for: key, operation: ClosureCall(operation))
  }

  /// The same for one call that may share only what `joining` allows, whatever the policy says: `.next` for a
  /// refresh after a change, in a scope whose other calls join the current flight.
  @inlinable
  public nonisolated(nonsending) func value(
    for key: Key,
    joining: FlightPolicy.Joining,
    operation: @escaping @Sendable () async throws -> Output
  ) async throws -> Output {
    try await control.value(for: key, joining: joining, operation: ClosureCall(operation))
  }

  /// Cancels the flight of a key, and the one that waits to follow it: its callers throw `error`, its operation is cancelled.
  ///
  /// The next call starts a new flight, also while the cancelled operation still unwinds; with
  /// ``FlightPolicy/Abandonment/cancelAndDrain`` once it has returned. A result that is served again is dropped.
  ///
  /// - Returns: The number of callers that get `error`.
  @inlinable
  @discardableResult
  public func cancel(_ key: Key, throwing error: any Error = FlightCancelledError()) -> Int {
    control.cancel(key, throwing: error)
  }

  /// Cancels every flight as ``cancel(_:throwing:)`` does, those that were forgotten included.
  ///
  /// - Returns: The number of callers that get `error`.
  /// - Complexity: O(flights + callers).
  @discardableResult
  public func cancelAll(throwing error: any Error = FlightCancelledError()) -> Int {
    let cancelled = control.cancelAll(throwing: error)
    cancelled.cancelOperations()
    return cancelled.callers
  }

  /// Lets go of the running flight of a key: its callers keep it, newcomers start another.
  ///
  /// A flight that waits to start is not let go of, as nothing it returns can be older than this call. One that lingers
  /// without callers is abandoned. A result that is served again (``FlightPolicy/reuseWindow``) is dropped.
  ///
  /// - Returns: Whether there was something to let go of.
  @inlinable
  @discardableResult
  public func forget(_ key: Key) -> Bool {
    control.forget(key)
  }

  /// Lets go of every running flight as ``forget(_:)`` does.
  ///
  /// - Returns: The number of flights and served results that were let go of.
  /// - Complexity: O(flights).
  @discardableResult
  public func forgetAll() -> Int {
    control.forgetAll()
  }

  /// Waits until the flight that `key` has now is over, whatever it ends with; returns at once where there is none, and when
  /// the calling task is cancelled.
  ///
  /// It never starts a flight and is not one of its callers. From inside an operation that the flight waits for, it returns at once: it would
  /// wait for itself. That relation is known as it is for calls, inside one scope.
  public func waitForFlight(_ key: Key) async {
    await control.waitForFlight(key)
  }

  /// Waits until no operation of this scope runs any more, abandoned ones included; leaves at once when cancelled.
  ///
  /// Calls that run their operation directly are not awaited. From inside an operation of this scope it returns at once, as it would wait for
  /// itself; not once that operation's flight was cancelled or abandoned, when its own task is cancelled, and what it has started waits.
  public func idle() async {
    await control.idle()
  }

  /// How many callers wait for a key; those of flights that were forgotten are not among them.
  @inlinable
  public func callerCount(for key: Key) -> Int {
    control.callerCount(for: key)
  }

  /// The keys that have a flight, running or waiting to start, in no order. O(keys).
  @inlinable public var keysInFlight: [Key] { control.keysInFlight }

  /// What has happened in this scope so far, at one moment.
  public var statistics: FlightStatistics { control.statistics }
}
