import Synchronization

/// Runs the tasks of a test one job at a time on the test's own thread, when it says so: after ``drain()`` each of them is suspended or done.
final class ManualExecutor: TaskExecutor {
  private struct State {
    var jobs: [UnownedJob] = []
    var isFree = false
  }

  private let state = Mutex(State())

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let isFree = state.withLock {
      $0.jobs.append(job)
      return $0.isFree
    }
    if isFree { Task.detached { self.drain() } }
  }

  /// Runs the job that was enqueued first; `false` when there is none.
  @discardableResult
  func runNext() -> Bool {
    guard let job = state.withLock({ $0.jobs.isEmpty ? nil : $0.jobs.removeFirst() }) else { return false }
    job.runSynchronously(on: asUnownedTaskExecutor())
    return true
  }

  func drain() {
    while runNext() {}
  }

  /// Starts a call and runs it until it suspends.
  func start<Output: Sendable>(
    priority: TaskPriority? = nil,
    _ call: @escaping @Sendable () async throws -> Output
  ) -> Task<Output, any Error> {
    let task = Task(executorPreference: self, priority: priority) { try await call() }
    drain()
    return task
  }

  /// The outcome of a call that something outside of the test's thread resumes: lets jobs run freely until it is there.
  func value<Output>(of task: Task<Output, any Error>) async throws -> Output {
    state.withLock { $0.isFree = true }
    defer { state.withLock { $0.isFree = false } }
    drain()
    return try await task.value
  }
}
