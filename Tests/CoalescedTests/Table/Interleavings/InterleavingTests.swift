import Testing

/// The lock of a scope makes its critical sections the only interleavings there are: these are all of them.
@Suite struct InterleavingTests {
  @Test(arguments: World.all)
  func everySchedule(of world: World) async {
    let exploration = await Exploration(of: world)
    #expect(exploration.failure == nil, "\(exploration.failure ?? "")")
    #expect(exploration.schedules == world.schedules)
  }
}
