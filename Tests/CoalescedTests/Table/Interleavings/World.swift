import Coalesced

/// Actors with small scripts, whose steps are taken in every order.
struct World: Sendable, CustomStringConvertible {
  /// One call.
  struct Caller: Sendable {
    var key = 1
    /// `nil`: as the policy says.
    var joining: FlightPolicy.Joining?
    var priority: UInt8 = 20
    /// Its task is cancelled at some time: first the flag is set, then the handler runs.
    var isCancelled = false
    /// Its task is escalated to this at some time while it waits.
    var escalation: UInt8?
    /// The call is made by the operation of the flight that this caller leads, if it leads one.
    var enclosing: Int?
    /// That operation has returned when the call is made, by a task that it started.
    var outlives = false
    /// It calls after that caller has parked, so that a world of many callers has fewer schedules.
    var follows: Int?
  }

  /// One act of the owner. Those of a world happen in the order of its list.
  enum Act: Sendable {
    case cancel(Int), cancelAll, forget(Int), forgetAll
    /// The clock moves.
    case advance(Duration)
  }

  /// Somebody who waits without being a caller.
  struct Bystander: Sendable {
    /// The key whose flight it watches; `nil`: it waits until the scope is idle.
    var key: Int?
    var isCancelled = false
  }

  let name: String
  var policy = FlightPolicy()
  var callers: [Caller]
  var acts: [Act] = []
  var bystanders: [Bystander] = []
  var operationsFail = false
  /// Whether all callers may have a value.
  var isShared = true
  /// Whether calls bring the hash of their key at once.
  var isHashed = true
  /// Whether somebody listens to the events of the scope.
  var isWatched = true
  /// How many schedules there are: a number that changes says that the table, or the enumeration, changed.
  let schedules: Int

  var description: String { name }

  /// Whether a call brings its priority when it arrives.
  func queuesFlights(_ caller: Caller) -> Bool { FlightRules(policy).queuesFlights || (caller.joining ?? policy.joining) == .next }

  init(
    _ name: String,
    _ schedules: Int,
    _ callers: [Caller],
    acts: [Act] = [],
    bystanders: [Bystander] = [],
    operationsFail: Bool = false,
    isShared: Bool = true,
    isWatched: Bool = true,
    isHashed: Bool = true,
    policy: (inout FlightPolicy) -> Void = { _ in }
  ) {
    self.name = name
    self.schedules = schedules
    self.callers = callers
    self.acts = acts
    self.bystanders = bystanders
    self.operationsFail = operationsFail
    self.isShared = isShared
    self.isWatched = isWatched
    self.isHashed = isHashed
    policy(&self.policy)
  }
}

extension World.Caller {
  static var plain: Self { Self() }
  static var leaver: Self { Self(isCancelled: true) }
  static func on(_ key: Int) -> Self { Self(key: key) }
  static func outliving(_ caller: Int, on key: Int) -> Self { Self(key: key, enclosing: caller, outlives: true) }
  static func inside(_ caller: Int, on key: Int) -> Self { Self(key: key, enclosing: caller) }
}
