/// Whether requests can be expected to leave this machine. It says nothing about whether a server answers.
public enum NetworkStatus: Hashable, Sendable {
  /// There is a way out, over an interface of this kind.
  case satisfied(NetworkInterface)
  /// There is no way out.
  case unsatisfied
  /// There is one after something connects first, a VPN on demand say: a request may bring it up.
  case requiresConnection

  /// Whether there is a way out now, over whatever interface.
  package var isSatisfied: Bool {
    if case .satisfied = self { true } else { false }
  }
}
