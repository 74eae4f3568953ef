import Coalesced

/// What must happen, kept without the table: plain lists, searched from end to end, and the promises as rules.
///
/// It learns from the table only which identity a new flight got.
struct Ledger {
  enum Stage { case queued, running, over }

  struct Flight {
    let identity: FlightIdentity
    let key: Int
    let leader: Int
    var stage: Stage
    /// The callers that still wait for its outcome.
    var waiters: [Int]
    var priority: UInt8
    /// Nobody can join or leave it any more, and its callers are owed something.
    var isDecided = false
    var outcome: Int?
    var isForgotten = false
    /// It was cancelled, and its successor waits for its operation.
    var drains = false
    var needsNoPermit: Bool
    /// A timer runs for it: it has no callers, or its value is served again.
    var hasTimer = false
    var isStarted = false
    /// The operation's task must have been cancelled, once.
    var mustCancel = false
    /// The time at which it started, then the one at which it landed.
    var time: Duration
    var startedAtStep = 0
    /// The only caller that may have the outcome; `nil` where one of the waiters gets it, nobody knows which.
    var isExclusive = false
  }

  /// What a caller must get.
  enum Debt: Equatable { case outcome(Int), leave, runDirectly, outcomeOrDirectRun(Int) }

  /// What an arrival must be answered.
  enum Welcome { case refuse, lead, queue, join(Int), reuse(Int), runDirectly }

  static let cancelledByOwner = -1

  let policy: FlightPolicy
  var flights: [Flight] = []
  var owed: [Debt?]
  /// For each caller, the flight it arrived at.
  var flightOf: [Int?]
  var arrivedAtStep: [Int]
  /// Keys whose last value is served again, by the index of its flight.
  var reusable: [Int: Int] = [:]
  /// Calls that operations have made: flight, caller.
  var nested: [(flight: Int, caller: Int)] = []
  var counts = FlightStatistics()
  var now: Duration = .zero
  var step = 0

  init(policy: FlightPolicy, callers: Int) {
    self.policy = policy
    self.owed = Array(repeating: nil, count: callers)
    self.flightOf = Array(repeating: nil, count: callers)
    self.arrivedAtStep = Array(repeating: 0, count: callers)
  }

  // MARK: - Questions

  func index(of flight: FlightIdentity) -> Int? { flights.firstIndex { $0.identity == flight } }

  /// The flight of a key that a newcomer can join.
  func running(_ key: Int) -> Int? {
    flights.firstIndex { $0.key == key && $0.stage == .running && !$0.isDecided && !$0.isForgotten }
  }

  func queued(_ key: Int) -> Int? { flights.firstIndex { $0.key == key && $0.stage == .queued } }

  /// The flight that has to be out of the way before another of its key starts.
  func blocker(_ key: Int) -> Int? {
    flights.firstIndex { $0.key == key && $0.stage == .running && !$0.isForgotten && (!$0.isDecided || $0.drains) }
  }

  var permits: Int { flights.filter { $0.stage == .running && !$0.needsNoPermit }.count }
  var operations: Int { flights.filter { $0.stage == .running }.count }

  func callerCount(_ key: Int) -> Int {
    flights.filter { $0.key == key && !$0.isForgotten && !$0.isDecided }.reduce(0) { $0 + $1.waiters.count }
  }

  var keysInFlight: [Int] {
    Set(flights.filter { $0.stage != .over && !$0.isDecided && !$0.isForgotten }.map(\.key)).sorted()
  }

  /// Whether a flight waits for another, through the calls that its operation has made.
  func waits(_ flight: Int, for other: Int, past seen: [Int] = []) -> Bool {
    if flight == other { return true }
    if seen.contains(flight) { return false }
    var next = nested.filter { $0.flight == flight }.compactMap { flightOf[$0.caller] }
    if flights[flight].stage == .queued, let blocker = blocker(flights[flight].key) { next.append(blocker) }
    return next.contains { waits($0, for: other, past: seen + [flight]) }
  }

  // MARK: - Arrivals

  mutating func welcome(_ call: World.Caller, isFlagged: Bool, enclosing: Int?) -> Welcome {
    if isFlagged { return .refuse }
    let joining = call.joining ?? policy.joining
    if let window = policy.joinWindow, let flight = running(call.key), now - flights[flight].time >= window { forget(flight) }
    if let flight = reusable[call.key] {
      if let window = policy.reuseWindow, joining == .current, now - flights[flight].time < window {
        counts.joined += 1
        return .reuse(Int(flights[flight].identity.serial))
      }
      dropReusable(call.key)
    }
    let meets = (joining == .current ? running(call.key) : nil) ?? queued(call.key)
    if let waitsFor = meets ?? blocker(call.key), let enclosing, waits(waitsFor, for: enclosing) {
      counts.unshared += 1
      return .runDirectly
    }
    if let meets { return .join(meets) }
    if blocker(call.key) != nil { return .queue }
    if let limit = policy.concurrencyLimit, enclosing == nil, permits >= limit { return .queue }
    return .lead
  }

