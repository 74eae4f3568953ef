import Coalesced

extension TableCell {
  static let hashes: [TableCell] =
    unchanged("arriveUnhashed", ask, in: listed) { _ in newcomer } + alone + beside
    + unchanged("hash", .commands()) { .hash($0.flight) } + hashed

  private static let again = FlightIdentity.at(0, serial: 2)
  private static let newcomer = TableEvent.arrive(isHashed: false)
  private static let ask = TableAnswer.arrival(.hash)
  /// Their flight was led with a hash, and has its key.
  private static let listed = Situation.all.filter { !["absent", "forgotten", "ended"].contains($0.state) }
  private static let flying: [TableEvent] = [
    newcomer, .launch(.leader(of: .first), "job 1"), .park(.leader(of: .first), "caller 1"),
  ]
  private static let left = flying + [.leave(.leader(of: .first))]

  private static func lead(_ flight: FlightIdentity) -> TableAnswer {
    .arrival(.lead(.leader(of: flight)), .report(.started, flight, 1))
  }

  /// The only flight, led without a hash.
  private static let alone: [TableCell] = [
    TableCell("arriveUnhashed.absent", .absent, newcomer, lead(again), "running", of: again),
    TableCell("arriveUnhashed.forgotten", .forgotten, newcomer, lead(.second), "forgotten"),
    TableCell("arriveUnhashed.ended", .ended, newcomer, lead(.second), "ended"),
    TableCell(
      "arriveUnhashed.running+only",
      Situation(flying),
      newcomer,
      .arrival(.join(.joiner(of: .first, serial: 2)), .report(.joined, .first, 2)),
      "running"
    ),
    TableCell(
      "arriveUnhashed.running+only+hashed",
      Situation(flying),
      .arrive(),
      .arrival(.join(.joiner(of: .first, serial: 2)), .report(.joined, .first, 2)),
      "running"
    ),
    TableCell(
      "arriveUnhashed.lingering+only",
      Situation(left) { $0.abandonment = .finish },
      newcomer,
      .arrival(.join(.joiner(of: .first, serial: 2)), .report(.joined, .first, 1)),
      "running"
    ),
    TableCell(
      "arriveUnhashed.draining+only",
      Situation(left) { $0.abandonment = .cancelAndDrain },
      newcomer,
      .arrival(.queue(.leader(of: .second)), .report(.queued, .second, 1)),
      "draining"
    ),
    TableCell(
      "arriveUnhashed.reusable+only",
      Situation(flying + [.land(.first)]) { $0.reuseWindow = .seconds(10) },
      newcomer,
      .arrival(.reuse("value"), .report(.joined, .first, 0)),
      "reusable"
    ),
  ]

  /// Another key is there, or was.
  private static let beside: [TableCell] = [
    TableCell(
      "arriveUnhashed.running+other",
      Situation(flying),
      .arrive(on: "other", isHashed: false),
      .arrival(.hashBoth(.first, "k")),
      "running"
    ),
    TableCell("arriveUnhashed.running+other+hashed", Situation(flying), .arrive(on: "other"), .arrival(.hashBoth(.first, "k")), "running"),
    TableCell(
      "arriveUnhashed.running+otherHashed",
      Situation(flying + [.hash(.first)]),
      .arrive(on: "other", isHashed: false),
      ask,
      "running"
    ),
    TableCell(
      "arriveUnhashed.running+otherGone",
      Situation(flying + [.hash(.first), .arrive(on: "other"), .land(.second)]),
      newcomer,
      ask,
      "running"
    ),
  ]

  private static let hashed: [TableCell] = [
    TableCell("hash.running+only", Situation(flying), .hash(.first), .commands(), "running"),
    TableCell("hash.lingering+only", Situation(left) { $0.abandonment = .finish }, .hash(.first), .commands(), "lingering"),
    TableCell("hash.draining+only", Situation(left) { $0.abandonment = .cancelAndDrain }, .hash(.first), .commands(), "draining"),
    TableCell(
      "hash.draining+only+successor",
      Situation(left + [newcomer]) { $0.abandonment = .cancelAndDrain },
      .hash(.first),
      .commands(),
      "draining"
    ),
    TableCell(
      "hash.absent+slotTaken",
      Situation(left + [newcomer]),
      .hash(.first),
      .commands(),
      "running",
      of: again
    ),
  ]
}
