import CoalescedReachability
import Testing

@Suite(.timeLimit(.minutes(15))) struct PathNetworkMonitorTests {
  @Test func theFirstStatusArrivesByItself() async {
    let monitor = PathNetworkMonitor()
    var updates = await monitor.statusUpdates().makeAsyncIterator()
    #expect(await updates.next() != nil)
  }

  @Test func streamsEndWithTheirMonitor() async {
    var monitor: PathNetworkMonitor? = PathNetworkMonitor()
    let returns = await monitor?.connectionRestored()
    monitor = nil
    var iterator = returns?.makeAsyncIterator()
    while await iterator?.next() != nil {}
  }

  #if os(Linux)
    @Test(.enabled(if: NetworkNamespace.isAvailable, "needs the right to make network namespaces"))
    func theStatusFollowsLinksAndDefaultRoutes() async throws {
      let network = try NetworkNamespace()
      let monitor = try await network.makeMonitor()
      var updates = await monitor.statusUpdates().makeAsyncIterator()
      var returns = await monitor.connectionRestored().makeAsyncIterator()
      #expect(await updates.next() == .unsatisfied)

      // A route over the loopback, and an interface with an address, are not enough.
      try network.ip("link set lo up")
      try network.ip("route add default dev lo metric 1")
      try network.ip("link add near type veth peer name far")
      try network.ip("link set near up")
      try network.ip("link set far up")
      try network.ip("addr add 192.0.2.1/24 dev near")
      try network.ip("route add default via 192.0.2.2 dev near metric 2")
      #expect(await updates.next() == .satisfied(.wiredEthernet))
      #expect(await returns.next() != nil)

      // The other end goes down: up, with a route, but not running.
      try network.ip("link set far down")
      #expect(await updates.next() == .unsatisfied)
      try network.ip("link set far up")
      #expect(await updates.next() == .satisfied(.wiredEthernet))
      #expect(await returns.next() != nil)

      try network.ip("route del default via 192.0.2.2 dev near metric 2")
      #expect(await updates.next() == .unsatisfied)
      try network.ip("-6 route add default dev near")
      #expect(await updates.next() == .satisfied(.wiredEthernet))
      try network.ip("link del near")
      #expect(await updates.next() == .unsatisfied)
    }

    @Test(
      arguments: [
        ("DEVTYPE=wlan\nINTERFACE=wlp3s0\n", true, .wifi),
        ("INTERFACE=wwan0\nDEVTYPE=wwan\n", false, .cellular),
        ("INTERFACE=eth0\nIFINDEX=2\n", true, .wiredEthernet),
        ("", true, .wiredEthernet),
        ("DEVTYPE=bridge\nINTERFACE=docker0\n", true, .other),
        ("INTERFACE=tun0\n", false, .other),
      ] as [(String, Bool, NetworkInterface)]
    )
    func theKindOfAnInterfaceIsThatOfItsDevice(description: String, isEthernet: Bool, kind: NetworkInterface) {
      let link = RoutingState.Link(name: "any", isEthernet: isEthernet, isUsable: true)
      #expect(NetworkInterface(of: link, deviceDescription: description) == kind)
    }
  #endif
}
