import Coalesced

extension TableCell {
  static let arrivals = plainArrivals + cancelledArrivals + nextArrivals + nestedArrivals + recursiveArrivals

  /// The flight that takes the slot of one that is gone.
  private static let again = FlightIdentity.at(0, serial: 2)
  private static let afterTimer = FlightIdentity.at(0, serial: 3)
  private static let besideTimer = FlightIdentity.at(1, serial: 3)

  private static func lead(_ flight: FlightIdentity, after earlier: TextTable.Command...) -> TableAnswer {
    .arrival(TextTable.Effect(.lead(.leader(of: flight)), earlier + [.report(.started, flight, 1)]))
  }
  private static func queue(_ flight: FlightIdentity, _ commands: TextTable.Command...) -> TableAnswer {
    .arrival(TextTable.Effect(.queue(.leader(of: flight)), [.report(.queued, flight, 1)] + commands))
  }
  private static func join(
    _ flight: FlightIdentity,
    _ serial: UInt64,
    after earlier: TextTable.Command...,
    then later: TextTable.Command...
  ) -> TableAnswer {
    .arrival(
      TextTable.Effect(.join(.joiner(of: flight, serial: serial)), earlier + [.report(.joined, flight, earlier.isEmpty ? 2 : 1)] + later)
    )
  }
  private static let runDirectly = TableAnswer.arrival(.runDirectly, .report(.unshared, nil, waiting: 0))
  private static let reuse = TableAnswer.arrival(.reuse("value"), .report(.joined, .first, 0))

  private static let plainArrivals: [TableCell] = [
    TableCell("arrive.absent", .absent, .arrive(), lead(again), "running", of: again),
    TableCell(
      "arrive.absent+permit",
      Situation([.arrive(on: "other")], of: .second) { $0.concurrencyLimit = 2 },
      .arrive(),
      lead(.second),
      "running",
      of: .second
    ),
    TableCell(
      "arrive.absent+noPermit",
      Situation([.arrive(on: "other")], of: .second) { $0.concurrencyLimit = 1 },
      .arrive(),
      queue(.second),
      "queued",
      of: .second
    ),
    TableCell("arrive.queued", .queued, .arrive(), join(.second, 3), "queued"),
    TableCell("arrive.running", .running, .arrive(), join(.first, 2), "running"),
    TableCell("arrive.running+priority", .running, .arrive(priority: 25), join(.first, 2, then: .escalate("job 1", 25)), "running"),
    TableCell(
      "arrive.running+oneLeft",
      .running.then(.arrive(), .arrive(), .leave(.joiner(of: .first, serial: 2))),
      .arrive(),
      .arrival(.join(.joiner(of: .first, serial: 4)), .report(.joined, .first, 3)),
      "running"
    ),
    TableCell("arrive.running+unlaunched", .justArrived, .arrive(priority: 25), join(.first, 2), "running"),
    TableCell(
      "arrive.running+young",
      .running.with { $0.joinWindow = .seconds(2) }.then(.advance(.seconds(1))),
      .arrive(),
      join(.first, 2),
      "running"
    ),
    TableCell(
      "arrive.running+old",
      .running.with { $0.joinWindow = .seconds(2) }.then(.advance(.seconds(2))),
      .arrive(),
      lead(.second, after: .report(.forgotten, .first, 1)),
      "forgotten"
    ),
    TableCell("arrive.lingering", .lingering, .arrive(), join(.first, 3, after: .cancel("timer")), "running"),
    TableCell(
      "arrive.lingering+finish",
      .finishing,
      .arrive(),
      .arrival(.join(.joiner(of: .first, serial: 2)), .report(.joined, .first, 1)),
      "running"
    ),
    TableCell(
      "arrive.lingering+old",
      .lingering.with { $0.joinWindow = .seconds(2) }.then(.advance(.seconds(2))),
      .arrive(),
      lead(
        afterTimer,
        after: .cancel("timer"),
        .report(.forgotten, .first, 0),
        .report(.abandoned, .first, 0),
        .cancel("job 1"),
        .release("k", nil)
      ),
      "absent"
    ),
    TableCell("arrive.forgotten", .forgotten, .arrive(), lead(.second), "forgotten"),
    TableCell("arrive.draining", .draining, .arrive(), queue(.second), "draining"),
    TableCell(
      "arrive.draining+priority",
      .draining,
      .arrive(priority: 25),
      .arrival(.queue(.leader(of: .second)), .report(.queued, .second, 1), .escalate("job 1", 25)),
      "draining"
    ),
    TableCell("arrive.draining+successor", .draining.then(.arrive()), .arrive(), join(.second, 3), "draining"),
    TableCell("arrive.reusable", .reusable, .arrive(), reuse, "reusable"),
    TableCell(
      "arrive.reusable+old",
      .reusable.then(.advance(.seconds(10))),
      .arrive(),
      lead(afterTimer, after: .cancel("timer"), .release("k", "value")),
      "absent"
    ),
    TableCell("arrive.ended", .ended, .arrive(), lead(.second), "ended"),
  ]

  private static let cancelledArrivals = unchanged("arriveCancelled", .arrival(.refuse)) { _ in .arrive(isCancelled: true) }

