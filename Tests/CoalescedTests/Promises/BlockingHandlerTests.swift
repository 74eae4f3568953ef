import Coalesced
import CoalescedTesting
import Testing

/// C9 and C13: an operation whose cancellation handler blocks delays the one who cancels, and no other caller.
@Suite struct BlockingHandlerTests {
  @Test func theKeyIsFreeWhileTheHandlerBlocks() async throws {
    let blocker = Blocker()
    let blocks = Switch()
    let stage = Stage(onCancel: {
      blocks.turnOn()
      blocker.wait()
    })
    let caller = try await stage.caller()
    let old = try await stage.operation.nextInvocation()
    let cancelling = Task(executorPreference: ThreadExecutor()) { caller.cancel() }
    defer { blocker.release() }
    try await blocks.isTurnedOn()
    let next = try await stage.caller()
    try await stage.operation.nextInvocation().succeed(with: "new")
    #expect(try await next.ending == .value("new"))
    blocker.release()
    await cancelling.value
    #expect(try await caller.ending == .cancelled)
    old.fail(with: CancellationError())
  }

  enum Means: CaseIterable { case cancel, cancelAll, group }

  @Test(arguments: Means.allCases)
  func theOwnersCancelReachesEveryCallerWhileTheFirstHandlerBlocks(means: Means) async throws {
    let blocker = Blocker()
    let stage = Stage(onCancel: { blocker.wait() })
    let other = Coalescer<Int, String>(in: stage.probe.group)
    var callers = try await stage.callers(2, of: 1)
    if means != .cancel { callers += try await stage.callers(2, of: 2) }
    if means == .group {
      let suspend = stage.operation.function
      callers += (3...4).map { key in
        Task {
          try await other.value(for: key) {
            try await withTaskCancellationHandler(operation: { try await suspend(key) }, onCancel: { blocker.wait() })
          }
        }
      }
      try await stage.probe.waiting(6)
    }
    let count = callers.count
    let cancelling = Task(executorPreference: ThreadExecutor()) {
      switch means {
      case .cancel: stage.coalescer.cancel(1)
      case .cancelAll: stage.coalescer.cancelAll()
      case .group: stage.probe.group.cancelAll()
      }
    }
    defer { for _ in 0..<4 { blocker.release() } }
    #expect(try await endings(of: callers) == Array(repeating: .flightCancelled, count: count))
    for _ in 0..<4 { blocker.release() }
    #expect(await cancelling.value == count)
  }

  @Test func theSuccessorStartsWhileTheHandlerOfItsPredecessorBlocks() async throws {
    let blocker = Blocker()
    let stage = Stage({ $0.joining = .next }, onCancel: { blocker.wait() })
    let first = try await stage.caller()
    let old = try await stage.operation.nextInvocation()
    let second = try await stage.caller()
    let cancelling = Task(executorPreference: ThreadExecutor()) { first.cancel() }
    defer { blocker.release() }
    try await stage.operation.nextInvocation().succeed(with: "new")
    #expect(try await second.ending == .value("new"))
    blocker.release()
    await cancelling.value
    old.fail(with: CancellationError())
  }
}
