import Coalesced
import CoalescedTesting

/// A scope of one suspended operation, with a probe on it and a clock that stands still.
struct Stage: Sendable {
  let operation = SuspendedOperation<Int, String>(patience: .ample)
  let probe = FlightProbe(patience: .ample)
  let clock = ManualClock(patience: .ample)
  let coalescer: Coalescer<Int, String>
  /// The operation, wrapped.
  let fetch: @Sendable (Int) async throws -> String

  /// - Parameters:
  ///   - change: Makes the policy from the default one with `clock`.
  ///   - onCancel: What the operation does when it is cancelled, on the thread of whoever cancels it.
  ///   - sharedWhen: As of `Coalescer`.
  init(
    _ change: (inout FlightPolicy) -> Void = { _ in },
    onCancel: (@Sendable () -> Void)? = nil,
    sharedWhen: (@Sendable (Int, String) -> Bool)? = nil
  ) {
    var policy = FlightPolicy()
    policy.clock = clock
    change(&policy)
    if let sharedWhen {
      coalescer = Coalescer(policy: policy, in: probe.group, sharedWhen: sharedWhen)
    } else {
      coalescer = Coalescer(policy: policy, in: probe.group)
    }
    let suspend: @Sendable (Int) async throws -> String = operation.function
    var function = suspend
    if let onCancel {
      function = { key in try await withTaskCancellationHandler(operation: { try await suspend(key) }, onCancel: onCancel) }
    }
    fetch = coalesced(function, keyedBy: { $0 }, through: coalescer)
  }

  var statistics: FlightStatistics { coalescer.statistics }

  /// A call in a task of its own.
  func call(_ key: Int = 1, priority: TaskPriority? = nil) -> Task<String, any Error> {
    Task(priority: priority) { [fetch] in try await fetch(key) }
  }

  /// A call that has led or joined and waits.
  func caller(of key: Int = 1, priority: TaskPriority? = nil) async throws -> Task<String, any Error> {
    let count = statistics.waiting + 1
    let caller = call(key, priority: priority)
    try await probe.waiting(count)
    return caller
  }

  /// Calls that have led and joined in this order, and wait.
  func callers(_ count: Int, of key: Int = 1) async throws -> [Task<String, any Error>] {
    var callers: [Task<String, any Error>] = []
    for _ in 0..<count { callers.append(try await caller(of: key)) }
    return callers
  }

  /// A flight that all of its callers have left, and whose operation has not returned.
  func abandonedInvocation(of key: Int = 1) async throws -> SuspendedInvocation<Int, String> {
    let leaver = try await caller(of: key)
    let invocation = try await operation.nextInvocation()
    leaver.cancel()
    _ = await leaver.result
    return invocation
  }
}
