import CoalescedReachability
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(15))) struct NetworkStatusBroadcasterTests {
  /// What a stream has until it ends.
  static func collect<Element: Sendable>(_ stream: AsyncStream<Element>) async -> [Element] {
    await stream.reduce(into: []) { $0.append($1) }
  }

  @Test func everyReaderGetsTheCurrentStatusAndThenEachChange() async {
    let broadcaster = NetworkStatusBroadcaster()
    let early = await broadcaster.statusUpdates()
    broadcaster.send(.unsatisfied)
    let late = await broadcaster.statusUpdates()
    broadcaster.send(.satisfied(.wifi))
    broadcaster.send(.satisfied(.wifi))
    broadcaster.send(.satisfied(.cellular))
    broadcaster.finish()
    #expect(await Self.collect(early) == [.unsatisfied, .satisfied(.wifi), .satisfied(.cellular)])
    #expect(await Self.collect(late) == [.unsatisfied, .satisfied(.wifi), .satisfied(.cellular)])
    #expect(await Self.collect(broadcaster.statusUpdates()) == [.satisfied(.cellular)])
  }

  @Test func aSlowReaderLosesTheOldestUnread() async {
    let broadcaster = NetworkStatusBroadcaster()
    let updates = await broadcaster.statusUpdates()
    let statuses: [NetworkStatus] = (0..<100).map { $0 == 99 ? .requiresConnection : $0 % 2 == 0 ? .unsatisfied : .satisfied(.wifi) }
    for status in statuses { broadcaster.send(status) }
    broadcaster.finish()
    #expect(await Self.collect(updates) == statuses.suffix(64))
  }

  @Test func eachReturnIsToldOnce() async {
    let broadcaster = NetworkStatusBroadcaster()
    let fromTheBeginning = await broadcaster.connectionRestored()
    broadcaster.send(.satisfied(.wifi))
    broadcaster.send(.unsatisfied)
    let whileItIsGone = await broadcaster.connectionRestored()
    broadcaster.send(.satisfied(.wifi))
    let afterwards = await broadcaster.connectionRestored()
    broadcaster.send(.satisfied(.cellular))
    broadcaster.finish()
    #expect(await Self.collect(fromTheBeginning).count == 1)
    #expect(await Self.collect(whileItIsGone).count == 1)
    #expect(await Self.collect(afterwards).count == 0)
  }

  @Test func aStreamThatIsDroppedOrCancelledIsForgotten() async {
    let broadcaster = NetworkStatusBroadcaster()
    do {
      let updates = await broadcaster.statusUpdates()
      let returns = await broadcaster.connectionRestored()
      #expect(broadcaster.readerCount == 2)
      _ = (updates, returns)
    }
    #expect(broadcaster.readerCount == 0)
    let updates = await broadcaster.statusUpdates()
    let reader = Task { await Self.collect(updates) }
    reader.cancel()
    #expect(await reader.value == [])
    #expect(broadcaster.readerCount == 0)
  }

  @Test func streamsEndWithTheirBroadcaster() async {
    var broadcaster: NetworkStatusBroadcaster? = NetworkStatusBroadcaster()
    let updates = await broadcaster?.statusUpdates()
    broadcaster?.send(.unsatisfied)
    broadcaster = nil
    var collected: [NetworkStatus] = []
    if let updates { collected = await Self.collect(updates) }
    #expect(collected == [.unsatisfied])
  }

  /// Does whatever the test says, on the thread that resumes a reader, before it runs the reader.
  final class CallingExecutor: TaskExecutor {
    let onResume = Mutex<(@Sendable () -> Void)?>(nil)

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      onResume.withLock { $0 }?()
      Task.detached { [executor = self] in job.runSynchronously(on: executor.asUnownedTaskExecutor()) }
    }
  }

  /// Field fault 48.
  @Test func readersMayComeLeaveAndSendWhileTheyAreResumed() async {
    let broadcaster = NetworkStatusBroadcaster()
    let executor = CallingExecutor()
    let updates = await broadcaster.statusUpdates()
    let (read, mark) = AsyncStream.makeStream(of: NetworkStatus.self)
    let reader = Task(executorPreference: executor) {
      for await status in updates { mark.yield(status) }
      mark.finish()
    }
    let otherUpdates = await broadcaster.statusUpdates()
    let other = Task { await Self.collect(otherUpdates) }
    broadcaster.send(.unsatisfied)
    var statuses = read.makeAsyncIterator()
    #expect(await statuses.next() == .unsatisfied)
    // From now on, whoever resumes the reader is inside of `send`.
    executor.onResume.withLock {
      $0 = {
        other.cancel()
        broadcaster.send(.satisfied(.cellular))
        _ = broadcaster.readerCount
      }
    }
    broadcaster.send(.satisfied(.wifi))
    #expect(await statuses.next() == .satisfied(.wifi))
    #expect(await statuses.next() == .satisfied(.cellular))
    _ = await other.value
    executor.onResume.withLock { $0 = nil }
    broadcaster.finish()
    await reader.value
  }

  @Test func statusesThatSeveralTasksSendReachEveryReaderInOneOrder() async {
    let broadcaster = NetworkStatusBroadcaster()
    var readers: [Task<[NetworkStatus], Never>] = []
    for _ in 0..<4 {
      let updates = await broadcaster.statusUpdates()
      readers.append(Task { await Self.collect(updates) })
    }
    let choices: [NetworkStatus] = [.unsatisfied, .satisfied(.wifi), .satisfied(.cellular), .requiresConnection, .satisfied(.other)]
    await withTaskGroup(of: Void.self) { group in
      // Together fewer than a stream holds, so that nobody loses any.
      for sender in 0..<6 {
        group.addTask {
          for round in 0..<10 { broadcaster.send(choices[(sender + round) % choices.count]) }
        }
      }
    }
    broadcaster.finish()
    let first = await readers[0].value
    #expect(!first.isEmpty)
    #expect(zip(first, first.dropFirst()).allSatisfy { $0 != $1 })
    for reader in readers { #expect(await reader.value == first) }
  }

  @Test func aStormOfReadersThatComeAndLeaveEndsWithNobodyLeft() async {
    let broadcaster = NetworkStatusBroadcaster()
    await withTaskGroup(of: Void.self) { group in
      for sender in 0..<2 {
        group.addTask {
          for round in 0..<500 { broadcaster.send((sender + round) % 2 == 0 ? .unsatisfied : .satisfied(.wifi)) }
        }
      }
      for _ in 0..<200 {
        group.addTask {
          let updates = await broadcaster.statusUpdates()
          let reader = Task { await Self.collect(updates) }
          reader.cancel()
          _ = await reader.value
        }
        group.addTask {
          _ = await broadcaster.connectionRestored()
        }
      }
    }
    #expect(broadcaster.readerCount == 0)
  }
}
