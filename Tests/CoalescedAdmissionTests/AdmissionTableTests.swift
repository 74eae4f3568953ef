import CoalescedAdmission
import Testing

@Suite struct AdmissionTableTests {
  /// Calls on one table, with a ledger of their own of who must have a permit.
  struct Admission: World {
    enum Step { case arrives(Int), suspends(Int), flag(Int), handler(Int), ends(Int) }
    enum Phase: Equatable { case new, placed, suspended, running, done }

    struct Call {
      let priority: UInt8
      let isCancelled: Bool
      var phase = Phase.new
      var place: AdmissionTable<Int>.Place?
      /// It has a permit that it does not know of yet.
      var isGranted = false
      /// It left its place before it suspended.
      var hasLeft = false
      var flag = false
      var handled = false
    }

    let permits: Int
    var calls: [Call]
    var table: AdmissionTable<Int>

    init(permits: Int, priorities: [UInt8], cancelled: Set<Int>) {
      self.permits = permits
      calls = priorities.indices.map { Call(priority: priorities[$0], isCancelled: cancelled.contains($0)) }
      table = AdmissionTable(permits: permits)
    }

    static func id(_ call: Int) -> CallID { CallID(number: UInt64(call)) }

    var possibleSteps: [Step] {
      calls.indices.flatMap { n -> [Step] in
        let call = calls[n]
        var steps: [Step] = []
        switch call.phase {
        case .new: steps.append(.arrives(n))
        case .placed: steps.append(.suspends(n))
        case .running: steps.append(.ends(n))
        case .suspended, .done: break
        }
        if call.isCancelled, !call.flag, call.phase != .done { steps.append(.flag(n)) }
        if call.flag, !call.handled, call.place != nil { steps.append(.handler(n)) }
        return steps
      }
    }

    /// Who must be next: the highest priority, then the earliest call, of those that wait.
    var first: Int? {
      calls.indices.filter { (calls[$0].phase == .placed || calls[$0].phase == .suspended) && !calls[$0].isGranted && !calls[$0].hasLeft }
        .min { (calls[$1].priority, $0) < (calls[$0].priority, $1) }
    }

    var holders: Int { calls.count { $0.phase == .running || $0.isGranted } }

    mutating func take(_ step: Step) -> String? {
      switch step {
      case .flag(let n): calls[n].flag = true
      case .arrives(let n):
        let isFree = holders < permits
        switch table.callArrived(Self.id(n), priority: calls[n].priority) {
        case .run:
          if !isFree { return "more run than there are permits" }
          calls[n].phase = .running
        case .wait(let place):
          if isFree { return "a free permit was not given" }
          calls[n].place = place
          calls[n].phase = .placed
        }
      case .suspends(let n):
        guard let place = calls[n].place else { return "a call without a place suspends" }
        switch table.callSuspended(place, waiter: n) {
        case .stay:
          if calls[n].isGranted || calls[n].hasLeft { return "the call waits for nothing" }
          calls[n].phase = .suspended
        case .run:
          if !calls[n].isGranted { return "ran without a permit" }
          calls[n].isGranted = false
          calls[n].phase = .running
        case .leave:
          if !calls[n].hasLeft { return "left without a reason" }
          calls[n].phase = .done
        }
      case .handler(let n):
        guard let place = calls[n].place else { return "a call without a place has a handler" }
        calls[n].handled = true
        let waiter = table.callerCancelled(place)
        switch calls[n].phase {
        case .suspended:
          if waiter != n { return "a cancelled waiter was not given out" }
          calls[n].phase = .done
        case .placed:
          if waiter != nil { return "a waiter was given out before it suspended" }
          calls[n].hasLeft = !calls[n].isGranted
        default:
          if waiter != nil { return "a waiter was given out twice" }
        }
      case .ends(let n):
        calls[n].phase = .done
        let expected = first
        let grant = table.permitReturned()
        if grant?.call != expected.map(Self.id) {
          return "the permit went to \(String(describing: grant?.call)), not \(String(describing: expected))"
        }
        guard let expected else { break }
        if calls[expected].phase == .suspended {
          if grant?.waiter != expected { return "the waiter that got the permit was not given out" }
          calls[expected].phase = .running
        } else {
          if grant?.waiter != nil { return "a waiter was given out before it suspended" }
          calls[expected].isGranted = true
        }
      }
      let waiting = calls.count { ($0.phase == .placed || $0.phase == .suspended) && !$0.isGranted && !$0.hasLeft }
      if table.running != holders { return "\(table.running) permits are out, not \(holders)" }
      if table.waiting != waiting { return "\(table.waiting) wait, not \(waiting)" }
      if holders < permits, waiting > 0 { return "a call waits for a free permit" }
      return nil
    }

    var faultAtEnd: String? {
      if let call = calls.firstIndex(where: { $0.phase != .done }) { return "call \(call) never ended" }
      return table.running == 0 && table.waiting == 0 ? nil : "something is left"
    }
  }

  @Test(
    arguments: [
      (permits: 1, priorities: [1, 1], cancelled: [0, 1]),
      (permits: 1, priorities: [1, 1, 2], cancelled: [1]),
      (permits: 1, priorities: [1, 2, 1], cancelled: [2]),
      (permits: 2, priorities: [1, 1, 2], cancelled: [2]),
    ] as [(permits: Int, priorities: [UInt8], cancelled: Set<Int>)]
  )
  func inEveryScheduleEachCallHasOneOutcomeAndNoPermitIsLost(permits: Int, priorities: [UInt8], cancelled: Set<Int>) async {
    let (fault, count) = await playAllSchedules(of: Admission(permits: permits, priorities: priorities, cancelled: cancelled))
    #expect(fault == nil)
    #expect(count > 100)
  }

  @Test(arguments: SplitMix.someSeeds) func inRandomSchedulesOfManyCallsNoPermitIsLost(seed: UInt64) {
    var random = SplitMix(seed: seed)
    for round in 0..<200 {
      let calls = 12
      let world = Admission(
        permits: 1 + round % 4,
        priorities: (0..<calls).map { UInt8(($0 * 7 + round) % 3) },
        cancelled: Set((0..<calls).filter { ($0 + round) % 2 == 0 })
      )
      #expect(playRandomSchedule(of: world, using: &random) == nil)
    }
  }

  @Test func anEscalatedCallIsGrantedBeforeOthers() {
    var table = AdmissionTable<String>(permits: 1)
    func id(_ number: UInt64) -> CallID { CallID(number: number) }
    #expect(table.callArrived(id(0), priority: 5) == .run)
    guard case .wait(let low) = table.callArrived(id(1), priority: 1),
      case .wait(let middle) = table.callArrived(id(2), priority: 2)
    else { return #expect(Bool(false), "both must wait") }
    #expect(table.callSuspended(low, waiter: "low") == .stay)
    #expect(table.callSuspended(middle, waiter: "middle") == .stay)
    table.callerEscalated(low, to: 3)
    #expect(table.permitReturned()?.waiter == "low")
    #expect(table.permitReturned()?.waiter == "middle")
  }
}