  mutating func led(_ caller: Int, _ call: World.Caller, _ identity: FlightIdentity, priority: UInt8, enclosing: Int?) {
    flightOf[caller] = flights.count
    arrivedAtStep[caller] = step
    if let enclosing { nested.append((enclosing, caller)) }
    flights.append(
      Flight(
        identity: identity,
        key: call.key,
        leader: caller,
        stage: .queued,
        waiters: [caller],
        priority: priority,
        needsNoPermit: enclosing != nil,
        time: now
      )
    )
    raise(flights.count - 1, to: priority)
    startQueued()
  }

  mutating func joined(_ caller: Int, _ flight: Int, priority: UInt8, enclosing: Int?) {
    flightOf[caller] = flight
    arrivedAtStep[caller] = step
    counts.joined += 1
    flights[flight].waiters.append(caller)
    flights[flight].hasTimer = false
    if let enclosing {
      nested.append((enclosing, caller))
      if flights[flight].stage == .queued { flights[flight].needsNoPermit = true }
    }
    raise(flight, to: priority)
    startQueued()
  }

  private mutating func raise(_ flight: Int, to priority: UInt8) {
    flights[flight].priority = max(flights[flight].priority, priority)
    guard flights[flight].stage == .queued, let blocker = blocker(flights[flight].key) else { return }
    flights[blocker].priority = max(flights[blocker].priority, flights[flight].priority)
  }

  mutating func escalated(_ caller: Int, to priority: UInt8) {
    guard let flight = flightOf[caller], !flights[flight].isDecided, flights[flight].waiters.contains(caller) else { return }
    raise(flight, to: priority)
  }

  /// Starts every flight that may: the highest priority first, then the oldest.
  mutating func startQueued() {
    while true {
      let ready = flights.indices.filter { flights[$0].stage == .queued && blocker(flights[$0].key) == nil }
      let free = ready.first { flights[$0].needsNoPermit || policy.concurrencyLimit == nil }
      let first = ready.min {
        (flights[$1].priority, flights[$0].identity.serial) < (flights[$0].priority, flights[$1].identity.serial)
      }
      guard let next = free ?? (permits < policy.concurrencyLimit ?? .max ? first : nil) else { return }
      flights[next].stage = .running
      flights[next].isStarted = true
      flights[next].time = now
      flights[next].startedAtStep = step
      counts.started += 1
    }
  }

  // MARK: - Ends

  /// Answers whether the caller leaves.
  mutating func left(_ caller: Int) -> Bool {
    guard let flight = flightOf[caller], !flights[flight].isDecided, let place = flights[flight].waiters.firstIndex(of: caller)
    else { return false }
    flights[flight].waiters.remove(at: place)
    owed[caller] = .leave
    counts.left += 1
    if flights[flight].waiters.isEmpty { abandoned(flight) }
    startQueued()
    return true
  }

  private mutating func abandoned(_ flight: Int) {
    if flights[flight].stage == .queued {
      flights[flight].stage = .over
      flights[flight].isDecided = true
      return
    }
    switch policy.abandonment {
    case .finish: return
    case .cancelAfter where !flights[flight].isForgotten: flights[flight].hasTimer = true
    case .cancel, .cancelAfter: cancelAbandoned(flight)
    case .cancelAndDrain: cancelAbandoned(flight, drains: !flights[flight].isForgotten)
    }
  }

  mutating func cancelAbandoned(_ flight: Int, drains: Bool = false) {
    flights[flight].isDecided = true
    flights[flight].drains = drains
    flights[flight].mustCancel = true
    flights[flight].hasTimer = false
    counts.abandoned += 1
  }

  mutating func timeIsOver(_ flight: Int) {
    guard flights[flight].hasTimer else { return }
    if flights[flight].isDecided { dropReusable(flights[flight].key) } else { cancelAbandoned(flight) }
    startQueued()
  }

  mutating func landed(_ flight: Int, succeeded: Bool, isShared: Bool) {
    flights[flight].stage = .over
    flights[flight].drains = false
    if !flights[flight].isDecided {
      if succeeded { counts.succeeded += 1 } else { counts.failed += 1 }
      let serial = Int(flights[flight].identity.serial)
      flights[flight].hasTimer = false
      decide(flight, .outcome(serial), isShared: isShared)
      if policy.reuseWindow != nil, succeeded, isShared, !flights[flight].isForgotten, queued(flights[flight].key) == nil {
        reusable[flights[flight].key] = flight
        flights[flight].hasTimer = true
        flights[flight].time = now
      }
    }
    startQueued()
  }

  mutating func decide(_ flight: Int, _ debt: Debt, isShared: Bool = true) {
    let waiters = flights[flight].waiters
    flights[flight].isDecided = true
    if case .outcome(let outcome) = debt { flights[flight].outcome = outcome }
    flights[flight].waiters = []
    for waiter in waiters { owed[waiter] = debt }
    guard !isShared, waiters.count > 1, case .outcome(let outcome) = debt else { return }
    counts.unshared += waiters.count - 1
    flights[flight].isExclusive = true
    let leads = waiters.contains(flights[flight].leader)
    for waiter in waiters where waiter != flights[flight].leader { owed[waiter] = leads ? .runDirectly : .outcomeOrDirectRun(outcome) }
  }

  mutating func dropReusable(_ key: Int) {
    guard let flight = reusable.removeValue(forKey: key) else { return }
    flights[flight].hasTimer = false
  }
}
