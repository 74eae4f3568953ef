import Dispatch

/// Runs an actor on a serial dispatch queue, so that handlers on that queue may assume its isolation.
final class QueueExecutor: SerialExecutor {
  let queue = DispatchQueue(label: "LoopbackServer")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }

  func checkIsolated() {
    dispatchPrecondition(condition: .onQueue(queue))
  }
}
