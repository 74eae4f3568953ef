import CoalescedTesting
import Testing

@Suite struct WatchedStateTests {
  /// Waits until the state is `number`.
  private func wait(for number: Int, of watched: WatchedState<Int>) async throws -> Int {
    try await watched.wait(for: "\(number)") { state in
      state == number ? state : nil
    } seen: { state in
      "\(state)"
    }
  }

  @Test func aConditionThatHoldsIsNotWaitedFor() async throws {
    let patience = TestPatience()
    let watched = WatchedState(3, patience: patience.patience)
    let value = try await wait(for: 3, of: watched)
    #expect(value == 3)
    try await patience.clock.sleepers(0)
  }

  @Test func aPassingStateEndsTheWaitForIt() async throws {
    let patience = TestPatience()
    let watched = WatchedState(0, patience: patience.patience)
    let wait = Task { try await self.wait(for: 1, of: watched) }
    try await patience.clock.sleepers(1)
    watched.update { $0 = 1 }
    watched.update { $0 = 2 }
    #expect(try await wait.value == 1)
    try await patience.clock.sleepers(0)
  }

  /// As on a machine so busy that all seconds of a patience have passed when the task that counts them runs again.
  @Test func eachPartOfAPatienceIsSleptThrough() async throws {
    let clock = ManualClock()
    let watched = WatchedState(0, patience: Patience(clock: clock, limit: .seconds(3), parts: 3))
    let wait = Task { try await self.wait(for: 1, of: watched) }
    for _ in 0..<3 {
      try await clock.sleepers(1)
      clock.advance(by: .seconds(1_000))
    }
    await #expect(throws: UnmetExpectationError.self) { try await wait.value }
    #expect(clock.now.offset == .seconds(3_000))
    try await clock.sleepers(0)
  }

  @Test func waitsTakeFromTheStateInTheOrderInWhichTheyBegan() async throws {
    let patience = TestPatience()
    let watched = WatchedState([Int](), patience: patience.patience)
    var waits: [Task<Int, any Error>] = []
    for number in 1...5 {
      waits.append(
        Task {
          try await watched.wait(for: "one") { state in
            state.isEmpty ? nil : state.removeFirst()
          } seen: { state in
            "\(state)"
          }
        }
      )
      try await patience.clock.sleepers(number)
    }
    watched.update { $0 = [10, 11, 12] }
    watched.update { $0 += [13, 14] }
    for (number, wait) in waits.enumerated() {
      #expect(try await wait.value == 10 + number)
    }
  }

  /// The condition, the cancellation and the end of patience race; whichever is first, the wait ends once.
  @Test func everyWaitEndsOnceWhateverEndsIt() async throws {
    for round in 0..<1_000 {
      let patience = TestPatience()
      let watched = WatchedState(0, patience: patience.patience)
      let wait = Task { try await self.wait(for: 1, of: watched) }
      if round.isMultiple(of: 2) { try await patience.clock.sleepers(1) }
      await withTaskGroup { group in
        group.addTask { watched.update { $0 = 1 } }
        group.addTask { wait.cancel() }
        group.addTask { patience.clock.advance(by: .seconds(5)) }
      }
      do {
        #expect(try await wait.value == 1)
      } catch {
        #expect(error is CancellationError || error is UnmetExpectationError)
      }
      try await patience.clock.sleepers(0)
    }
  }
}
