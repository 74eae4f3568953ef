import Coalesced
import Dispatch

/// Sees, when something of the user's dies, whether the scope can be used then: a lock that is held where it dies is held by the very
/// thread that asks, and would never come free.
final class Witness: Sendable {
  enum Finding: Hashable, Sendable { case free(String), locked(String) }

  let scope = WeakScope<Tracked, Tracked>()
  let findings = Log<Finding>()

  /// An object whose death is seen.
  func tracked(_ name: String, id: Int) -> Tracked {
    Tracked(id) { [self] in findings.append(scope.coalescer.map(Self.canUse) ?? true ? .free(name) : .locked(name)) }
  }

  /// Uses a scope on another thread and blocks this one meanwhile, so that a lock fails a test and hangs nothing: it is waited for as
  /// long as no busy machine takes, and is let go of when this returns.
  static func canUse<Key, Output>(_ scope: Coalescer<Key, Output>) -> Bool {
    let used = DispatchSemaphore(value: 0)
    DispatchQueue(label: "Witness").async {
      _ = scope.statistics
      used.signal()
    }
    return used.wait(timeout: .now() + .seconds(30)) == .success
  }
}
