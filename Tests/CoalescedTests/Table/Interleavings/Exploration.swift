/// A search through every schedule of a world, depth first. It yields after each, as it takes long and other tests need its thread.
struct Exploration {
  private(set) var schedules = 0
  /// The first schedule that breaks a promise, as the list of its events.
  private(set) var failure: String?
  private var path: [Step] = []

  init(of world: World) async {
    await explore(Schedule(world))
  }

  private mutating func explore(_ moment: Schedule) async {
    let steps = moment.steps
    if steps.due.isEmpty {
      schedules += 1
      attempt { try moment.finish() }
      await Task.yield()
    }
    for step in steps.due + steps.possible {
      guard failure == nil else { return }
      var next = moment
      path.append(step)
      attempt { try next.take(step) }
      if failure == nil { await explore(next) }
      path.removeLast()
    }
  }

  private mutating func attempt(_ body: () throws -> Void) {
    do {
      try body()
    } catch {
      failure = "\(error), after:\n" + path.enumerated().map { "\($0 + 1). \($1)" }.joined(separator: "\n")
    }
  }
}
