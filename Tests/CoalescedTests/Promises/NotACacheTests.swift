import Coalesced
import CoalescedTesting
import Testing

/// C2.
@Suite struct NotACacheTests {
  @Test func aCallAfterAnotherReturnedStartsANewFlight() async throws {
    let stage = Stage()
    for round in 1...3 {
      let caller = try await stage.caller()
      try await stage.operation.nextInvocation().succeed(with: "\(round)")
      #expect(try await caller.ending == .value("\(round)"))
    }
    #expect(stage.operation.invocationCount == 3)
    #expect(stage.statistics.joined == 0)
  }

  @Test func anErrorIsNotRemembered() async throws {
    let stage = Stage()
    let first = try await stage.caller()
    try await stage.operation.nextInvocation().fail(with: TestError())
    #expect(try await first.ending == .failed(TestError()))
    let second = try await stage.caller()
    try await stage.operation.nextInvocation().succeed(with: "fine")
    #expect(try await second.ending == .value("fine"))
  }

  @Test func anInstantOperationRunsAtEveryCall() async throws {
    let runs = Log<Int>()
    let fetch = coalesced { (key: Int) in
      runs.append(key)
      return key
    }
    for _ in 0..<10 { #expect(try await fetch(1) == 1) }
    #expect(runs.elements.count == 10)
  }

  @Test func aFlightHasLeftTheTableBeforeAnyCallerIsResumed() async throws {
    let stage = Stage()
    let callers = (0..<20).map { _ in
      Task {
        let first = try await stage.fetch(1)
        return first + " " + (try await stage.fetch(1))
      }
    }
    try await stage.probe.waiting(20)
    try await stage.operation.nextInvocation().succeed(with: "first")
    // One who was resumed and found the old flight would get "first" twice.
    try await stage.probe.waiting(20)
    try await stage.operation.nextInvocation().succeed(with: "second")
    #expect(try await endings(of: callers) == Array(repeating: .value("first second"), count: 20))
    #expect(stage.operation.invocationCount == 2)
  }

  @Test func whenTheLandingIsReportedTheKeyIsFree() async throws {
    let seen = Log<[Int]>()
    let scope = WeakScope<Int, Int>()
    let group = FlightGroup { event in
      if event.kind == .succeeded { seen.append(scope.keysInFlight) }
    }
    let coalescer = Coalescer<Int, Int>(in: group)
    scope.hold(coalescer)
    #expect(try await coalescer.value(for: 1) { 5 } == 5)
    #expect(seen.elements == [[]])
  }
}
