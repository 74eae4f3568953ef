import Coalesced

/// What the owner does.
extension Ledger {
  mutating func cancelled(_ key: Int) -> Int {
    let callers = cancel(flights.indices.filter { flights[$0].key == key && !flights[$0].isForgotten })
    dropReusable(key)
    return callers
  }

  mutating func allCancelled() -> Int {
    let callers = cancel(Array(flights.indices))
    for key in reusable.keys { dropReusable(key) }
    return callers
  }

  private mutating func cancel(_ some: [Int]) -> Int {
    var callers = 0
    for flight in some where flights[flight].stage != .over && !flights[flight].isDecided {
      callers += flights[flight].waiters.count
      if flights[flight].stage == .running {
        counts.cancelled += 1
        flights[flight].mustCancel = true
        flights[flight].drains = policy.abandonment == .cancelAndDrain && !flights[flight].isForgotten
      } else {
        flights[flight].stage = .over
      }
      flights[flight].hasTimer = false
      decide(flight, .outcome(Self.cancelledByOwner))
    }
    startQueued()
    return callers
  }

  mutating func forgotten(_ key: Int) -> Bool {
    if let flight = running(key) {
      forget(flight)
      return true
    }
    defer { dropReusable(key) }
    return reusable[key] != nil
  }

  mutating func allForgotten() -> Int {
    let keys = Set(flights.map(\.key))
    let shared = keys.filter { running($0) != nil || reusable[$0] != nil }
    for flight in keys.compactMap({ running($0) }) { letGo(flight) }
    for key in shared { dropReusable(key) }
    startQueued()
    return shared.count
  }

  mutating func forget(_ flight: Int) {
    letGo(flight)
    startQueued()
  }

  private mutating func letGo(_ flight: Int) {
    counts.forgotten += 1
    flights[flight].isForgotten = true
    flights[flight].hasTimer = false
    if flights[flight].waiters.isEmpty, policy.abandonment != .finish { cancelAbandoned(flight) }
  }
}