  private static let nextArrivals: [TableCell] = [
    TableCell("arriveNext.absent", .absent, .arrive(joining: .next), lead(again), "running", of: again),
    TableCell("arriveNext.queued", .queued, .arrive(joining: .next), join(.second, 3), "queued"),
    TableCell("arriveNext.queued+successor", .successor, .arrive(joining: .next), join(.second, 3), "queued"),
    TableCell(
      "arriveNext.queued+priority",
      .successor,
      .arrive(joining: .next, priority: 25),
      join(.second, 3, then: .escalate("job 2", 25), .escalate("job 1", 25)),
      "queued"
    ),
    TableCell("arriveNext.running", .running, .arrive(joining: .next), queue(.second), "running"),
    TableCell(
      "arriveNext.running+priority",
      .running,
      .arrive(joining: .next, priority: 25),
      queue(.second, .escalate("job 1", 25)),
      "running"
    ),
    TableCell("arriveNext.lingering", .lingering, .arrive(joining: .next), queue(besideTimer), "lingering"),
    TableCell("arriveNext.forgotten", .forgotten, .arrive(joining: .next), lead(.second), "forgotten"),
    TableCell("arriveNext.draining", .draining, .arrive(joining: .next), queue(.second), "draining"),
    TableCell(
      "arriveNext.reusable",
      .reusable,
      .arrive(joining: .next),
      lead(afterTimer, after: .cancel("timer"), .release("k", "value")),
      "absent"
    ),
    TableCell("arriveNext.ended", .ended, .arrive(joining: .next), lead(.second), "ended"),
  ]

  private static let nestedArrivals: [TableCell] = [
    TableCell("arriveNested.absent", .absent, .arrive(inside: .elsewhere), lead(again), "running", of: again),
    TableCell(
      "arriveNested.absent+noPermit",
      Situation([.arrive(on: "other")], of: .second) { $0.concurrencyLimit = 1 },
      .arrive(inside: .first),
      lead(.second),
      "running",
      of: .second
    ),
    TableCell(
      "arriveNested.absent+noPermit+over",
      Situation([.arrive(on: "other")], of: .second) { $0.concurrencyLimit = 1 },
      .arrive(inside: .elsewhere),
      queue(.second),
      "queued",
      of: .second
    ),
    TableCell(
      "arriveNested.queued+over",
      .queued,
      .arrive(inside: .elsewhere),
      join(.second, 3),
      "queued"
    ),
    TableCell(
      "arriveNested.queued",
      .queued,
      .arrive(inside: .first),
      join(.second, 3, then: .report(.started, .second, 2), .signal("task 2", true)),
      "running"
    ),
    TableCell(
      "arriveNested.queued+unparked",
      .justQueued,
      .arrive(inside: .first),
      join(.second, 3, then: .report(.started, .second, 2)),
      "running"
    ),
    TableCell("arriveNested.queued+successor", .successor, .arrive(joining: .next, inside: .elsewhere), join(.second, 3), "queued"),
    TableCell("arriveNested.running", .running, .arrive(inside: .elsewhere), join(.first, 2), "running"),
    TableCell("arriveNested.lingering", .lingering, .arrive(inside: .elsewhere), join(.first, 3, after: .cancel("timer")), "running"),
    TableCell("arriveNested.forgotten", .forgotten, .arrive(inside: .elsewhere), lead(.second), "forgotten"),
    TableCell("arriveNested.draining", .draining, .arrive(inside: .elsewhere), queue(.second), "draining"),
    TableCell("arriveNested.reusable", .reusable, .arrive(inside: .elsewhere), reuse, "reusable"),
    TableCell("arriveNested.ended", .ended, .arrive(inside: .elsewhere), lead(.second), "ended"),
  ]

  private static let recursiveArrivals: [TableCell] = [
    TableCell("arriveRecursive.absent", .absent, .arrive(inside: .first), lead(again), "running", of: again),
    TableCell("arriveRecursive.queued", .successor, .arrive(joining: .next, inside: .first), runDirectly, "queued"),
    TableCell("arriveRecursive.running", .running, .arrive(inside: .first), runDirectly, "running"),
    TableCell(
      "arriveRecursive.running+watched",
      .running.then(.arrive(on: "other"), .watch(.second, inside: .first)),
      .arrive(inside: .second),
      runDirectly,
      "running"
    ),
    TableCell("arriveRecursive.running+next", .running, .arrive(joining: .next, inside: .first), runDirectly, "running"),
    TableCell(
      "arriveRecursive.running+throughAnother",
      .running.then(.arrive(on: "other", inside: .first)),
      .arrive(inside: .second),
      runDirectly,
      "running"
    ),
    TableCell(
      "arriveRecursive.running+cycle",
      .running.then(.arrive(on: "other"), .arrive(on: "other", inside: .first)),
      .arrive(inside: .second),
      runDirectly,
      "running"
    ),
    TableCell(
      "arriveRecursive.running+callEnded",
      .running.then(
        .arrive(on: "other", inside: .first),
        .launch(.leader(of: .second), "job 2"),
        .arrive(on: "other"),
        .leave(.leader(of: .second)),
        .nestedEnded(.leader(of: .second), inside: .first)
      ),
      .arrive(inside: .second),
      join(.first, 4),
      "running"
    ),
    TableCell(
      "arriveRecursive.running+over",
      .running.then(.arrive(on: "other", inside: .first), .arrive(on: "third", inside: .second), .land(.second)),
      .arrive(inside: .at(2, serial: 3)),
      join(.first, 4),
      "running"
    ),
    TableCell("arriveRecursive.lingering", .lingering, .arrive(inside: .first), runDirectly, "lingering"),
    TableCell("arriveRecursive.forgotten", .forgotten, .arrive(inside: .first), lead(.second), "forgotten"),
    TableCell("arriveRecursive.draining", .draining, .arrive(inside: .first), runDirectly, "draining"),
    TableCell("arriveRecursive.reusable", .reusable, .arrive(inside: .first), reuse, "reusable"),
    TableCell("arriveRecursive.ended", .ended, .arrive(inside: .first), lead(.second), "ended"),
  ]
}
