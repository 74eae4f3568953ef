/// What kind of interface the network is reached over.
public enum NetworkInterface: Hashable, Sendable {
  case wifi
  case cellular
  case wiredEthernet
  /// Any other, or one whose kind the system does not tell: a tunnel, a bridge.
  case other
}
