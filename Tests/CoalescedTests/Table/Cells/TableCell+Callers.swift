import Coalesced

extension TableCell {
  static let callers = launches + parks + leaves + escalations

  private static let first = CallerIdentity.leader(of: .first)
  private static let second = CallerIdentity.leader(of: .second)
  private static let joiner = CallerIdentity.joiner(of: .first, serial: 2)
  private static let drain: @Sendable (inout FlightPolicy) -> Void = { $0.abandonment = .cancelAndDrain }
  private static let linger: @Sendable (inout FlightPolicy) -> Void = { $0.abandonment = .cancelAfter(.seconds(1)) }
  private static let finish: @Sendable (inout FlightPolicy) -> Void = { $0.abandonment = .finish }

  private static let launches: [TableCell] = [
    TableCell(
      "launch.queued",
      Situation([.arrive(on: "other"), .arrive()], of: .second) { $0.concurrencyLimit = 1 },
      .launch(second, "job 2"),
      .wait(),
      "queued"
    ),
    TableCell(
      "launch.queued+priority",
      Situation(
        [.arrive(on: "other"), .arrive(), .arrive(), .park(.joiner(of: .second, serial: 3), "caller 3", priority: 25)],
        of: .second
      ) { $0.concurrencyLimit = 1 },
      .launch(second, "job 2"),
      .wait(.escalate("job 2", 25)),
      "queued"
    ),
    TableCell(
      "launch.queued+successor",
      .running.then(.arrive(joining: .next)).of(.second),
      .launch(second, "job 2", priority: 25),
      .wait(.escalate("job 1", 25)),
      "queued"
    ),
    TableCell("launch.running", .justArrived, .launch(first, "job 1"), .wait(), "running"),
    TableCell(
      "launch.running+priority",
      .justArrived.then(.arrive(), .park(joiner, "caller 2", priority: 25)),
      .launch(first, "job 1"),
      .wait(.escalate("job 1", 25)),
      "running"
    ),
    TableCell("launch.forgotten", Situation([.arrive(), .forget()]), .launch(first, "job 1"), .wait(), "forgotten"),
    TableCell(
      "launch.draining",
      Situation([.arrive(), .cancel()], policy: drain),
      .launch(first, "job 1"),
      .take("cancelled", .cancel("job 1")),
      "draining"
    ),
    TableCell(
      "launch.draining+successor",
      Situation([.arrive(), .cancel(), .arrive(), .launch(second, "job 2", priority: 25)], policy: drain),
      .launch(first, "job 1"),
      .take("cancelled", .cancel("job 1"), .escalate("job 1", 25)),
      "draining"
    ),
    TableCell(
      "launch.reusable",
      Situation([.arrive(), .land(.first)]) { $0.reuseWindow = .seconds(10) },
      .launch(first, "job 1"),
      .take("value"),
      "reusable"
    ),
    TableCell(
      "launch.ended",
      Situation([.arrive(), .land(.first)]),
      .launch(first, "job 1"),
      .take("value", key: "k"),
      "absent"
    ),
    TableCell(
      "launch.ended+cancelled",
      Situation([.arrive(), .cancel()]),
      .launch(first, "job 1"),
      .take("cancelled", key: "k", .cancel("job 1")),
      "absent"
    ),
  ]

