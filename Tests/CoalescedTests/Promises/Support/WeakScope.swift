import Coalesced
import Synchronization

/// A scope that the closures given to it can reach.
final class WeakScope<Key: Hashable & Sendable, Output: Sendable>: Sendable {
  private struct Reference: Sendable {
    weak var coalescer: Coalescer<Key, Output>?
  }

  private let reference = Mutex(Reference())

  var coalescer: Coalescer<Key, Output>? { reference.withLock { $0 }.coalescer }

  var keysInFlight: [Key] { coalescer?.keysInFlight ?? [] }

  func hold(_ coalescer: Coalescer<Key, Output>) {
    reference.withLock { $0.coalescer = coalescer }
  }
}
