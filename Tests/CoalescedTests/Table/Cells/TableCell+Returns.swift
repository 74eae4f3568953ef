import Coalesced

extension TableCell {
  static let returns: [TableCell] =
    happening + unchanged("return", .flag(false), in: others) { .return($0.flight) }.filter { $0.state != "running" } + nothing

  private static let joiner = CallerIdentity.joiner(of: .first, serial: 2)
  private static let happening: [TableCell] = [
    TableCell("return.running+unparked", Situation.justLaunched.unwatched, .return(.first), .flag(true), "ended"),
    TableCell("return.running+unparked+throws", Situation.justLaunched.unwatched, .return(.first, succeeded: false), .flag(true), "ended"),
    TableCell("return.running+unlaunched", Situation.justArrived.unwatched, .return(.first), .flag(true), "ended"),
    TableCell("return.running+unparked+joined", Situation.justLaunched.unwatched.then(.arrive()), .return(.first), .flag(true), "ended"),
  ]
  private static let others: [Situation] = Situation.all.filter { !["queued", "reusable"].contains($0.state) }.map(\.unwatched)
  private static let nothing: [TableCell] = [
    TableCell("return.running", Situation.running.unwatched, .return(.first), .flag(false), "running"),
    TableCell("return.running+joinerUnparked", Situation.running.unwatched.then(.arrive()), .return(.first), .flag(false), "running"),
    TableCell(
      "return.running+leaderUnparked",
      Situation.justLaunched.unwatched.then(.arrive(), .park(joiner, "caller 2")),
      .return(.first),
      .flag(false),
      "running"
    ),
    TableCell("return.running+reported", .justLaunched, .return(.first), .flag(false), "running"),
    TableCell(
      "return.running+rare",
      Situation.justLaunched.unwatched.then(.idle()),
      .return(.first),
      .flag(false),
      "running"
    ),
    TableCell(
      "return.running+reuse",
      Situation.justLaunched.unwatched.with { $0.reuseWindow = .seconds(10) },
      .return(.first),
      .flag(false),
      "running"
    ),
    TableCell(
      "return.absent+slotTaken",
      Situation.running.unwatched.then(.leave(.leader(of: .first)), .arrive()),
      .return(.first),
      .flag(false),
      "running",
      of: .at(0, serial: 2)
    ),
  ]
}