  private static let parks: [TableCell] = [
    TableCell(
      "park.absent",
      Situation([.arrive(), .launch(first, "job 1"), .leave(first)]),
      .park(first, "caller 1"),
      .leave,
      "absent"
    ),
    TableCell("park.queued", .justQueued, .park(second, "caller 2"), .wait(), "queued"),
    TableCell(
      "park.queued+priority",
      .successor.then(.arrive(joining: .next)),
      .park(.joiner(of: .second, serial: 3), "caller 3", priority: 25),
      .wait(.escalate("job 2", 25), .escalate("job 1", 25)),
      "queued"
    ),
    TableCell("park.running", .justLaunched, .park(first, "caller 1"), .wait(), "running"),
    TableCell(
      "park.running+priority",
      .running.then(.arrive()),
      .park(joiner, "caller 2", priority: 25),
      .wait(.escalate("job 1", 25)),
      "running"
    ),
    TableCell("park.running+unlaunched", .justArrived.then(.arrive()), .park(joiner, "caller 2", priority: 25), .wait(), "running"),
    TableCell("park.running+left", .running.then(.arrive(), .leave(joiner)), .park(joiner, "caller 2", priority: 25), .leave, "running"),
    TableCell(
      "park.running+left+another",
      .running.then(.arrive(), .leave(joiner), .arrive()),
      .park(joiner, "caller 2"),
      .leave,
      "running"
    ),
    TableCell(
      "park.lingering",
      Situation([.arrive(), .launch(first, "job 1"), .leave(first)], policy: linger),
      .park(first, "caller 1"),
      .leave,
      "lingering"
    ),
    TableCell("park.forgotten", .justLaunched.then(.forget()), .park(first, "caller 1"), .wait(), "forgotten"),
    TableCell(
      "park.draining",
      Situation([.arrive(), .launch(first, "job 1"), .leave(first)], policy: drain),
      .park(first, "caller 1"),
      .leave,
      "draining"
    ),
    TableCell(
      "park.draining+cancelled",
      Situation([.arrive(), .launch(first, "job 1"), .cancel()], policy: drain),
      .park(first, "caller 1"),
      .take("cancelled"),
      "draining"
    ),
    TableCell(
      "park.reusable",
      Situation([.arrive(), .launch(first, "job 1"), .land(.first)]) { $0.reuseWindow = .seconds(10) },
      .park(first, "caller 1"),
      .take("value"),
      "reusable"
    ),
    TableCell("park.ended", .ended, .park(first, "caller 1"), .take("value", key: "k"), "absent"),
    TableCell(
      "park.ended+others",
      .justLaunched.then(.arrive(), .land(.first)),
      .park(first, "caller 1"),
      .take("value"),
      "ended"
    ),
    TableCell(
      "park.ended+one",
      .running.then(.arrive(), .land(.first, isShared: false)),
      .park(joiner, "caller 2"),
      .settlement(TextTable.Effect(.runDirectly("k", "value"))),
      "absent"
    ),
  ]

