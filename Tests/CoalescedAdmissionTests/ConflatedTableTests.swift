import CoalescedAdmission
import Testing

@Suite struct ConflatedTableTests {
  typealias Table = ConflatedTable<String, String, Int, String>

  static func id(_ number: UInt64) -> CallID { CallID(number: number) }

  static func arrive(_ number: UInt64, in table: inout Table, inside lineage: [CallID] = []) -> Table.Arrival {
    table.callArrived(id(number), key: "k", caller: "caller \(number)", inside: lineage, isCancelled: false)
  }

  /// A table in which run 1 is under way and run 2 is parked behind it.
  static func parked() -> Table {
    var table = Table()
    for number in [1, 2] as [UInt64] {
      _ = arrive(number, in: &table)
      _ = table.taskLaunched(id(number), key: "k", work: Int(number))
      _ = table.taskParked(id(number), key: "k", gate: "gate \(number)")
    }
    return table
  }

  @Test func memoryFollowsTheKeysDown() {
    var table = Table()
    for number in 1...10_000 as ClosedRange<UInt64> {
      _ = table.callArrived(Self.id(number), key: "\(number)", caller: "", inside: [], isCancelled: false)
    }
    for number in 2...10_000 as ClosedRange<UInt64> { _ = table.runReturned(key: "\(number)") }
    #expect(table.count == 1)
    #expect(table.capacity <= 64)
  }

  @Test func anEscalatedCallerGivesOutTheTasksThatItWaitsFor() {
    var table = Self.parked()
    #expect(table.callerEscalated(Self.id(1), key: "k", to: 21) == [1])
    #expect(table.callerEscalated(Self.id(2), key: "k", to: 25) == [1, 2])
    #expect(table.callerEscalated(Self.id(3), key: "k", to: 33) == [])
    #expect(table.callerEscalated(Self.id(1), key: "other", to: 33) == [])
    _ = table.callerCancelled(Self.id(2), key: "k")
    #expect(table.callerEscalated(Self.id(2), key: "k", to: 33) == [])
  }

  @Test func anEscalationOutlastsTheTaskThatIsReplaced() {
    var table = Self.parked()
    _ = table.callerEscalated(Self.id(2), key: "k", to: 25)
    _ = Self.arrive(3, in: &table)
    #expect(table.taskLaunched(Self.id(3), key: "k", work: 3) == .escalate(25))
    _ = Self.arrive(4, in: &table)
    // Its task is not known yet.
    #expect(table.callerEscalated(Self.id(3), key: "k", to: 33) == [1])
    #expect(table.taskLaunched(Self.id(4), key: "k", work: 4) == .escalate(33))
  }

  @Test func aTaskThatBecomesKnownAfterTheEscalationIsEscalated() {
    var table = Table()
    _ = Self.arrive(1, in: &table)
    #expect(table.callerEscalated(Self.id(1), key: "k", to: 25) == [])
    #expect(table.taskLaunched(Self.id(1), key: "k", work: 1) == .escalate(25))
  }

  @Test func aCancelledCallChangesNothing() {
    var table = Table()
    #expect(table.callArrived(Self.id(1), key: "k", caller: "1", inside: [], isCancelled: true) == .refuse)
    #expect(table.count == 0)
  }

  @Test func aNewerCallReplacesTheWaitingRunAndKeepsItsCallers() {
    var table = Self.parked()
    #expect(Self.arrive(3, in: &table) == .launch(replacing: "gate 2"))
    #expect(table.taskParked(Self.id(2), key: "k", gate: "again") == .end)
    #expect(table.taskParked(Self.id(3), key: "k", gate: "gate 3") == .stay)
    let first = table.runReturned(key: "k")
    #expect(first.callers == [Self.id(1): "caller 1"])
    #expect(first.next == "gate 3")
    let second = table.runReturned(key: "k")
    #expect(second.callers == [Self.id(2): "caller 2", Self.id(3): "caller 3"])
    #expect(second.next == nil)
    #expect(second.key == "k")
    #expect(table.count == 0)
  }

