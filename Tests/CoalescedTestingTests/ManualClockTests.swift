import CoalescedTesting
import Testing

@Suite struct ManualClockTests {
  @Test func timeMovesOnlyWhenItIsAdvanced() {
    let clock = ManualClock()
    let start = clock.now
    #expect(start == ManualClock.Instant(offset: .zero))
    clock.advance(by: .milliseconds(1_500))
    clock.advance(by: .zero)
    clock.advance(by: .milliseconds(500))
    #expect(start.duration(to: clock.now) == .seconds(2))
    #expect(clock.now.duration(to: start) == .seconds(-2))
    #expect(start.advanced(by: .seconds(2)) == clock.now)
    #expect(start < clock.now)
    #expect(clock.minimumResolution == .zero)
  }

  @Test func clocksAreIndependent() {
    let (advanced, untouched) = (ManualClock(), ManualClock())
    advanced.advance(by: .seconds(1))
    #expect(untouched.now.offset == .zero)
  }

  @Test func aSleepEndsExactlyAtItsDeadline() async throws {
    let clock = ManualClock()
    let sleep = Task { try await clock.sleep(until: clock.now.advanced(by: .seconds(2))) }
    try await clock.sleepers(1)
    clock.advance(by: .seconds(2) - .nanoseconds(1))
    try await clock.sleepers(1)
    clock.advance(by: .nanoseconds(1))
    try await clock.sleepers(0)
    try await sleep.value
  }

  @Test func aSleepWhoseDeadlineHasPassedReturnsAtOnce() async throws {
    let clock = ManualClock()
    clock.advance(by: .seconds(2))
    try await clock.sleep(until: clock.now)
    try await clock.sleep(until: ManualClock.Instant(offset: .seconds(1)))
    try await clock.sleep(for: .seconds(-1))
    try await clock.sleep(for: .zero)
  }

  @Test func aSleepOfACancelledTaskThrowsWhateverItsDeadline() async throws {
    let clock = ManualClock()
    let gate = SuspendedOperation<Void>()
    let passGate = gate.function
    let sleeps = [Duration.seconds(-1), .zero, .seconds(1)].map { duration in
      Task {
        try await passGate()
        try await clock.sleep(for: duration)
      }
    }
    for sleep in sleeps { sleep.cancel() }
    for _ in sleeps { try await gate.nextInvocation().succeed(with: ()) }
    for sleep in sleeps {
      await #expect(throws: CancellationError.self) { try await sleep.value }
    }
    try await clock.sleepers(0)
  }

  @Test func aCancelledSleepEndsAtOnceAndLeavesTheOthers() async throws {
    let clock = ManualClock()
    let cancelled = Task { try await clock.sleep(for: .seconds(1)) }
    let other = Task { try await clock.sleep(for: .seconds(1)) }
    try await clock.sleepers(2)
    cancelled.cancel()
    await #expect(throws: CancellationError.self) { try await cancelled.value }
    try await clock.sleepers(1)
    clock.advance(by: .seconds(1))
    try await other.value
  }

  @Test func sleepsEndInTheOrderOfTheirDeadlinesThenOfTheirBeginnings() async throws {
    let clock = ManualClock()
    let woken = Log<Int>()
    let executor = OneThreadExecutor()
    var sleeps: [Task<Void, any Error>] = []
    for (number, seconds) in [3, 1, 2, 1, 3, 2, 1, 9].enumerated() {
      sleeps.append(
        Task(executorPreference: executor) {
          try await clock.sleep(for: .seconds(seconds))
          woken.append(number)
        }
      )
      try await clock.sleepers(number + 1)
    }
    clock.advance(by: .seconds(3))
    try await clock.sleepers(1)
    for sleep in sleeps.dropLast() { try await sleep.value }
    #expect(woken.elements == [1, 3, 6, 2, 5, 0, 4])
    sleeps.last?.cancel()
  }

  @Test func aClockOfAnyKindCanBeAManualOne() async throws {
    let manual = ManualClock()
    let clock: any Clock<Duration> = manual
    let sleep = Task { try await clock.sleep(for: .seconds(1), tolerance: .seconds(1)) }
    try await manual.sleepers(1)
    manual.advance(by: .seconds(1))
    try await sleep.value
  }

  @Test func everySleepOfManyTasksEndsOnceAsItMust() async throws {
    let clock = ManualClock()
    let sleeps = (0..<300).map { number in
      Task { try await clock.sleep(for: .seconds(1 + number % 3)) }
    }
    try await clock.sleepers(300)
    await withTaskGroup { group in
      for _ in 0..<3 {
        group.addTask { clock.advance(by: .seconds(1)) }
      }
      for sleep in sleeps.prefix(150) {
        group.addTask { sleep.cancel() }
      }
    }
    try await clock.sleepers(0)
    for sleep in sleeps.prefix(150) {
      do { try await sleep.value } catch { #expect(error is CancellationError) }
    }
    for sleep in sleeps.dropFirst(150) { try await sleep.value }
    #expect(clock.now.offset == .seconds(3))
  }

  @Test func aWaitForSleepersGivesUpWithWhatItSaw() async throws {
    let patience = TestPatience()
    let clock = ManualClock(patience: patience.patience)
    let sleep = Task { try await clock.sleep(for: .seconds(1)) }
    try await clock.sleepers(1)
    let wait = Task { try await clock.sleepers(2) }
    try await patience.runOut()
    let error = await #expect(throws: UnmetExpectationError.self) { try await wait.value }
    #expect(error?.description == "awaited exactly 2 sleeping on a ManualClock; saw 1 sleeping after 5.0 seconds")
    sleep.cancel()
  }

  @Test func moreSleepersThanAwaitedAreNotTheAwaitedNumber() async throws {
    let patience = TestPatience()
    let clock = ManualClock(patience: patience.patience)
    let sleeps = (0..<2).map { _ in Task { try await clock.sleep(for: .seconds(1)) } }
    try await clock.sleepers(2)
    let wait = Task { try await clock.sleepers(1) }
    try await patience.clock.sleepers(1)
    sleeps[0].cancel()
    try await wait.value
    sleeps[1].cancel()
  }

  @Test func aCancelledWaitForSleepersLeaves() async throws {
    let patience = TestPatience()
    let clock = ManualClock(patience: patience.patience)
    let wait = Task { try await clock.sleepers(1) }
    try await patience.clock.sleepers(1)
    wait.cancel()
    await #expect(throws: CancellationError.self) { try await wait.value }
  }

  @Test func goingBackIsAPreconditionFailure() async {
    await expectPreconditionFailure(
      #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        ManualClock().advance(by: .nanoseconds(-1))
      },
      saying: "ManualClock.advance(by:): a clock does not go back"
    )
  }
}