  private static let leaves: [TableCell] = [
    TableCell("leave.absent", .absent, .leave(first), .waiter(nil), "absent"),
    TableCell("leave.queued", .queued.then(.arrive()), .leave(second), .waiter("caller 2", .report(.left, .second, 1)), "queued"),
    TableCell(
      "leave.queued+last",
      .queued,
      .leave(second),
      .waiter("caller 2", .report(.left, .second, 0), .signal("task 2", false), .release("k", nil)),
      "absent"
    ),
    TableCell(
      "leave.queued+last+unparked",
      .justQueued,
      .leave(second),
      .waiter(nil, .report(.left, .second, 0), .release("k", nil)),
      "absent"
    ),
    TableCell(
      "leave.queued+last+successor",
      .successor,
      .leave(second),
      .waiter("caller 2", .report(.left, .second, 0), .signal("task 2", false), .release("k", nil)),
      "absent"
    ),
    TableCell("leave.running", .running.then(.arrive()), .leave(first), .waiter("caller 1", .report(.left, .first, 1)), "running"),
    TableCell("leave.running+unparked", .running.then(.arrive()), .leave(joiner), .waiter(nil, .report(.left, .first, 1)), "running"),
    TableCell(
      "leave.running+last",
      .running,
      .leave(first),
      .waiter("caller 1", .report(.left, .first, 0), .report(.abandoned, .first, 0), .cancel("job 1"), .release("k", nil)),
      "absent"
    ),
    TableCell(
      "leave.running+last+cancelAfter",
      .running.with(linger),
      .leave(first),
      .waiter("caller 1", .report(.left, .first, 0), .schedule(.first, number: 2, .seconds(1))),
      "lingering"
    ),
    TableCell(
      "leave.running+last+cancelAndDrain",
      .running.with(drain),
      .leave(first),
      .waiter("caller 1", .report(.left, .first, 0), .report(.abandoned, .first, 0), .cancel("job 1")),
      "draining"
    ),
    TableCell(
      "leave.running+last+finish",
      .running.with(finish),
      .leave(first),
      .waiter("caller 1", .report(.left, .first, 0)),
      "lingering"
    ),
    TableCell(
      "leave.running+last+successor",
      Situation(Situation.successor.history),
      .leave(first),
      .waiter(
        "caller 1",
        .report(.left, .first, 0),
        .report(.abandoned, .first, 0),
        .cancel("job 1"),
        .report(.started, .second, 1),
        .signal("task 2", true),
        .release("k", nil)
      ),
      "absent"
    ),
    TableCell(
      "leave.running+last+watched",
      .running.then(.watch(.first)),
      .leave(first),
      .waiter(
        "caller 1",
        .report(.left, .first, 0),
        .report(.abandoned, .first, 0),
        .cancel("job 1"),
        .signal("watcher", true),
        .release("k", nil)
      ),
      "absent"
    ),
    TableCell("leave.lingering", .lingering, .leave(first), .waiter(nil), "lingering"),
    TableCell(
      "leave.forgotten",
      .running.then(.arrive(), .forget()),
      .leave(first),
      .waiter("caller 1", .report(.left, .first, 1)),
      "forgotten"
    ),
    TableCell("leave.forgotten+last", .forgotten, .leave(first), leaveForgotten, "absent"),
    TableCell("leave.forgotten+last+cancelAfter", .forgotten.with(linger), .leave(first), leaveForgotten, "absent"),
    TableCell("leave.forgotten+last+cancelAndDrain", .forgotten.with(drain), .leave(first), leaveForgotten, "absent"),
    TableCell(
      "leave.forgotten+last+finish",
      .forgotten.with(finish),
      .leave(first),
      .waiter("caller 1", .report(.left, .first, 0)),
      "forgotten"
    ),
    TableCell("leave.draining", .draining, .leave(first), .waiter(nil), "draining"),
    TableCell(
      "leave.draining+cancelled",
      Situation([.arrive(), .launch(first, "job 1"), .cancel()], policy: drain),
      .leave(first),
      .waiter(nil),
      "draining"
    ),
    TableCell("leave.reusable", .reusable, .leave(first), .waiter(nil), "reusable"),
    TableCell("leave.ended", .ended, .leave(first), .waiter(nil), "ended"),
  ]

  private static let leaveForgotten = TableAnswer.waiter(
    "caller 1",
    .report(.left, .first, 0),
    .report(.abandoned, .first, 0),
    .cancel("job 1"),
    .release("k", nil)
  )

  private static let escalations: [TableCell] = [
    TableCell("escalate.absent", .absent, .escalate(first, 30), .commands(), "absent"),
    TableCell("escalate.queued", .queued, .escalate(second, 30), .commands(.escalate("job 2", 30)), "queued"),
    TableCell(
      "escalate.queued+successor",
      .successor,
      .escalate(second, 30),
      .commands(.escalate("job 2", 30), .escalate("job 1", 30)),
      "queued"
    ),
    TableCell("escalate.running", .running, .escalate(first, 30), .commands(.escalate("job 1", 30)), "running"),
    TableCell("escalate.running+lower", .running, .escalate(first, 20), .commands(), "running"),
    TableCell("escalate.running+left", .running.then(.arrive(), .leave(joiner)), .escalate(joiner, 30), .commands(), "running"),
    TableCell("escalate.lingering", .lingering, .escalate(first, 30), .commands(), "lingering"),
    TableCell("escalate.forgotten", .forgotten, .escalate(first, 30), .commands(.escalate("job 1", 30)), "forgotten"),
    TableCell("escalate.draining", .draining, .escalate(first, 30), .commands(), "draining"),
    TableCell("escalate.reusable", .reusable, .escalate(first, 30), .commands(), "reusable"),
    TableCell("escalate.ended", .ended, .escalate(first, 30), .commands(), "ended"),
  ]
}
