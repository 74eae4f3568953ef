import Synchronization

/// The table of a scope, alone in its lock.
@usableFromInline
package final class FlightStorage<Key: Hashable & Sendable, Output: Sendable>: Sendable {
  @usableFromInline package typealias Outcome = Result<Output, any Error>
  @usableFromInline package typealias Waiter = UnsafeContinuation<Delivery<Outcome>, Never>
  @usableFromInline package typealias Signal = UnsafeContinuation<Bool, Never>
  /// None throws; one that cannot is made through a conversion that allocates.
  @usableFromInline package typealias Job = Task<Void, any Error>
  @usableFromInline package typealias Table = FlightTable<Key, Outcome, Waiter, Signal, Job>

  @usableFromInline let table: Mutex<Table>

  @inlinable
  init(rules: FlightRules, reports: Bool) {
    self.table = Mutex(Table(rules: rules, reports: reports))
  }
}

extension FlightStorage: FlightStatisticsSource {
  package var snapshot: (statistics: FlightStatistics, suspended: Int) { table.withLock { ($0.statistics, $0.counts.parked) } }
}
