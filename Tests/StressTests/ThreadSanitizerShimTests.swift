import Dispatch
import Foundation
import Synchronization
import Testing

/// Holds `ThreadSanitizerShim` to its purpose: without it, the sanitizer reports a race in each of these.
@Suite struct ThreadSanitizerShimTests {
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
  private let handOvers = 100

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

  /// Not `Sendable`, and written after it was made.
  private final class Note {
    var text = ""
  }

  private final class Flag: Sendable {
    private let isUp = Atomic(false)

    func raise() { isUp.store(true, ordering: .relaxed) }

    /// Orders nothing but itself: the sanitizer learns nothing from it.
    func waitUntilRaised() {
      while !isUp.load(ordering: .relaxed) {}
    }
  }

  @Test func continuationResumedBeforeItsTaskWaitsHandsOverItsValue() async {
    for _ in 0..<handOvers {
      let isResumed = Flag()
      let note = await withUnsafeContinuation { (continuation: UnsafeContinuation<Note, Never>) in
        Thread.detachNewThread {
          let note = Note()
          note.text = "resumed"
          continuation.resume(returning: note)
          isResumed.raise()
        }
        isResumed.waitUntilRaised()
      }
      #expect(note.text == "resumed")
    }
  }
}
