import Coalesced

extension TableCell {
  static let operations = taskParks + landings + quietLandings

  private static let second = CallerIdentity.leader(of: .second)
  private static let joiner = CallerIdentity.joiner(of: .first, serial: 2)

  /// Its permit came before its task had parked.
  private static func early(_ events: TableEvent..., policy: (inout FlightPolicy) -> Void = { _ in }) -> Situation {
    var situation = Situation(Situation.justQueued.history + [.land(.first)] + events, of: .second, policy: policy)
    situation.policy.concurrencyLimit = 1
    return situation
  }

  private static let taskParks: [TableCell] = [
    TableCell("parkTask.absent", .justQueued.then(.leave(second)), .parkTask(.second, "task 2"), .start(.drop), "absent"),
    TableCell(
      "parkTask.absent+started",
      early(.leave(second)),
      .parkTask(.second, "task 2"),
      .start(.begin),
      "absent"
    ),
    TableCell("parkTask.queued", .justQueued, .parkTask(.second, "task 2"), .start(.wait), "queued"),
    TableCell("parkTask.running", early(), .parkTask(.second, "task 2"), .start(.begin), "running"),
    TableCell(
      "parkTask.lingering",
      early(.leave(second)) { $0.abandonment = .finish },
      .parkTask(.second, "task 2"),
      .start(.begin),
      "lingering"
    ),
    TableCell("parkTask.forgotten", early(.forget()), .parkTask(.second, "task 2"), .start(.begin), "forgotten"),
    TableCell(
      "parkTask.draining",
      early(.leave(second)) { $0.abandonment = .cancelAndDrain },
      .parkTask(.second, "task 2"),
      .start(.begin),
      "draining"
    ),
    TableCell("parkTask.ended", .justQueued.then(.cancel()), .parkTask(.second, "task 2"), .start(.drop), "ended"),
    TableCell("parkTask.ended+started", early(.cancel()), .parkTask(.second, "task 2"), .start(.begin), "ended"),
  ]

  private static let alone = TextTable.Landing.of(.parked(1, "caller 1"), count: 1, key: "k")
  private static let nobody = TextTable.Landing.of(count: 0)
  private static let succeeded = TextTable.Command.report(.succeeded, .first, 0)
  private static let failed = TextTable.Command.report(.failed, .first, 0)
  private static let reuse: @Sendable (inout FlightPolicy) -> Void = { $0.reuseWindow = .seconds(10) }
  private static let two = Situation.running.then(.arrive(), .park(joiner, "caller 2"))
  private static let parkedTwo = TextTable.Landing.of(.parked(1, "caller 1"), [.parked(2, "caller 2")], count: 2, key: "k")
  /// It runs inside the flight of another key, which holds the only permit.
  private static let nestedSuccessor = Situation([.arrive(on: "other"), .arrive(inside: .first)], of: .second) {
    $0.concurrencyLimit = 1
  }
  private static let withSuccessor = Situation(Situation.successor.history)

