import Coalesced

/// One combination of every policy there is.
struct PolicyMix: Sendable, CustomStringConvertible {
  let number: Int

  /// All of them, each different: abandonment × joining × limit × windows × caller's cancellation.
  static let all = (0..<96).map(PolicyMix.init)

  /// A digit of the number in a mixed base.
  private func choice(_ count: Int, after earlier: Int) -> Int { number / earlier % count }

  var policy: FlightPolicy {
    var policy = FlightPolicy()
    policy.abandonment = [.cancel, .cancelAfter(.milliseconds(1)), .cancelAndDrain, .finish][choice(4, after: 1)]
    policy.joining = choice(2, after: 4) == 0 ? .current : .next
    policy.concurrencyLimit = [nil, 1, 3][choice(3, after: 8)]
    if choice(2, after: 24) == 1 {
      policy.joinWindow = .milliseconds(2)
      policy.reuseWindow = .microseconds(200)
    }
    policy.callerCancellation = choice(2, after: 48) == 0 ? .leave : .wait
    return policy
  }

  var description: String {
    let policy = policy
    let limit = policy.concurrencyLimit.map { ", limit \($0)" } ?? ""
    let windows = policy.joinWindow == nil ? "" : ", windows"
    return "\(policy.abandonment), \(policy.joining)\(limit)\(windows), \(policy.callerCancellation)"
  }
}