  @Test func theNewestArgumentsStayWhenTheirCallerLeaves() {
    var table = Self.parked()
    _ = Self.arrive(3, in: &table)
    #expect(table.callerCancelled(Self.id(3), key: "k") == .init(caller: "caller 3"))
    #expect(table.taskParked(Self.id(3), key: "k", gate: "gate 3") == .stay)
    #expect(table.runReturned(key: "k").next == "gate 3")
    #expect(table.runReturned(key: "k").callers == [Self.id(2): "caller 2"])
  }

  @Test func aWaitingRunWithoutCallersNeverRuns() {
    var table = Self.parked()
    #expect(table.callerCancelled(Self.id(2), key: "k") == .init(caller: "caller 2", ended: "gate 2"))
    #expect(table.runReturned(key: "k").next == nil)
    var early = Table()
    _ = Self.arrive(1, in: &early)
    _ = Self.arrive(2, in: &early)
    #expect(early.callerCancelled(Self.id(2), key: "k") == .init(caller: "caller 2"))
    #expect(early.taskParked(Self.id(2), key: "k", gate: "gate 2") == .end)
  }

  @Test func aRunThatLosesItsLastCallerIsCancelledAndTheNextWaitsForItsReturn() {
    var table = Self.parked()
    #expect(table.callerCancelled(Self.id(1), key: "k") == .init(caller: "caller 1", cancelled: 1))
    #expect(table.taskParked(Self.id(2), key: "k", gate: "gate 2") == .stay)
    let returned = table.runReturned(key: "k")
    #expect(returned.callers.isEmpty)
    #expect(returned.next == "gate 2")
  }

  @Test func aRunThatLosesItsLastCallerBeforeItsTaskIsKnownIsCancelledThen() {
    var table = Table()
    _ = Self.arrive(1, in: &table)
    #expect(table.callerCancelled(Self.id(1), key: "k") == .init(caller: "caller 1"))
    #expect(table.taskLaunched(Self.id(1), key: "k", work: 1) == .cancel)
  }

  @Test func aRunIsNotCancelledThroughTheTaskOfTheOneThatItReplaced() {
    var table = Self.parked()
    _ = Self.arrive(3, in: &table)
    #expect(table.runReturned(key: "k").next == nil)
    #expect(table.callerCancelled(Self.id(2), key: "k") == .init(caller: "caller 2"))
    #expect(table.callerCancelled(Self.id(3), key: "k") == .init(caller: "caller 3"))
    #expect(table.taskLaunched(Self.id(3), key: "k", work: 3) == .cancel)
  }

  @Test func aCallFromInsideTheRunIsRefused() {
    var table = Self.parked()
    #expect(Self.arrive(3, in: &table, inside: [Self.id(1)]) == .reenter)
    #expect(Self.arrive(4, in: &table, inside: [Self.id(7)]) == .launch(replacing: "gate 2"))
  }

  /// Calls on one key, each with the task of its run, and a ledger of their own.
  struct Conflation: World {
    enum Step { case arrives(Int), launched(Int), parks(Int), returns(Int), flag(Int), handler(Int) }
    enum TaskState { case none, created, parked, running, ended }

    struct Call {
      let isCancelled: Bool
      var order = -1
      var task = TaskState.none
      var isKnown = false
      var isTaskCancelled = false
      var flag = false
      var handled = false
      /// How the caller ended: the run that answered, or -1 for a cancellation.
      var outcomes: [Int] = []
    }

    /// Whether the table learns of a task at once; else that is a step of its own.
    let isKnownAtOnce: Bool
    var calls: [Call]
    var table = ConflatedTable<String, Int, Int, Int>()
    var arrivals = 0

    init(calls count: Int, cancelled: Set<Int>, isKnownAtOnce: Bool) {
      self.isKnownAtOnce = isKnownAtOnce
      calls = (0..<count).map { Call(isCancelled: cancelled.contains($0)) }
    }

    static func id(_ call: Int) -> CallID { CallID(number: UInt64(call)) }

    var possibleSteps: [Step] {
      calls.indices.flatMap { n -> [Step] in
        let call = calls[n]
        var steps: [Step] = []
        if call.order < 0, call.outcomes.isEmpty { steps.append(.arrives(n)) }
        if call.task != .none, !call.isKnown { steps.append(.launched(n)) }
        if call.task == .created { steps.append(.parks(n)) }
        if call.task == .running { steps.append(.returns(n)) }
        if call.isCancelled, !call.flag { steps.append(.flag(n)) }
        if call.flag, !call.handled { steps.append(.handler(n)) }
        return steps
      }
    }