  private static let landings: [TableCell] = [
    TableCell("land.running", .running, .land(.first), .landing(alone, succeeded), "absent"),
    TableCell("land.running+throws", .running, .land(.first, "error", succeeded: false), .landing(alone, failed), "absent"),
    TableCell("land.running+joined", two, .land(.first), .landing(parkedTwo, succeeded), "absent"),
    TableCell("land.running+unparked", .justLaunched, .land(.first), .landing(.of(count: 1), succeeded), "ended"),
    TableCell("land.running+unlaunched", .justArrived, .land(.first), .landing(.of(count: 1), succeeded), "ended"),
    TableCell(
      "land.running+joinerUnparked",
      .running.then(.arrive()),
      .land(.first),
      .landing(.of(.parked(1, "caller 1"), [.unparked(2)], count: 2), succeeded),
      "ended"
    ),
    TableCell(
      "land.running+one",
      two,
      .land(.first, isShared: false),
      .landing(
        .of(.parked(1, "caller 1"), [.parked(2, "caller 2")], only: 1, count: 2, key: "k"),
        succeeded,
        .report(.unshared, nil, waiting: 0)
      ),
      "absent"
    ),
    TableCell(
      "land.running+one+leaderLeft",
      two.then(.arrive(), .park(.joiner(of: .first, serial: 3), "caller 3"), .leave(.leader(of: .first))),
      .land(.first, isShared: false),
      .landing(
        .of(nil, [.parked(2, "caller 2"), .parked(3, "caller 3")], only: 2, count: 2, key: "k"),
        succeeded,
        .report(.unshared, nil, waiting: 0)
      ),
      "absent"
    ),
    TableCell(
      "land.running+one+firstLeft",
      two.then(
        .arrive(),
        .park(.joiner(of: .first, serial: 3), "caller 3"),
        .arrive(),
        .park(.joiner(of: .first, serial: 4), "caller 4"),
        .leave(.leader(of: .first)),
        .leave(joiner)
      ),
      .land(.first, isShared: false),
      .landing(
        .of(nil, [.parked(3, "caller 3"), .parked(4, "caller 4")], only: 3, count: 2, key: "k"),
        succeeded,
        .report(.unshared, nil, waiting: 0)
      ),
      "absent"
    ),
    TableCell("land.running+one+alone", .running, .land(.first, isShared: false), .landing(alone, succeeded), "absent"),
    TableCell(
      "land.running+reuse",
      .running.with(reuse),
      .land(.first),
      .landing(.of(.parked(1, "caller 1"), count: 1), succeeded, .schedule(.first, number: 2, .seconds(10))),
      "reusable"
    ),
    TableCell("land.running+reuse+throws", .running.with(reuse), .land(.first, succeeded: false), .landing(alone, failed), "absent"),
    TableCell("land.running+reuse+one", .running.with(reuse), .land(.first, isShared: false), .landing(alone, succeeded), "absent"),
    TableCell(
      "land.running+reuse+successor",
      withSuccessor.with(reuse),
      .land(.first),
      .landing(alone, succeeded, .report(.started, .second, 1), .signal("task 2", true)),
      "absent"
    ),
    TableCell(
      "land.running+successor",
      withSuccessor,
      .land(.first),
      .landing(alone, succeeded, .report(.started, .second, 1), .signal("task 2", true)),
      "absent"
    ),
    TableCell(
      "land.running+successor+permit",
      withSuccessor.with { $0.concurrencyLimit = 1 },
      .land(.first),
      .landing(alone, succeeded, .report(.started, .second, 1), .signal("task 2", true)),
      "absent"
    ),
    TableCell(
      "land.running+successor+nested",
      nestedSuccessor.then(.arrive(joining: .next), .arrive(joining: .next, inside: .first)),
      .land(.second),
      .landing(.of(count: 1), .report(.succeeded, .second, 0), .report(.started, .at(2, serial: 3), 2)),
      "ended"
    ),
    TableCell(
      "land.running+successor+nestedLed",
      nestedSuccessor.then(.arrive(joining: .next, inside: .first)),
      .land(.second),
      .landing(.of(count: 1), .report(.succeeded, .second, 0), .report(.started, .at(2, serial: 3), 1)),
      "ended"
    ),
    TableCell(
      "land.running+permit",
      Situation(Situation.queued.history) { $0.concurrencyLimit = 1 },
      .land(.first),
      .landing(.of(count: 1), succeeded, .report(.started, .second, 1), .signal("task 2", true)),
      "ended"
    ),
    TableCell(
      "land.running+permit+unparked",
      Situation(Situation.justQueued.history) { $0.concurrencyLimit = 1 },
      .land(.first),
      .landing(.of(count: 1), succeeded, .report(.started, .second, 1)),
      "ended"
    ),
    TableCell(
      "land.running+watched",
      .running.then(.watch(.first)),
      .land(.first),
      .landing(alone, .signal("watcher", true), succeeded),
      "absent"
    ),
    TableCell("land.running+idle", .running.then(.idle()), .land(.first), .landing(alone, succeeded, .signal("idler", true)), "absent"),
    TableCell(
      "land.running+idle+others",
      .running.then(.arrive(on: "other"), .idle()),
      .land(.first),
      .landing(alone, succeeded),
      "absent"
    ),
  ]

  private static let quietLandings: [TableCell] = [
    TableCell("land.absent", .running.then(.leave(.leader(of: .first))), .land(.first), .landing(nobody), "absent"),
    TableCell(
      "land.absent+slotTaken",
      .running.then(.leave(.leader(of: .first)), .arrive()),
      .land(.first),
      .landing(nobody),
      "running",
      of: .at(0, serial: 2)
    ),
    TableCell(
      "land.absent+permit",
      Situation(Situation.queued.history + [.launch(.leader(of: .first), "job 1"), .leave(.leader(of: .first))]) {
        $0.concurrencyLimit = 1
      },
      .land(.first),
      .landing(nobody, .report(.started, .second, 1), .signal("task 2", true)),
      "absent"
    ),
    TableCell(
      "land.absent+idle",
      .running.then(.leave(.leader(of: .first)), .idle()),
      .land(.first),
      .landing(nobody, .signal("idler", true)),
      "absent"
    ),
    TableCell("land.lingering", .lingering, .land(.first), .landing(.of(count: 0, key: "k"), .cancel("timer"), succeeded), "absent"),
    TableCell("land.lingering+finish", .finishing, .land(.first), .landing(.of(count: 0, key: "k"), succeeded), "absent"),
    TableCell(
      "land.lingering+reuse",
      .finishing.with(reuse),
      .land(.first),
      .landing(nobody, succeeded, .schedule(.first, number: 2, .seconds(10))),
      "reusable"
    ),
    TableCell("land.forgotten", .forgotten, .land(.first), .landing(alone, succeeded), "absent"),
    TableCell("land.forgotten+reuse", .forgotten.with(reuse), .land(.first), .landing(alone, succeeded), "absent"),
    TableCell("land.forgotten+newcomer", .forgotten.then(.arrive()), .land(.first), .landing(alone, succeeded), "running", of: .second),
    TableCell("land.draining", .draining, .land(.first), .landing(nobody, .release("k", nil)), "absent"),
    TableCell(
      "land.draining+successor",
      .draining.then(.arrive(), .launch(second, "job 2"), .parkTask(.second, "task 2")),
      .land(.first),
      .landing(nobody, .report(.started, .second, 1), .signal("task 2", true), .release("k", nil)),
      "absent"
    ),
    TableCell(
      "land.draining+cancelled",
      .running.with { $0.abandonment = .cancelAndDrain }.then(.cancel()),
      .land(.first),
      .landing(nobody, .release("k", "cancelled")),
      "absent"
    ),
    TableCell(
      "land.draining+unparked",
      .justLaunched.with { $0.abandonment = .cancelAndDrain }.then(.cancel()),
      .land(.first),
      .landing(nobody, .release("k", nil)),
      "ended"
    ),
    TableCell("land.ended", .justLaunched.then(.cancel()), .land(.first), .landing(nobody), "ended"),
  ]
}
