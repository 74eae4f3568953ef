/// What a scope does beyond the default promise: one value, chosen once, when the scope is made.
///
/// The default is what most services want: a cancelled caller leaves at once, the last to leave cancels the work, every
/// call joins the flight that is running, and nothing is kept.
///
/// ```swift
/// var policy = FlightPolicy()
/// policy.abandonment = .cancelAfter(.seconds(2))
/// let fetchAvatar = coalesced(api.fetchAvatar, policy: policy)
/// ```
public struct FlightPolicy: Sendable {
  /// What happens to a caller whose own task is cancelled while it waits.
  public enum CallerCancellation: Hashable, Sendable {
    /// The caller throws `CancellationError` at once, whatever the operation does.
    case leave
    /// The caller waits for the landing, then throws `CancellationError` in place of a value; an error of the operation
    /// reaches it as it is. Such a caller never counts as having left.
    case wait
  }

  /// What happens to a flight when its last caller has left.
  public enum Abandonment: Hashable, Sendable {
    /// The scope lets go of the flight and its operation is cancelled; the next call starts another.
    case cancel
    /// The flight stays joinable for this long after each last leave; then as ``cancel``. A negative time is a precondition
    /// failure when the scope is made.
    case cancelAfter(Duration)
    /// As ``cancel``, but the next flight for that key starts only after the cancelled operation has returned.
    case cancelAndDrain
    /// The operation runs to its end and stays joinable.
    case finish
  }

  /// Which flight a call may share.
  public enum Joining: Hashable, Sendable {
    /// The one that runs.
    case current
    /// Only one that starts after the call: callers that arrive during a flight share one successor, which starts when the
    /// running one has landed, or was abandoned, cancelled or forgotten. For a refresh after a change.
    case next
  }

  /// Whether a cancelled caller leaves at once. `.leave` unless set.
  public var callerCancellation: CallerCancellation
  /// What the last leave does to the flight. `.cancel` unless set.
  public var abandonment: Abandonment
  /// Whether a call may share a flight that started before it. `.current` unless set.
  public var joining: Joining
  /// The age from which a flight is joined no more: it is forgotten, so that a stuck operation does not hold its key.
  /// `nil`, the default: a flight is joined until it lands. A negative one is a precondition failure when the scope is made.
  public var joinWindow: Duration?
  /// How long a *successful* result is served to later callers after it landed. `nil`, the default: never.
  ///
  /// This is a cache, with all of a cache's questions: who may see the value, how old it may be, what makes it wrong.
  /// `forget` and `cancel` drop it at once. A negative one is a precondition failure when the scope is made.
  public var reuseWindow: Duration?
  /// How many flights of the scope may run at once; further ones wait in order of priority, then arrival. `nil`, the
  /// default: no limit. Less than one is a precondition failure when the scope is made. A call from inside an operation of the
  /// scope waits for no permit.
  public var concurrencyLimit: Int?
  /// The clock of every duration above. `ContinuousClock` unless set.
  public var clock: any Clock<Duration>

  /// The default policy.
  @inlinable
  public init() {
    self.callerCancellation = .leave
    self.abandonment = .cancel
    self.joining = .current
    self.joinWindow = nil
    self.reuseWindow = nil
    self.concurrencyLimit = nil
    self.clock = ContinuousClock()
  }
}
