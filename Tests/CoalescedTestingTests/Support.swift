import CoalescedTesting
import Dispatch
import Synchronization
import Testing

extension SuspendedOperation {
  /// Calls the function in a task of its own, which does not keep the operation.
  func call(_ argument: repeat each Argument) -> Task<Output, any Error> {
    Task { [function] in try await function(repeat each argument) }
  }
}

/// An error that only the test which made it can have meant.
struct TestError: Error, Hashable {
  let code: Int
}

/// An object that counts its life: for tests of what is released when.
final class Tracked: Sendable {
  let onDeinit: @Sendable () -> Void

  init(onDeinit: @escaping @Sendable () -> Void = {}) {
    self.onDeinit = onDeinit
  }

  deinit { onDeinit() }
}

/// Values in the order in which tasks appended them.
final class Log<Element: Sendable>: Sendable {
  private let storage = Mutex<[Element]>([])

  var elements: [Element] { storage.withLock { $0 } }

  func append(_ element: Element) {
    storage.withLock { $0.append(element) }
  }
}

/// Runs tasks one after the other, in the order in which they were resumed.
final class OneThreadExecutor: TaskExecutor {
  private let queue = DispatchQueue(label: "OneThreadExecutor")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

/// A patience that ends when the test advances its clock.
struct TestPatience {
  let clock = ManualClock()
  let patience: Patience

  init() {
    patience = Patience(clock: clock, limit: .seconds(5))
  }

  /// Awaits that one wait has begun, and ends its patience.
  func runOut() async throws {
    try await clock.sleepers(1)
    clock.advance(by: .seconds(5))
  }
}

/// Expects that an exit test's process ended with this message, which only debug builds print.
func expectPreconditionFailure(_ result: ExitTest.Result?, saying message: String, at location: SourceLocation = #_sourceLocation) {
  #if DEBUG
    let printed = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(printed.contains(message), sourceLocation: location)
  #endif
}
