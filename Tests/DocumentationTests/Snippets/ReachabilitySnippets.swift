import CoalescedReachability
import CoalescedTesting
import Testing

// snippet: sending when the network is back
struct Outbox: Sendable {
  let network: any NetworkMonitor
  let sendWhatWaits: @Sendable () async -> Void

  func run() async {
    for await _ in await network.connectionRestored() {
      await sendWhatWaits()
    }
  }
}
// end

/// What the documentation of `CoalescedReachability` and of its mock shows.
@Suite struct ReachabilitySnippets {
  @Test func anOutboxOnTheRealNetwork() async {
    @Sendable func upload() async {}

    // snippet: the system's network
    let outbox = Outbox(network: PathNetworkMonitor(), sendWhatWaits: upload)
    // end
    await outbox.sendWhatWaits()
  }

  @Test func theTestDecidesWhenTheNetworkIsBack() async {
    // snippet: a mock network
    let network = MockNetworkMonitor(.unsatisfied)
    let returns = await network.connectionRestored()
    network.send(.satisfied(.wifi))  // `returns` has an element
    // end
    var iterator = returns.makeAsyncIterator()
    #expect(await iterator.next() != nil)
  }
}
