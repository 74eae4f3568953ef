/// What of the kernel's links and routes decides the status.
package struct RoutingState: Equatable, Sendable {
  package struct Link: Equatable, Sendable {
    package let name: String
    package let isEthernet: Bool
    /// Up, running, and not the loopback.
    package let isUsable: Bool

    package init(name: String, isEthernet: Bool, isUsable: Bool) {
      self.name = name
      self.isEthernet = isEthernet
      self.isUsable = isUsable
    }
  }

  package struct DefaultRoute: Equatable, Sendable {
    package let link: Int32
    package let metric: UInt32

    package init(link: Int32, metric: UInt32) {
      self.link = link
      self.metric = metric
    }
  }

  package private(set) var links: [Int32: Link] = [:]
  package private(set) var defaultRoutes: [DefaultRoute] = []

  /// Reads the answers to a dump of all links and of all routes; other messages are skipped.
  package init(messages: [NetlinkMessage]) {
    for message in messages {
      switch message.type {
      case NetlinkMessage.newLink: readLink(message.payload)
      case NetlinkMessage.newRoute: readRoute(message.payload)
      default: break
      }
    }
  }

  /// The link of the default route that is usable and has the least metric.
  package var wayOut: Link? {
    defaultRoutes.compactMap { route in links[route.link].map { (metric: route.metric, link: $0) } }
      .filter { $0.link.isUsable }
      .min { $0.metric < $1.metric }?
      .link
  }

  /// `ifinfomsg`: family, hardware type at 2, index at 4, flags at 8; attributes from 16, of which 3 is the name.
  private mutating func readLink(_ payload: ArraySlice<UInt8>) {
    guard let hardware = payload.integer(at: 2, as: UInt16.self), let index = payload.integer(at: 4, as: Int32.self),
      let flags = payload.integer(at: 8, as: UInt32.self)
    else { return }
    let isUp: UInt32 = 0x1
    let isLoopback: UInt32 = 0x8
    let isRunning: UInt32 = 0x40
    let name = NetlinkMessage.attributes(payload.dropFirst(16))[3]?.prefix { $0 != 0 }
    links[index] = Link(
      name: String(decoding: name ?? [], as: UTF8.self),
      isEthernet: hardware == 1,
      isUsable: flags & (isUp | isRunning | isLoopback) == isUp | isRunning
    )
  }

  /// `rtmsg`: family, length of the destination at 1, table at 4, type at 7, flags at 8; attributes from 12, of which 4 is the outgoing link, 6 the
  /// metric, 9 several next hops and 15 the table where it does not fit the byte.
  private mutating func readRoute(_ payload: ArraySlice<UInt8>) {
    let ipv4: UInt8 = 2
    let ipv6: UInt8 = 10
    let mainTable: UInt32 = 254
    let unicast: UInt8 = 1
    guard let family = payload.integer(at: 0, as: UInt8.self), family == ipv4 || family == ipv6,
      payload.integer(at: 1, as: UInt8.self) == 0, payload.integer(at: 7, as: UInt8.self) == unicast
    else { return }
    let attributes = NetlinkMessage.attributes(payload.dropFirst(12))
    let table = attributes[15]?.integer(at: 0, as: UInt32.self) ?? payload.integer(at: 4, as: UInt8.self).map(UInt32.init)
    guard table == mainTable else { return }
    let metric = attributes[6]?.integer(at: 0, as: UInt32.self) ?? 0
    if let link = attributes[4]?.integer(at: 0, as: Int32.self) { defaultRoutes.append(DefaultRoute(link: link, metric: metric)) }
    // `rtnexthop`: length, flags, hops, link at 4.
    var hops = attributes[9] ?? []
    while let length = hops.integer(at: 0, as: UInt16.self).map(Int.init), length >= 8, let link = hops.integer(at: 4, as: Int32.self) {
      defaultRoutes.append(DefaultRoute(link: link, metric: metric))
      hops = hops.dropFirst((length + 3) & ~3)
    }
  }
}
