extension FlightTable {
  /// Looks at ``brokenInvariant``, which stops the process where there is one; otherwise the answer is true.
  ///
  /// - Parameter limit: A table with more slots, or more callers, than this is not looked at: every debug build asks after
  ///   every event.
  @usableFromInline
  package func checkInvariants(of limit: Int = .max) -> Bool {
    guard flights.count <= limit, counts.waiting <= limit, let brokenInvariant else { return true }
    preconditionFailure("FlightTable: not true any more: \(brokenInvariant)")
  }

  /// The first that is broken of what holds between any two events.
  package var brokenInvariant: StaticString? {
    let live = flights.indices.filter { flights[$0].serial != 0 }
    var broken: StaticString?
    func hold(_ condition: Bool, _ invariant: StaticString) {
      if !condition, broken == nil { broken = invariant }
    }

    hold(live.count == liveFlights, "the live flights are counted")
    var free: Set<Int> = []
    var next = freeSlot
    while next >= 0, free.insert(next).inserted { next = flights[next].link }
    hold(free == Set(0..<openSlots).subtracting(live), "the free slots that are open are in their list")
    hold(closedFlights == live.filter { $0 >= openSlots }.count, "the flights in closed slots are counted")
    hold(closedFlights > 0 || openSlots >= flights.count, "closed slots without flights are given back")
    hold(liveFlights > 0 || flights.count <= 64, "a large slab without flights is given back")
    hold(counts.waiting == live.reduce(0) { $0 + flights[$1].waiting }, "the waiting callers are counted")
    hold(
      counts.parked == live.reduce(0) { $0 + (flights[$1].outcome == nil ? flights[$1].waiting - flights[$1].unparked : 0) },
      "the parked callers are counted"
    )
    hold(index.count == live.filter { flights[$0].isListed }.count, "the index has the listed flights and no others")
    hold(index.unhashedSlot == nil || index.slots.count == 1, "a key without a hash is the only one")
    hold(counts.running >= live.filter { [.running, .draining].contains(flights[$0].phase) }.count, "running operations are counted")
    hold(
      counts.started == counts.succeeded + counts.failed + counts.abandoned + counts.cancelled
        + live.filter { flights[$0].phase == .running }.count,
      "started == succeeded + failed + abandoned + cancelled + in flight"
    )
    hold(rare.isInUse || rare.isEmpty, "rare state is announced")
    hold(rare.permits.count <= rules.concurrencyLimit ?? 0, "no more permits are held than there are")
    hold(
      rare.queue.count == live.filter { flights[$0].phase == .queued && rare.flights[flights[$0].serial]?.predecessor == nil }.count,
      "the queue has the flights that wait for nothing but a permit"
    )

    for slot in live {
      let flight = flights[slot]
      let callers = (flight.leader == nil ? 0 : 1) + flight.joiners.count
      let parked = (flight.leader?.waiter == nil ? 0 : 1) + flight.joiners.values.count
      hold(flight.outcome != nil || flight.waiting == callers, "an undecided flight waits with all of its callers")
      hold(flight.outcome != nil || flight.unparked == callers - parked, "the callers that have not parked are counted")
      hold(flight.outcome == nil || flight.unparked > 0 || callers == 0, "callers that have their outcome are gone")
      hold(flight.outcome == nil || flight.waiting == 0, "nobody waits for an outcome that is decided")
      if flight.isListed, index.unhashedSlot != slot {
        hold(index.slot(hash: flight.hash) { $0 == slot } == slot, "the index leads to a listed flight")
      }
      switch flight.phase {
      case .free: hold(false, "a live flight has a phase")
      case .queued:
        hold(flight.waiting > 0, "a queued flight has callers")
        hold(flight.isListed || rare.flights[flight.serial]?.predecessor != nil, "a queued flight has a key or follows one that has")
      case .running:
        let isKept = flight.isListed && rules.abandonment != .cancel && rules.abandonment != .cancelAndDrain
        hold(flight.waiting > 0 || isKept || rules.abandonment == .finish, "a flight without callers is kept by a policy")
        hold(flight.isListed || rare.forgotten[flight.serial] == slot, "a running flight is listed or forgotten")
      case .draining: hold(flight.isListed && flight.waiting == 0, "a draining flight keeps its key and has no callers")
      case .reusable: hold(flight.isListed && flight.outcome != nil, "a reusable flight keeps its key and its value")
      case .ended: hold(!flight.isListed && flight.unparked > 0, "a flight that is over stays for those who have not asked")
      }
    }
    return broken
  }

  /// Where a flight is in its life, whether its key leads to it, and how many callers wait for it.
  package func state(of flight: FlightIdentity) -> (phase: Phase, isListed: Bool, waiting: Int) {
    guard isLive(flight) else { return (.free, false, 0) }
    return (flights[flight.slot].phase, flights[flight.slot].isListed, flights[flight.slot].waiting)
  }

  /// For how many flights, callers and others it holds memory. O(flights).
  package var capacity: Int {
    flights.reduce(flights.count) { $0 + $1.joiners.capacity } + index.capacity + rare.capacity
  }

  /// Whether nothing is left in it.
  package var isEmpty: Bool { liveFlights == 0 && index.count == 0 && !rare.isInUse && counts.running == 0 && counts.waiting == 0 }
}
