import Coalesced

extension TableCell {
  static let waiting = timerStarts + timerEnds + looks + watches + idles + nestedEnds

  private static let leader = CallerIdentity.leader(of: .first)
  private static let linger: @Sendable (inout FlightPolicy) -> Void = { $0.abandonment = .cancelAfter(.seconds(1)) }
  /// Its time was set, and its timer is not known yet.
  private static let justLingering = Situation(Situation.running.then(.leave(leader)).history, policy: linger)
  private static let justReusable = Situation(Situation.running.then(.land(.first)).history) { $0.reuseWindow = .seconds(10) }
  /// A caller came back before the timer was known.
  private static let rejoined = Situation(justLingering.then(.arrive()).history, policy: linger)
  /// The second time, and what remains of the first.
  private static let lingeringAgain = Situation(
    justLingering.then(.arrive(), .leave(.joiner(of: .first, serial: 3))).history,
    policy: linger
  )
  private static let watched = ([.queued, .running, .lingering, .forgotten] as [Situation]).map { $0.then(.watch($0.flight)) }
  private static let awaited = ([.queued, .running, .lingering, .forgotten, .draining] as [Situation]).map { $0.then(.idle()) }
  private static let abandoned: [TextTable.Command] = [.report(.abandoned, .first, 0), .cancel("job 1"), .release("k", nil)]

  private static let timerStarts: [TableCell] =
    unchanged("timerStarted", .commands(.cancel("timer")), in: [.absent, .queued, rejoined, .forgotten, .draining, .ended]) {
      .timerStarted($0.flight, 2)
    } + [
      TableCell("timerStarted.lingering", justLingering, .timerStarted(.first, 2), .commands(), "lingering"),
      TableCell("timerStarted.lingering+late", lingeringAgain, .timerStarted(.first, 2), .commands(.cancel("timer")), "lingering"),
      TableCell("timerStarted.reusable", justReusable, .timerStarted(.first, 2), .commands(), "reusable"),
    ]

  private static let timerEnds: [TableCell] =
    unchanged("timerEnded", .commands(), in: [.absent, .queued, rejoined, .forgotten, .draining, .ended]) { .timerEnded($0.flight, 2) } + [
      TableCell("timerEnded.lingering", .lingering, .timerEnded(.first, 2), .commands([.cancel("timer")] + abandoned), "absent"),
      TableCell("timerEnded.lingering+unknown", justLingering, .timerEnded(.first, 2), .commands(abandoned), "absent"),
      TableCell("timerEnded.lingering+late", lingeringAgain, .timerEnded(.first, 2), .commands(), "lingering"),
      TableCell(
        "timerEnded.lingering+successor",
        .lingering.then(.arrive(joining: .next)),
        .timerEnded(.first, 2),
        .commands(
          .cancel("timer"),
          .report(.abandoned, .first, 0),
          .cancel("job 1"),
          .report(.started, .at(1, serial: 3), 1),
          .release("k", nil)
        ),
        "absent"
      ),
      TableCell("timerEnded.reusable", .reusable, .timerEnded(.first, 2), .commands(.cancel("timer"), .release("k", "value")), "absent"),
      TableCell(
        "timerEnded.reusable+unparked",
        Situation(Situation.justLaunched.then(.land(.first)).history) { $0.reuseWindow = .seconds(10) },
        .timerEnded(.first, 2),
        .commands(.release("k", nil)),
        "ended"
      ),
    ]

  private static let looks: [TableCell] =
    unchanged("look", .flight(.first), in: [.running, .lingering]) { _ in .look() }
    + unchanged("look", .flight(nil), in: [.absent, .forgotten, .draining, .reusable, .ended]) { _ in .look() } + [
      TableCell("look.queued", .queued, .look(), .flight(.second), "queued"),
      TableCell("look.queued+successor", .successor, .look(), .flight(.first), "queued"),
      TableCell("look.draining+successor", .draining.then(.arrive()), .look(), .flight(.second), "draining"),
    ]

  private static let watches: [TableCell] =
    unchanged("watch", .waits(true), in: [.queued, .running, .lingering, .forgotten]) { .watch($0.flight) }
    + unchanged("watch", .waits(false), in: [.absent, .draining, .reusable, .ended]) { .watch($0.flight) } + [
      TableCell("watch.running+cancelled", .running, .watch(.first, isCancelled: true), .waits(false), "running"),
      TableCell("watch.running+inside", .running, .watch(.first, inside: .elsewhere), .waits(true), "running"),
      TableCell("watch.running+recursive", .running, .watch(.first, inside: .first), .waits(false), "running"),
      TableCell(
        "watch.running+recursive+throughAnother",
        .running.then(.arrive(on: "other", inside: .first)),
        .watch(.first, inside: .second),
        .waits(false),
        "running"
      ),
      TableCell(
        "watch.running+recursive+watched",
        .running.then(.arrive(on: "other"), .watch(.second, inside: .first)),
        .watch(.first, inside: .second),
        .waits(false),
        "running"
      ),
      TableCell(
        "watch.queued+inside",
        .queued,
        .watch(.second, inside: .first),
        .waits(true, .report(.started, .second, 1), .signal("task 2", true)),
        "running"
      ),
      TableCell("watch.queued+inside+over", .queued, .watch(.second, inside: .elsewhere), .waits(true), "queued"),
    ]
    + unchanged("unwatch", .signal("watcher"), in: watched) {
      .unwatch($0.flight)
    } + unchanged("unwatch", .signal(nil), in: [.absent, .draining, .reusable, .ended]) { .unwatch($0.flight) } + [
      TableCell("unwatch.running+unwatched", .running, .unwatch(.first), .signal(nil), "running")
    ]

  private static let idles: [TableCell] =
    unchanged("idle", .waits(true), in: [.queued, .running, .lingering, .forgotten, .draining]) { _ in .idle() }
    + unchanged("idle", .waits(false), in: [.absent, .reusable, .ended]) { _ in .idle() } + [
      TableCell("idle.absent+unwinding", .running.then(.leave(leader)), .idle(), .waits(true), "absent"),
      TableCell("idle.ended+unwinding", .justLaunched.then(.cancel()), .idle(), .waits(true), "ended"),
      TableCell("idle.running+cancelled", .running, .idle(isCancelled: true), .waits(false), "running"),
      TableCell("idle.running+inside", .running, .idle(inside: .first), .waits(false), "running"),
      TableCell("idle.running+inside+over", .running, .idle(inside: .elsewhere), .waits(true), "running"),
      TableCell("idle.draining+inside", .draining, .idle(inside: .first), .waits(false), "draining"),
      TableCell("idle.reusable+inside+others", .reusable.then(.arrive(on: "other")), .idle(inside: .first), .waits(true), "reusable"),
      TableCell("idle.absent+inside+unwinding", .running.then(.leave(leader)), .idle(inside: .first), .waits(true), "absent"),
    ]
    + unchanged("unidle", .signal("idler"), in: awaited) { _ in .unidle }
    + unchanged("unidle", .signal(nil), in: [.absent, .reusable, .ended]) { _ in .unidle } + [
      TableCell("unidle.absent+woken", .running.then(.idle(), .land(.first)), .unidle, .signal(nil), "absent")
    ]

  private static let nestedEnds: [TableCell] = unchanged("nestedEnded", .commands()) { .nestedEnded($0.leader, inside: .elsewhere) }
}
