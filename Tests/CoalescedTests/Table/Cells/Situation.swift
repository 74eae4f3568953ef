import Coalesced

/// A flight in a state: the policy and the history that bring it there.
struct Situation: Sendable {
  var policy = FlightPolicy()
  var history: [TableEvent]
  /// Whether somebody listens to the events of the scope.
  var isWatched = true
  /// The flight in question.
  var flight = FlightIdentity.first
  /// The call that led it.
  var leader: CallerIdentity { .leader(of: flight) }

  init(_ history: [TableEvent], of flight: FlightIdentity = .first, policy: (inout FlightPolicy) -> Void = { _ in }) {
    self.history = history
    self.flight = flight
    policy(&self.policy)
  }

  func then(_ events: TableEvent...) -> Self {
    var copy = self
    copy.history += events
    return copy
  }

  func of(_ flight: FlightIdentity) -> Self {
    var copy = self
    copy.flight = flight
    return copy
  }

  func with(_ change: (inout FlightPolicy) -> Void) -> Self {
    var copy = self
    change(&copy.policy)
    return copy
  }

  var unwatched: Self {
    var copy = self
    copy.isWatched = false
    return copy
  }

  /// The word of the document for the state of the flight.
  var state: String { table.word(for: flight) }

  /// A table after the history.
  var table: TextTable {
    var table = TextTable(rules: FlightRules(policy), reports: isWatched)
    for event in history { _ = event.apply(to: &table) }
    return table
  }
}

extension Situation {
  static let all: [Situation] = [absent, queued, running, lingering, forgotten, draining, reusable, ended]

  private static let flying: [TableEvent] = [
    .arrive(), .launch(.leader(of: .first), "job 1"), .park(.leader(of: .first), "caller 1"),
  ]
  private static let waiting: [TableEvent] = [
    .launch(.leader(of: .second), "job 2"), .parkTask(.second, "task 2"), .park(.leader(of: .second), "caller 2"),
  ]

  /// Its flight is over: the operation has returned, and everybody has the outcome.
  static let absent = Situation(flying + [.land(.first)])
  /// It waits for the permit that the flight of another key holds.
  static let queued = Situation([.arrive(on: "other"), .arrive()] + waiting, of: .second) { $0.concurrencyLimit = 1 }
  /// The same, before its task and its caller have parked.
  static let justQueued = Situation([.arrive(on: "other"), .arrive(), .launch(.leader(of: .second), "job 2")], of: .second) {
    $0.concurrencyLimit = 1
  }
  /// It waits for the flight that runs under the same key.
  static let successor = Situation(flying + [.arrive(joining: .next)] + waiting, of: .second)
  static let running = Situation(flying)
  /// Its leading caller has not parked yet.
  static let justLaunched = Situation([.arrive(), .launch(.leader(of: .first), "job 1")])
  /// Its leading caller has not made the task yet.
  static let justArrived = Situation([.arrive()])
  static let lingering = Situation(flying + [.leave(.leader(of: .first)), .timerStarted(.first, 2)]) {
    $0.abandonment = .cancelAfter(.seconds(1))
  }
  /// Lingering without a timer.
  static let finishing = Situation(flying + [.leave(.leader(of: .first))]) { $0.abandonment = .finish }
  static let forgotten = Situation(flying + [.forget()])
  static let draining = Situation(flying + [.leave(.leader(of: .first))]) { $0.abandonment = .cancelAndDrain }
  static let reusable = Situation(flying + [.land(.first), .timerStarted(.first, 2)]) { $0.reuseWindow = .seconds(10) }
  static let ended = Situation([.arrive(), .launch(.leader(of: .first), "job 1"), .land(.first)])
}

extension FlightIdentity {
  static let first = FlightIdentity(slot: 0, serial: 1)
  static let second = FlightIdentity(slot: 1, serial: 2)
  /// Where another one has had the same slot, or a timer or a caller the serial between.
  static func at(_ slot: Int, serial: UInt64) -> Self { Self(slot: slot, serial: serial) }
  /// The flight of a call's operation that has nothing to do with the others.
  static let elsewhere = FlightIdentity(slot: 7, serial: 70)
}

extension CallerIdentity {
  static func leader(of flight: FlightIdentity) -> Self { Self(flight: flight, serial: flight.serial) }
  static func joiner(of flight: FlightIdentity, serial: UInt64) -> Self { Self(flight: flight, serial: serial) }
}
