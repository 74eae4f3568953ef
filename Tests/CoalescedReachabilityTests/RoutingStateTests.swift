import CoalescedReachability
import Testing

@Suite struct RoutingStateTests {
  static func bytes<Integer: FixedWidthInteger>(_ integer: Integer) -> [UInt8] {
    withUnsafeBytes(of: integer, Array.init)
  }

  /// Pads to the four bytes that messages and attributes are aligned to.
  static func padded(_ bytes: [UInt8]) -> [UInt8] {
    bytes + [UInt8](repeating: 0, count: -bytes.count & 3)
  }

  static func attribute(_ type: UInt16, _ value: [UInt8]) -> [UInt8] {
    padded(bytes(UInt16(4 + value.count)) + bytes(type) + value)
  }

  static func message(_ type: UInt16, _ payload: [UInt8]) -> [UInt8] {
    padded(bytes(UInt32(16 + payload.count)) + bytes(type) + bytes(UInt16(2)) + bytes(UInt32(1)) + bytes(UInt32(0)) + payload)
  }

  static func link(_ index: Int32, _ name: String, hardware: UInt16 = 1, flags: UInt32) -> [UInt8] {
    message(16, [0, 0] + bytes(hardware) + bytes(index) + bytes(flags) + bytes(UInt32(0)) + attribute(3, Array(name.utf8) + [0]))
  }

  static func route(
    family: UInt8 = 2,
    destinationLength: UInt8 = 0,
    table: UInt8 = 254,
    type: UInt8 = 1,
    attributes: [UInt8]
  ) -> [UInt8] {
    message(24, [family, destinationLength, 0, 0, table, 3, 0, type] + bytes(UInt32(0)) + attributes)
  }

  static func via(_ link: Int32, metric: UInt32? = nil) -> [UInt8] {
    attribute(4, bytes(link)) + (metric.map { attribute(6, bytes($0)) } ?? [])
  }

  static func state(_ messages: [UInt8]...) -> RoutingState {
    RoutingState(messages: NetlinkMessage.parse(messages.flatMap { $0 }[...]))
  }

  static let upAndRunning: UInt32 = 0x1 | 0x40

  @Test func aDefaultRouteOverALinkThatIsUpAndRunningIsTheWayOut() {
    let state = Self.state(Self.link(2, "eth0", flags: Self.upAndRunning), Self.route(attributes: Self.via(2)))
    #expect(state.wayOut == .init(name: "eth0", isEthernet: true, isUsable: true))
    let ipv6 = Self.state(Self.link(2, "eth0", flags: Self.upAndRunning), Self.route(family: 10, attributes: Self.via(2)))
    #expect(ipv6.wayOut?.name == "eth0")
  }

  @Test(
    arguments: [
      ("no route", link(2, "eth0", flags: upAndRunning)),
      ("no link", route(attributes: via(2))),
      ("a link that is down", link(2, "eth0", flags: 0) + route(attributes: via(2))),
      ("a link without carrier", link(2, "eth0", flags: 0x1) + route(attributes: via(2))),
      ("the loopback", link(1, "lo", flags: upAndRunning | 0x8) + route(attributes: via(1))),
      ("a route to one network", link(2, "eth0", flags: upAndRunning) + route(destinationLength: 24, attributes: via(2))),
      ("another table", link(2, "eth0", flags: upAndRunning) + route(table: 100, attributes: via(2))),
      (
        "another table beyond a byte",
        link(2, "eth0", flags: upAndRunning) + route(attributes: via(2) + attribute(15, bytes(UInt32(51_820))))
      ),
      ("an unreachable route", link(2, "eth0", flags: upAndRunning) + route(family: 10, type: 7, attributes: via(2))),
      ("another family", link(2, "eth0", flags: upAndRunning) + route(family: 28, attributes: via(2))),
    ] as [(String, [UInt8])]
  )
  func nothingElseIsAWayOut(what: String, messages: [UInt8]) {
    #expect(Self.state(messages).wayOut == nil, "\(what)")
  }

  @Test func theUsableRouteWithTheLeastMetricCounts() {
    let state = Self.state(
      Self.link(2, "wlan0", flags: Self.upAndRunning),
      Self.link(3, "eth0", flags: Self.upAndRunning),
      Self.link(4, "eth1", flags: 0x1),
      Self.route(attributes: Self.via(2, metric: 600)),
      Self.route(attributes: Self.via(3, metric: 100)),
      Self.route(attributes: Self.via(4, metric: 50))
    )
    #expect(state.wayOut?.name == "eth0")
  }

  @Test func eachOfSeveralNextHopsIsARoute() {
    func hop(_ link: Int32) -> [UInt8] { Self.bytes(UInt16(16)) + [0, 0] + Self.bytes(link) + Self.attribute(5, [10, 0, 0, 1]) }
    let state = Self.state(
      Self.link(2, "eth0", flags: 0),
      Self.link(3, "eth1", flags: Self.upAndRunning),
      Self.route(attributes: Self.attribute(9, hop(2) + hop(3)))
    )
    #expect(state.defaultRoutes.map(\.link) == [2, 3])
    #expect(state.wayOut?.name == "eth1")
  }

  @Test func aMessageThatIsCutOffIsNoMessage() {
    let messages = Self.link(2, "eth0", flags: Self.upAndRunning) + Self.route(attributes: Self.via(2))
    #expect(NetlinkMessage.parse(messages[...]).count == 2)
    #expect(NetlinkMessage.parse(messages.dropLast()).count == 1)
    #expect(NetlinkMessage.attributes(Self.via(2, metric: 9).dropLast()).keys.sorted() == [4])
  }

  @Test(arguments: SplitMix.someSeeds) func bytesThatAreCutOffOrWrongAreReadAsFarAsTheyGo(seed: UInt64) {
    var random = SplitMix(seed: seed)
    let good =
      Self.link(2, "eth0", flags: Self.upAndRunning)
      + Self.route(attributes: Self.via(2, metric: 9) + Self.attribute(9, Self.bytes(UInt64(8))))
    for length in 0...good.count { _ = Self.state(Array(good.prefix(length))) }
    for _ in 0..<20_000 {
      var bad = good
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        bad[Int.random(in: bad.indices, using: &random)] = UInt8.random(in: .min ... .max, using: &random)
      }
      let state = Self.state(bad)
      #expect(state.links.count <= bad.count / 16 && state.defaultRoutes.count <= bad.count / 8)
    }
    for _ in 0..<2_000 {
      _ = Self.state((0..<200).map { _ in UInt8.random(in: .min ... .max, using: &random) })
    }
  }
}
