import Dispatch

/// A thread of its own for tasks that a test blocks at a certain point.
final class ThreadExecutor: TaskExecutor {
  /// For a test that keeps its thread no longer than another test has to wait.
  static let shared = ThreadExecutor()

  private let queue = DispatchQueue(label: "ThreadExecutor")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
