import Coalesced

extension TableCell {
  static let owner = cancels + cancelAlls + forgets + forgetAlls

  private static let alone = TextTable.Landing.of(.parked(1, "caller 1"), count: 1, key: "k")
  private static let queuedAlone = TextTable.Landing.of(.parked(2, "caller 2"), count: 1, key: "k")
  private static let abandoned: [TextTable.Command] = [.report(.abandoned, .first, 0), .cancel("job 1"), .release("k", nil)]
  private static let withSuccessor = Situation(Situation.successor.history)
  private static let drain: @Sendable (inout FlightPolicy) -> Void = { $0.abandonment = .cancelAndDrain }

  private static func cancelled(_ flight: FlightIdentity, _ landing: TextTable.Landing) -> [TextTable.Command] {
    [.report(.cancelled, flight, 0), .land(landing, "cancelled")]
  }
  private static func count(_ count: Int, _ commands: [TextTable.Command]...) -> TableAnswer {
    .count(TextTable.Effect(count, commands.flatMap { $0 }))
  }
  private static let cancelledAlone = count(1, [.cancel("job 1")], cancelled(.first, alone))
  private static let cancelledLingering = count(0, [.cancel("job 1"), .cancel("timer")], cancelled(.first, .of(count: 0, key: "k")))
  private static let cancelledReusable = count(0, [.cancel("timer"), .release("k", "value")])

  private static let cancels: [TableCell] = [
    TableCell("cancel.absent", .absent, .cancel(), .count(0), "absent"),
    TableCell("cancel.queued", .queued, .cancel(), count(1, [.signal("task 2", false)], cancelled(.second, queuedAlone)), "absent"),
    TableCell("cancel.queued+unparked", .justQueued, .cancel(), count(1, cancelled(.second, .of(count: 1))), "ended"),
    TableCell("cancel.running", .running, .cancel(), cancelledAlone, "absent"),
    TableCell("cancel.running+unparked", .justLaunched, .cancel(), count(1, [.cancel("job 1")], cancelled(.first, .of(count: 1))), "ended"),
    TableCell("cancel.running+unlaunched", .justArrived, .cancel(), count(1, cancelled(.first, .of(count: 1))), "ended"),
    TableCell(
      "cancel.running+cancelAndDrain",
      .running.with(drain),
      .cancel(),
      count(1, [.cancel("job 1")], cancelled(.first, .of(.parked(1, "caller 1"), count: 1))),
      "draining"
    ),
    TableCell(
      "cancel.running+successor",
      withSuccessor,
      .cancel(),
      count(2, [.signal("task 2", false)], cancelled(.second, queuedAlone), [.cancel("job 1")], cancelled(.first, alone)),
      "absent"
    ),
    TableCell(
      "cancel.running+watched",
      .running.then(.watch(.first)),
      .cancel(),
      count(1, [.cancel("job 1"), .signal("watcher", true)], cancelled(.first, alone)),
      "absent"
    ),
    TableCell("cancel.lingering", .lingering, .cancel(), cancelledLingering, "absent"),
    TableCell("cancel.forgotten", .forgotten, .cancel(), .count(0), "forgotten"),
    TableCell("cancel.draining", .draining, .cancel(), .count(0), "draining"),
    TableCell(
      "cancel.draining+successor",
      .draining.then(.arrive()),
      .cancel(),
      count(1, cancelled(.second, .of(count: 1))),
      "draining"
    ),
    TableCell("cancel.reusable", .reusable, .cancel(), cancelledReusable, "absent"),
    TableCell("cancel.ended", .ended, .cancel(), .count(0), "ended"),
  ]

  private static let cancelAlls: [TableCell] = [
    TableCell("cancelAll.absent", .absent, .cancelAll, .count(0), "absent"),
    TableCell(
      "cancelAll.queued",
      .queued,
      .cancelAll,
      count(2, cancelled(.first, .of(count: 1)), [.signal("task 2", false)], cancelled(.second, queuedAlone)),
      "absent"
    ),
    TableCell("cancelAll.running", .running, .cancelAll, cancelledAlone, "absent"),
    TableCell("cancelAll.lingering", .lingering, .cancelAll, cancelledLingering, "absent"),
    TableCell("cancelAll.forgotten", .forgotten, .cancelAll, cancelledAlone, "absent"),
    TableCell("cancelAll.forgotten+cancelAndDrain", .forgotten.with(drain), .cancelAll, cancelledAlone, "absent"),
    TableCell("cancelAll.draining", .draining, .cancelAll, .count(0), "draining"),
    TableCell("cancelAll.reusable", .reusable, .cancelAll, cancelledReusable, "absent"),
    TableCell("cancelAll.ended", .ended, .cancelAll, .count(0), "ended"),
  ]

  private static let forgets: [TableCell] = [
    TableCell("forget.absent", .absent, .forget(), .flag(false), "absent"),
    TableCell("forget.queued", .queued, .forget(), .flag(false), "queued"),
    TableCell("forget.running", .running, .forget(), .flag(true, .report(.forgotten, .first, 1)), "forgotten"),
    TableCell(
      "forget.running+successor",
      withSuccessor,
      .forget(),
      .flag(true, .report(.forgotten, .first, 1), .report(.started, .second, 1), .signal("task 2", true)),
      "forgotten"
    ),
    TableCell(
      "forget.lingering",
      .lingering,
      .forget(),
      .flag(TextTable.Effect(true, [.cancel("timer"), .report(.forgotten, .first, 0)] + abandoned)),
      "absent"
    ),
    TableCell("forget.lingering+finish", .finishing, .forget(), .flag(true, .report(.forgotten, .first, 0)), "forgotten"),
    TableCell("forget.forgotten", .forgotten, .forget(), .flag(false), "forgotten"),
    TableCell("forget.draining", .draining, .forget(), .flag(false), "draining"),
    TableCell("forget.reusable", .reusable, .forget(), .flag(true, .cancel("timer"), .release("k", "value")), "absent"),
    TableCell("forget.ended", .ended, .forget(), .flag(false), "ended"),
  ]

  private static let forgetAlls: [TableCell] = [
    TableCell("forgetAll.absent", .absent, .forgetAll, .count(0), "absent"),
    TableCell("forgetAll.queued", .queued, .forgetAll, .count(1, .report(.forgotten, .first, 1)), "queued"),
    TableCell("forgetAll.running", .running, .forgetAll, .count(1, .report(.forgotten, .first, 1)), "forgotten"),
    TableCell(
      "forgetAll.lingering",
      .lingering,
      .forgetAll,
      count(1, [.cancel("timer"), .report(.forgotten, .first, 0)], abandoned),
      "absent"
    ),
    TableCell("forgetAll.lingering+finish", .finishing, .forgetAll, .count(1, .report(.forgotten, .first, 0)), "forgotten"),
    TableCell("forgetAll.forgotten", .forgotten, .forgetAll, .count(0), "forgotten"),
    TableCell("forgetAll.draining", .draining, .forgetAll, .count(0), "draining"),
    TableCell("forgetAll.reusable", .reusable, .forgetAll, .count(1, .cancel("timer"), .release("k", "value")), "absent"),
    TableCell("forgetAll.ended", .ended, .forgetAll, .count(0), "ended"),
  ]
}
