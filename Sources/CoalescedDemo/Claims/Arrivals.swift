import Coalesced
import LoopbackServer
import Synchronization

/// Counts the calls that have led or joined a flight; its gate opens when all that are expected have.
final class Arrivals: Sendable {
  let gate = LoopbackGate()
  private let missing: Mutex<Int>

  init(of count: Int) {
    missing = Mutex(count)
  }

  /// An event of the group that the calls are in.
  func record(_ event: FlightEvent) {
    guard event.kind == .started || event.kind == .joined else { return }
    let isLast = missing.withLock { missing in
      missing -= 1
      return missing == 0
    }
    if isLast { gate.open() }
  }
}
