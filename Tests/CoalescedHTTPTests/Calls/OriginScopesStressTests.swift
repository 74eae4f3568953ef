import Coalesced
import CoalescedHTTP
import Foundation
import Synchronization
import Testing

/// Scopes that are made and dropped all the time, by calls that come and go on every thread.
@Suite struct OriginScopesStressTests {
  /// How many operations run for each origin.
  private final class Running: Sendable {
    private let counts = Mutex<[ExactString: Int]>([:])

    func change(_ origin: ExactString, by difference: Int) -> Int {
      counts.withLock { counts in
        counts[origin, default: 0] += difference
        return counts[origin, default: 0]
      }
    }
  }

  @Test(arguments: 0..<5 as Range<UInt64>)
  func everyCallIsAnsweredUnderTheLimitAndNothingIsKept(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    var policy = FlightPolicy()
    policy.concurrencyLimit = 2
    let scopes = OriginScopes(policy: policy, group: nil, sharedWhen: nil)
    let keys = try (0..<12).map { try RequestKey.make("http://\($0 % 3).example/\($0)") }
    let response = try httpResponse(url: try #require(URL(string: "http://example.com/")))
    let running = Running()

    let calls = (0..<600).map { _ in
      let key = random.pick(keys)
      let origin = key.parts.url.origin
      let call = Task {
        _ = try await scopes.value(for: key, joining: .current) {
          #expect(running.change(origin, by: 1) <= 2, "seed \(seed)")
          // Ignores cancellation: it unwinds when it has been rescheduled.
          await Task.yield()
          _ = running.change(origin, by: -1)
          return (Data(), response)
        }
      }
      return (call: call, isCancelled: Int.random(in: 0..<3, using: &random) == 0)
    }
    for (call, isCancelled) in calls where isCancelled { call.cancel() }
    for (call, isCancelled) in calls {
      do {
        try await call.value
      } catch {
        #expect(isCancelled && error is CancellationError, "seed \(seed)")
      }
    }
    for key in keys { await scopes.dropWhenUnused(key.parts.url.origin) }
    #expect(scopes.count == 0, "seed \(seed)")
    let statistics = scopes.statistics
    #expect(statistics.inFlight == 0 && statistics.waiting == 0, "seed \(seed)")
    #expect(statistics.started == statistics.succeeded + statistics.abandoned, "seed \(seed)")
  }
}
