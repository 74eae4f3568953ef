import Dispatch
import Synchronization
import Testing

/// Holds `ThreadSanitizerShim` to its purpose: without it, the sanitizer run reports each of these.
@Suite struct MutexUnderThreadSanitizerTests {
  private final class Counter: Sendable {
    private let value = Mutex(0)

    func increment(times: Int) {
      for _ in 0..<times {
        value.withLock { $0 += 1 }
      }
    }

    /// The same through the form that does not wait.
    func incrementByTrying(times: Int) {
      for _ in 0..<times {
        while value.withLockIfAvailable({ $0 += 1 }) == nil {}
      }
    }

    var total: Int { value.withLock { $0 } }
  }

  private let contenders = 16
  private let increments = 5_000

  @Test func mutexContendedByTasksGuardsItsValue() async {
    let counter = Counter()
    await withTaskGroup { group in
      for _ in 0..<contenders {
        group.addTask { counter.increment(times: increments) }
      }
    }
    #expect(counter.total == contenders * increments)
  }

  @Test func mutexContendedByThreadsGuardsItsValue() {
    let counter = Counter()
    DispatchQueue.concurrentPerform(iterations: contenders) { contender in
      if contender.isMultiple(of: 2) {
        counter.increment(times: increments)
      } else {
        counter.incrementByTrying(times: increments)
      }
    }
    #expect(counter.total == contenders * increments)
  }
}
