/// A small world that can take one of several steps next, and that records an issue when something is wrong with it.
protocol World {
  associatedtype Step
  /// The steps that can come next; none when the world has come to its end.
  var possibleSteps: [Step] { get }
  /// Takes a step; returns what is wrong then.
  mutating func take(_ step: Step) -> String?
  /// What is wrong with a world that has come to its end.
  var faultAtEnd: String? { get }
}

/// Plays every schedule of a world; returns the first that goes wrong, and how many there were. It yields after each, as it takes long and
/// other tests need its thread.
func playAllSchedules<W: World>(of world: W) async -> (fault: String?, count: Int) {
  var count = 0
  func play(_ world: W, trail: [W.Step]) async -> String? {
    let steps = world.possibleSteps
    if steps.isEmpty {
      count += 1
      await Task.yield()
      return world.faultAtEnd.map { "\($0) after \(trail)" }
    }
    for step in steps {
      var next = world
      if let fault = next.take(step) { return "\(fault) after \(trail + [step])" }
      if let fault = await play(next, trail: trail + [step]) { return fault }
    }
    return nil
  }
  return (await play(world, trail: []), count)
}

/// Plays one schedule that chance chooses; returns what goes wrong.
func playRandomSchedule<W: World>(of world: W, using random: inout SplitMix) -> String? {
  var world = world
  var trail: [W.Step] = []
  while let step = world.possibleSteps.randomElement(using: &random) {
    trail.append(step)
    if let fault = world.take(step) { return "\(fault) after \(trail)" }
  }
  return world.faultAtEnd.map { "\($0) after \(trail)" }
}