    mutating func open(_ run: Int) -> String? {
      if calls.contains(where: { $0.task == .running }) { return "two runs overlap" }
      if calls[run].task != .parked { return "run \(run) was opened before it parked" }
      calls[run].task = .running
      return nil
    }

    mutating func launched(_ run: Int) {
      calls[run].isKnown = true
      if table.taskLaunched(Self.id(run), key: "k", work: run) == .cancel { calls[run].isTaskCancelled = true }
    }

    mutating func take(_ step: Step) -> String? {
      switch step {
      case .flag(let n): calls[n].flag = true
      case .arrives(let n):
        switch table.callArrived(Self.id(n), key: "k", caller: n, inside: [], isCancelled: calls[n].flag) {
        case .refuse: calls[n].outcomes.append(-1)
        case .reenter: return "no call is inside another"
        case .launch(let replaced):
          if let replaced { calls[replaced].task = .ended }
          calls[n].order = arrivals
          arrivals += 1
          calls[n].task = .created
          if isKnownAtOnce { launched(n) }
        }
      case .launched(let n): launched(n)
      case .parks(let n):
        calls[n].task = .parked
        switch table.taskParked(Self.id(n), key: "k", gate: n) {
        case .run: return open(n)
        case .end: calls[n].task = .ended
        case .stay: break
        }
      case .returns(let n):
        calls[n].task = .ended
        let returned = table.runReturned(key: "k")
        if returned.callers.isEmpty, !calls[n].isTaskCancelled, calls[n].isKnown { return "run \(n) had no callers and was not cancelled" }
        for caller in returned.callers.values {
          calls[caller].outcomes.append(n)
          if calls[n].order < calls[caller].order { return "call \(caller) was answered by the older run \(n)" }
        }
        if !returned.callers.isEmpty, calls[n].isTaskCancelled { return "run \(n) was cancelled under its callers" }
        if let next = returned.next { return open(next) }
      case .handler(let n):
        calls[n].handled = true
        guard let departure = table.callerCancelled(Self.id(n), key: "k") else { break }
        if departure.caller != n { return "the wrong caller was given out" }
        calls[n].outcomes.append(-1)
        if let run = departure.cancelled {
          if calls[run].task == .ended { return "the task of a run that is over was cancelled" }
          calls[run].isTaskCancelled = true
        }
        if let run = departure.ended { calls[run].task = .ended }
      }
      return nil
    }

    var faultAtEnd: String? {
      if let call = calls.firstIndex(where: { $0.outcomes.count != 1 }) { return "call \(call) has outcomes \(calls[call].outcomes)" }
      if let run = calls.firstIndex(where: { $0.task != .none && $0.task != .ended }) { return "the task of run \(run) never ends" }
      return table.count == 0 ? nil : "something is left"
    }
  }

  @Test(
    arguments: [
      (calls: 2, cancelled: [0], isKnownAtOnce: false),
      (calls: 2, cancelled: [1], isKnownAtOnce: false),
      (calls: 2, cancelled: [0, 1], isKnownAtOnce: true),
      (calls: 3, cancelled: [0], isKnownAtOnce: true),
      (calls: 3, cancelled: [2], isKnownAtOnce: true),
    ] as [(calls: Int, cancelled: Set<Int>, isKnownAtOnce: Bool)]
  )
  func inEveryScheduleEachCallerHasOneOutcomeAndNoTaskIsLeft(calls: Int, cancelled: Set<Int>, isKnownAtOnce: Bool) async {
    let (fault, count) = await playAllSchedules(of: Conflation(calls: calls, cancelled: cancelled, isKnownAtOnce: isKnownAtOnce))
    #expect(fault == nil)
    #expect(count > 1_000)
  }

  @Test(arguments: SplitMix.someSeeds) func inRandomSchedulesOfManyCallsNoTaskIsLeft(seed: UInt64) {
    var random = SplitMix(seed: seed)
    for round in 0..<200 {
      let world = Conflation(
        calls: 10,
        cancelled: Set((0..<10).filter { ($0 + round) % 3 != 0 }),
        isKnownAtOnce: round % 2 == 0
      )
      #expect(playRandomSchedule(of: world, using: &random) == nil)
    }
  }
}
