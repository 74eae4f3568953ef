import Coalesced

extension TableCell {
  static let returns: [TableCell] =
    happening + unchanged("return", land, in: others) { .return($0.flight) }.filter { $0.state != "running" } + nothing

  private static let joiner = CallerIdentity.joiner(of: .first, serial: 2)
  private static let land = TableAnswer.returned(.land)
  private static let nobody = TableAnswer.returned(.resume(nil, nil))
  private static let happening: [TableCell] = [
    TableCell("return.running", Situation.running.unwatched, .return(.first), .returned(.resume("caller 1", "k")), "absent"),
    TableCell(
      "return.running+throws",
      Situation.running.unwatched,
      .return(.first, succeeded: false),
      .returned(.resume("caller 1", "k")),
      "absent"
    ),
    TableCell(
      "return.running+joinerLeft",
      Situation.running.unwatched.then(.arrive(), .leave(joiner)),
      .return(.first),
      .returned(.resume("caller 1", "k")),
      "absent"
    ),
    TableCell("return.running+unparked", Situation.justLaunched.unwatched, .return(.first), nobody, "ended"),
    TableCell("return.running+unparked+throws", Situation.justLaunched.unwatched, .return(.first, succeeded: false), nobody, "ended"),
    TableCell("return.running+unlaunched", Situation.justArrived.unwatched, .return(.first), nobody, "ended"),
    TableCell("return.running+unparked+joined", Situation.justLaunched.unwatched.then(.arrive()), .return(.first), nobody, "ended"),
  ]
  private static let others: [Situation] = Situation.all.filter { !["queued", "reusable"].contains($0.state) }.map(\.unwatched)
  private static let nothing: [TableCell] = [
    TableCell("return.running+joinerUnparked", Situation.running.unwatched.then(.arrive()), .return(.first), land, "running"),
    TableCell(
      "return.running+leaderUnparked",
      Situation.justLaunched.unwatched.then(.arrive(), .park(joiner, "caller 2")),
      .return(.first),
      land,
      "running"
    ),
    TableCell(
      "return.running+joined",
      Situation.running.unwatched.then(.arrive(), .park(joiner, "caller 2")),
      .return(.first),
      land,
      "running"
    ),
    TableCell(
      "return.running+leaderLeft",
      Situation.running.unwatched.then(.arrive(), .park(joiner, "caller 2"), .leave(.leader(of: .first))),
      .return(.first),
      land,
      "running"
    ),
    TableCell("return.running+reported", .justLaunched, .return(.first), land, "running"),
    TableCell(
      "return.running+rare",
      Situation.justLaunched.unwatched.then(.idle()),
      .return(.first),
      land,
      "running"
    ),
    TableCell(
      "return.running+reuse",
      Situation.justLaunched.unwatched.with { $0.reuseWindow = .seconds(10) },
      .return(.first),
      land,
      "running"
    ),
    TableCell(
      "return.absent+slotTaken",
      Situation.running.unwatched.then(.leave(.leader(of: .first)), .arrive()),
      .return(.first),
      land,
      "running",
      of: .at(0, serial: 2)
    ),
  ]
}
