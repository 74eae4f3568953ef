import Coalesced
import Synchronization
import Testing

/// Joins, leaves, landings, forgets and owners' cancels from every thread at once, under every combination of policies.
@Suite struct StormTests {
  private struct OperationError: Error {}

  /// What the calls of a storm ended with.
  private struct Ledger: Sendable {
    var values = 0
    var operationErrors = 0
    var cancelled = 0
    var flightsCancelled = 0
    var wrong: [String] = []

    var calls: Int { values + operationErrors + cancelled + flightsCancelled }
  }

  /// How many operations run, and the most that ever did at once.
  private final class Running: Sendable {
    private let counts = Mutex((now: 0, most: 0))

    var most: Int { counts.withLock { $0.most } }

    func begin() {
      counts.withLock { counts in
        counts.now += 1
        counts.most = max(counts.most, counts.now)
      }
    }

    func end() { counts.withLock { $0.now -= 1 } }
  }

  static let seeds: [UInt64] = [1, 20_260_101]

  #if DEBUG
    static let callsPerWorker = 60
  #else
    static let callsPerWorker = 150
  #endif

  /// One mix after another: all at once they would leave the machine to nobody else.
  @Test(arguments: seeds)
  func everyCallEndsOnceAndNothingIsLeft(seed: UInt64) async {
    for mix in PolicyMix.all { await storm(of: mix, seed: seed) }
  }

  private func storm(of mix: PolicyMix, seed: UInt64) async {
    let policy = mix.policy
    let coalescer = Coalescer<Int, Int>(policy: policy)
    let keys = 3
    let running = Running()

    @Sendable func call(_ key: Int, yields: Int, fails: Bool) async throws -> Int {
      try await coalescer.value(for: key) {
        running.begin()
        defer { running.end() }
        for _ in 0..<yields { await Task.yield() }
        if fails { throw OperationError() }
        return key
      }
    }

    @Sendable func work(_ worker: Int) async -> Ledger {
      var random = SeededGenerator(seed: seed &+ UInt64(mix.number) << 20 &+ UInt64(worker) << 40)
      var ledger = Ledger()
      for _ in 0..<Self.callsPerWorker {
        let key = Int.random(in: 0..<keys, using: &random)
        let yields = Int.random(in: 0...3, using: &random)
        let fails = Int.random(in: 0..<8, using: &random) == 0
        let caller = Task { try await call(key, yields: yields, fails: fails) }
        switch Int.random(in: 0..<12, using: &random) {
        case 0...4: caller.cancel()
        case 5:
          await Task.yield()
          caller.cancel()
        case 6: coalescer.cancel(key)
        case 7: coalescer.forget(key)
        case 8: if worker == 0 { coalescer.cancelAll() } else { coalescer.forgetAll() }
        case 9: _ = Task { await coalescer.waitForFlight(key) }
        default: break
        }
        let statistics = coalescer.statistics
        if !statistics.addsUp { ledger.wrong.append("\(statistics)") }
        switch await caller.result {
        case .success(key): ledger.values += 1
        case .success(let other): ledger.wrong.append("the value \(other) for the key \(key)")
        case .failure(is OperationError): ledger.operationErrors += 1
        case .failure(is CancellationError): ledger.cancelled += 1
        case .failure(is FlightCancelledError): ledger.flightsCancelled += 1
        case .failure(let error): ledger.wrong.append("\(error)")
        }
      }
      return ledger
    }

    let workers = 6
    let ledgers = await withTaskGroup(of: Ledger.self, returning: [Ledger].self) { group in
      for worker in 0..<workers { group.addTask { await work(worker) } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    await coalescer.idle()

    let seedComment: Comment = "seed \(seed), mix \(mix.number): \(mix)"
    #expect(ledgers.flatMap(\.wrong).isEmpty, seedComment)
    #expect(ledgers.reduce(0) { $0 + $1.calls } == workers * Self.callsPerWorker, seedComment)
    let statistics = coalescer.statistics
    #expect(statistics.addsUp, seedComment)
    #expect(statistics.waiting == 0, seedComment)
    #expect(statistics.inFlight == 0, seedComment)
    #expect(coalescer.keysInFlight.isEmpty, seedComment)
    if policy.callerCancellation == .wait { #expect(statistics.left == 0, seedComment) }
    if let limit = policy.concurrencyLimit { #expect(running.most <= limit, seedComment) }
    coalescer.forgetAll()
  }
}

extension FlightStatistics {
  var addsUp: Bool { started == succeeded + failed + abandoned + cancelled + inFlight }
}
