import Coalesced
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationEssentials
  import FoundationNetworking
#else
  import Foundation
#endif

/// The scope of each origin where flights are limited for each; otherwise one scope for all.
///
/// A scope is made when a call needs it, and dropped when no call and no operation uses it any more.
package final class OriginScopes: Sendable {
  package typealias Answer = (Data, HTTPURLResponse)
  package typealias Gate = @Sendable (RequestKey, Answer) -> Bool
  private typealias Scope = Coalescer<RequestKey, Answer>

  private struct Entry: Sendable {
    let scope: Scope
    /// How many calls are in it.
    var calls = 0
    /// How many there have been: a change tells that the scope was used meanwhile.
    var callsEver = 0
    /// Whether a task waits to drop it.
    var isWatched = false
  }

  private struct State: Sendable {
    var entries: [ExactString: Entry] = [:]
    /// The counts of the scopes that are gone, and the calls that were in none.
    var past = FlightStatistics()

    /// A call begins in a scope that is there.
    mutating func enter(_ origin: ExactString) -> Scope? {
      guard var entry = entries[origin] else { return nil }
      entry.calls += 1
      entry.callsEver += 1
      entries[origin] = entry
      return entry.scope
    }

    /// A call ends; how many there have been, if it was the last one.
    mutating func leave(_ origin: ExactString) -> Int? {
      guard var entry = entries[origin] else { return nil }
      entry.calls -= 1
      entries[origin] = entry
      return entry.calls == 0 ? entry.callsEver : nil
    }

    /// Whether a scope without calls has to be watched from now on.
    mutating func watch(_ origin: ExactString) -> Bool {
      guard let entry = entries[origin], entry.calls == 0, !entry.isWatched else { return false }
      entries[origin]?.isWatched = true
      return true
    }

    /// Drops a scope that was found without flights and operations, with those counts, after so many calls.
    ///
    /// - Returns: `false` where it was used meanwhile, and has no calls: it has to be looked at again. Where it has calls, the last
    ///   one sees to it.
    mutating func drop(_ origin: ExactString, after callsEver: Int, _ statistics: FlightStatistics) -> Bool {
      guard let entry = entries[origin] else { return true }
      guard entry.calls == 0 else {
        entries[origin]?.isWatched = false
        return true
      }
      guard entry.callsEver == callsEver else { return false }
      entries[origin] = nil
      past += statistics
      return true
    }
  }

  private let state = Mutex(State())
  private let policy: FlightPolicy
  private let group: FlightGroup?
  private let sharedWhen: Gate?
  /// The one scope, where there is no limit.
  private let common: Scope?

  package init(policy: FlightPolicy, group: FlightGroup?, sharedWhen: Gate?) {
    if let limit = policy.concurrencyLimit {
      precondition(limit >= 1, "FlightPolicy: concurrencyLimit is less than 1, so that no flight could ever start")
    }
    self.policy = policy
    self.group = group
    self.sharedWhen = sharedWhen
    self.common = policy.concurrencyLimit == nil ? Self.makeScope(policy, group, sharedWhen) : nil
  }

  /// Which flight a call may share unless it says so itself.
  package var joining: FlightPolicy.Joining { policy.joining }

  package nonisolated(nonsending) func value(
    for key: RequestKey,
    joining: FlightPolicy.Joining,
    operation: @escaping @Sendable () async throws -> Answer
  ) async throws -> Answer {
    if let common { return try await common.value(for: key, joining: joining, operation: operation) }
    let origin = key.parts.url.origin
    let scope = enter(origin)
    defer { leave(origin, scope) }
    return try await scope.value(for: key, joining: joining, operation: operation)
  }

  /// A call that is in no scope.
  package func countUnshared() {
    state.withLock { $0.past.unshared += 1 }
  }

  package func cancelAll() -> Int {
    snapshot.scopes.reduce(0) { $0 + $1.cancelAll() }
  }

  package var statistics: FlightStatistics {
    let (scopes, past) = snapshot
    return scopes.reduce(into: past) { $0 += $1.statistics }
  }

  /// How many origins have a scope of their own now.
  package var count: Int { state.withLock { $0.entries.count } }

  /// Taken at one moment: a scope is either here or in the past.
  private var snapshot: (scopes: [Scope], past: FlightStatistics) {
    let state = state.withLock { $0 }
    return (state.entries.values.map(\.scope) + (common.map { [$0] } ?? []), state.past)
  }

  private static func makeScope(_ policy: FlightPolicy, _ group: FlightGroup?, _ sharedWhen: Gate?) -> Scope {
    guard let sharedWhen else { return Scope(policy: policy, in: group) }
    return Scope(policy: policy, in: group, sharedWhen: sharedWhen)
  }
}

extension OriginScopes {
  /// A call begins. A scope reads the user's clock when it is made: not under the lock.
  private func enter(_ origin: ExactString) -> Scope {
    if let scope = state.withLock({ $0.enter(origin) }) { return scope }
    let made = Self.makeScope(policy, group, sharedWhen)
    return state.withLock { state in
      if let scope = state.enter(origin) { return scope }
      state.entries[origin] = Entry(scope: made, calls: 1, callsEver: 1)
      return made
    }
  }

  /// A call ends. The last one drops the scope, at once where nothing can be running in it.
  private func leave(_ origin: ExactString, _ scope: Scope) {
    guard let callsEver = state.withLock({ $0.leave(origin) }) else { return }
    let statistics = scope.statistics
    if policy.reuseWindow == nil, statistics.inFlight == 0, statistics.abandoned == 0, statistics.cancelled == 0 {
      // Where another call came meanwhile, it stays: the last one sees to it.
      _ = state.withLock { $0.drop(origin, after: callsEver, statistics) }
    } else if state.withLock({ $0.watch(origin) }) {
      Task.detached { await self.dropWhenUnused(origin) }
    }
  }

  /// Drops the scope of an origin when nothing runs in it and it has no result to serve again, unless a call is in it then.
  package func dropWhenUnused(_ origin: ExactString) async {
    while let entry = state.withLock({ $0.entries[origin] }) {
      await entry.scope.idle()
      if let window = policy.reuseWindow { try? await policy.clock.sleep(for: window) }
      let statistics = entry.scope.statistics
      if state.withLock({ $0.drop(origin, after: entry.callsEver, statistics) }) { return }
    }
  }
}
