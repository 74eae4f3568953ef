/// On whose behalf a request is sent, as the caller says; nothing is guessed from the request.
///
/// An account is compared byte for byte, and redacted wherever it could be printed.
public enum RequestIdentity: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Nobody in particular. Credential headers, if there are any, still count.
  case anonymous
  /// Whoever the credential headers say. Refused where none of them has a value.
  ///
  /// User info in the URL is always in the key, but says nothing here: many clients send it only when the server asks.
  case credentials
  /// One account, by any name that no other account has.
  case account(String)

  public static func == (left: RequestIdentity, right: RequestIdentity) -> Bool {
    switch (left, right) {
    case (.anonymous, .anonymous), (.credentials, .credentials): true
    case (.account(let left), .account(let right)): ExactString(left) == ExactString(right)
    default: false
    }
  }

  public func hash(into hasher: inout Hasher) {
    switch self {
    case .anonymous: hasher.combine(0 as UInt8)
    case .credentials: hasher.combine(1 as UInt8)
    case .account(let name):
      hasher.combine(2 as UInt8)
      hasher.combine(ExactString(name))
    }
  }

  public var description: String {
    switch self {
    case .anonymous: "anonymous"
    case .credentials: "credentials"
    case .account: "account(<redacted>)"
    }
  }

  public var debugDescription: String { description }

  public var customMirror: Mirror { Mirror(self, children: [], displayStyle: .enum) }
}
