import CoalescedReachability
import CoalescedTesting
import Testing

@Suite(.timeLimit(.minutes(15))) struct MockNetworkMonitorTests {
  @Test func codeUnderTestSeesWhatTheTestSends() async {
    let network = MockNetworkMonitor(.unsatisfied)
    let monitor: any NetworkMonitor = network
    var updates = await monitor.statusUpdates().makeAsyncIterator()
    var returns = await monitor.connectionRestored().makeAsyncIterator()
    #expect(await updates.next() == .unsatisfied)
    network.send(.satisfied(.wifi))
    #expect(await updates.next() == .satisfied(.wifi))
    #expect(await returns.next() != nil)
  }

  @Test func withoutAFirstStatusNothingIsKnownUntilOneIsSent() async {
    let network = MockNetworkMonitor()
    var updates = await network.statusUpdates().makeAsyncIterator()
    var returns = await network.connectionRestored().makeAsyncIterator()
    network.send(.satisfied(.cellular))
    #expect(await updates.next() == .satisfied(.cellular))
    // The first status was no return: this is the first.
    network.send(.requiresConnection)
    #expect(await updates.next() == .requiresConnection)
    network.send(.satisfied(.other))
    #expect(await returns.next() != nil)
    #expect(await updates.next() == .satisfied(.other))
  }
}
