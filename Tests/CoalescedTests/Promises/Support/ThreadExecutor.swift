import Dispatch

/// A thread of its own for tasks that a test blocks at a certain point.
final class ThreadExecutor: TaskExecutor {
  private let queue = DispatchQueue(label: "ThreadExecutor")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
