import Coalesced
import CoalescedTesting
import Synchronization
import Testing

/// Many flights, one after another and at once.
@Suite struct ChurnTests {
  #if DEBUG
    static let isDebug = true
  #else
    static let isDebug = false
  #endif

  private final class Counter: Sendable {
    private let count = Atomic(0)

    var current: Int { count.load(ordering: .sequentiallyConsistent) }

    func next() -> Int { count.add(1, ordering: .sequentiallyConsistent).newValue }
  }

  /// A value that is older than the call, or a call without an answer, would be the fault.
  @Test func callsThatArriveAsTheOperationEndsAreAnsweredByThisFlightOrTheNext() async throws {
    let coalescer = Coalescer<Int, Int>()
    let landed = Counter()
    let workers = 4
    let rounds = Self.isDebug ? 5_000 : 25_000
    let stale = try await withThrowingTaskGroup(of: Int.self) { group in
      for worker in 0..<workers {
        group.addTask {
          var stale = 0
          for round in 0..<rounds {
            let before = landed.current
            let value = try await coalescer.value(for: 1) {
              if (round + worker).isMultiple(of: 2) { await Task.yield() }
              return landed.next()
            }
            // The operation that ended before the call began had at most this number.
            if value < before { stale += 1 }
          }
          return stale
        }
      }
      return try await group.reduce(0, +)
    }
    #expect(stale == 0)
    let statistics = coalescer.statistics
    #expect(statistics.started + statistics.joined == workers * rounds)
    #expect(statistics.succeeded == statistics.started)
    #expect(coalescer.keysInFlight.isEmpty)
  }

  /// In a process of its own, whose memory nobody else uses.
  @Test(.enabled(if: ResidentMemory.isMeaningful))
  func memoryStaysFlatOverManyKeysOneAfterAnother() async {
    await #expect(processExitsWith: .success) {
      let coalescer = Coalescer<Int, Int>()
      func run(_ keys: Range<Int>) async throws {
        for key in keys { _ = try await coalescer.value(for: key) { key } }
      }
      try await run(0..<50_000)
      let before = try #require(ResidentMemory.now)
      try await run(50_000..<300_000)
      let after = try #require(ResidentMemory.now)
      // 250,000 entries of 16 bytes would be as much.
      #expect(after - before < 4_000_000)
      #expect(coalescer.statistics.succeeded == 300_000)
    }
  }

  /// Whether the current task's call is to be cancelled when it has led.
  @TaskLocal static var isToLeave = false

  @Test(.enabled(if: ResidentMemory.isMeaningful))
  func memoryStaysFlatOverManyKeysOfWhichHalfAreCancelled() async {
    await #expect(processExitsWith: .success) {
      ResidentMemory.keepNoBacktraces()
      // Runs in the caller's task.
      let group = FlightGroup { event in
        if event.kind == .started, ChurnTests.isToLeave { withUnsafeCurrentTask { $0?.cancel() } }
      }
      let coalescer = Coalescer<Int, Int>(in: group)
      func run(_ keys: Range<Int>, at once: Int) async throws {
        for batch in stride(from: keys.lowerBound, to: keys.upperBound, by: once) {
          let callers = (batch..<batch + once).map { key in
            ChurnTests.$isToLeave.withValue(key.isMultiple(of: 2)) {
              Task {
                try await coalescer.value(for: key) {
                  await Task.yield()
                  return key
                }
              }
            }
          }
          for caller in callers { _ = await caller.result }
          await coalescer.idle()
        }
      }
      let keys = ChurnTests.isDebug ? 100_000 : 1_000_000
      // More at once than later, so that what the allocator keeps is there before the measurement.
      try await run(0..<keys / 4, at: 5_000)
      let before = try #require(ResidentMemory.now)
      try await run(keys / 4..<keys, at: 1_000)
      let after = try #require(ResidentMemory.now)
      #expect(after - before < 4_000_000)
      #expect(coalescer.keysInFlight.isEmpty)
      #expect(coalescer.statistics.inFlight == 0)
      #expect(coalescer.statistics.waiting == 0)
      #expect(coalescer.statistics.started == keys)
      // The operation of one that leaves can land first.
      #expect(coalescer.statistics.left > keys / 4)
      #expect(coalescer.statistics.left <= keys / 2)
    }
  }
}
