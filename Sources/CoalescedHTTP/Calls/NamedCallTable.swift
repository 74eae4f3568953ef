/// What is known of the calls that have an ID; `Job` stands for the task of one.
package struct NamedCallTable<Job: Sendable>: Sendable {
  private enum Call: Sendable {
    /// Its task is being made. Next: `running`, `cancelled`.
    case starting
    /// Next: `cancelled`, or its end.
    case running(Job)
    /// It throws `CancellationError` when it ends, whatever its task comes to. Next: its end.
    case cancelled
  }

  package enum Cancellation: Sendable {
    case noSuchCall
    /// Nothing to do: its task is not known yet, or was cancelled before.
    case noted
    case cancel(Job)
  }

  private var calls: [RequestID: Call] = [:]

  package init() {}

  /// `false` where the ID names another call.
  package mutating func callBegan(_ id: RequestID) -> Bool {
    guard calls[id] == nil else { return false }
    calls[id] = .starting
    return true
  }

  /// `false` where the call was cancelled before its task was known: that task is to be cancelled.
  package mutating func taskMade(_ id: RequestID, _ job: Job) -> Bool {
    guard case .starting = calls[id] else { return false }
    calls[id] = .running(job)
    return true
  }

  package mutating func callCancelled(_ id: RequestID) -> Cancellation {
    guard let call = calls[id] else { return .noSuchCall }
    calls[id] = .cancelled
    return if case .running(let job) = call { .cancel(job) } else { .noted }
  }

  /// Whether the call was cancelled by its ID, which is free again.
  package mutating func callEnded(_ id: RequestID) -> Bool {
    if case .cancelled = calls.removeValue(forKey: id) { true } else { false }
  }
}

extension NamedCallTable.Cancellation: Equatable where Job: Equatable {}
