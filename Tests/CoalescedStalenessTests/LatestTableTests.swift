import CoalescedStaleness
import Testing

@Suite struct LatestTableTests {
  typealias Table = LatestTable<String, String, Int>

  static func generation(_ number: UInt64) -> Generation { Generation(number: number) }

  /// A table with one call, the first, for key "k", by caller "first" with work 1.
  static func running() -> Table {
    var table = Table()
    _ = table.callArrived(generation(1), key: "k", caller: "first", isCancelled: false)
    _ = table.operationStarted(generation(1), key: "k", work: 1)
    return table
  }

  @Test func memoryFollowsTheKeysDown() {
    var table = Table()
    for number in 1...10_000 as ClosedRange<UInt64> {
      _ = table.callArrived(Self.generation(number), key: "\(number)", caller: "", isCancelled: false)
    }
    for number in 2...10_000 as ClosedRange<UInt64> { _ = table.operationReturned(Self.generation(number), key: "\(number)") }
    #expect(table.count == 1)
    #expect(table.capacity <= 64)
  }

  @Test func aCancelledCallStartsNothingAndSupersedesNothing() {
    var table = Self.running()
    #expect(table.callArrived(Self.generation(2), key: "k", caller: "second", isCancelled: true) == .refuse)
    #expect(table.operationReturned(Self.generation(1), key: "k")?.caller == "first")
  }

  @Test func aNewerCallGivesOutTheOlderWithItsWork() {
    var table = Self.running()
    let arrival = table.callArrived(Self.generation(2), key: "k", caller: "second", isCancelled: false)
    #expect(arrival == .start(superseding: .init(caller: "first", work: 1, key: nil)))
  }

  @Test func aSupersededCallBeforeItsStartIsCancelledAtItsStart() {
    var table = Table()
    _ = table.callArrived(Self.generation(1), key: "k", caller: "first", isCancelled: false)
    let arrival = table.callArrived(Self.generation(2), key: "k", caller: "second", isCancelled: false)
    #expect(arrival == .start(superseding: .init(caller: "first", work: nil, key: nil)))
    #expect(table.operationStarted(Self.generation(1), key: "k", work: 1) == .cancel)
    #expect(table.operationStarted(Self.generation(2), key: "k", work: 2) == .keep)
  }

  @Test func otherKeysAreNotSuperseded() {
    var table = Self.running()
    let arrival = table.callArrived(Self.generation(2), key: "other", caller: "second", isCancelled: false)
    #expect(arrival == .start(superseding: nil))
    #expect(table.count == 2)
  }

  @Test func aLateReturnOfASupersededOperationIsDropped() {
    var table = Self.running()
    _ = table.callArrived(Self.generation(2), key: "k", caller: "second", isCancelled: false)
    #expect(table.operationReturned(Self.generation(1), key: "k") == nil)
    #expect(table.callerCancelled(Self.generation(1), key: "k") == nil)
    #expect(table.operationReturned(Self.generation(2), key: "k")?.caller == "second")
    #expect(table.count == 0)
  }

  @Test func aCallThatEndsLeavesTheTableWithItsKey() {
    var landed = Self.running()
    #expect(landed.operationReturned(Self.generation(1), key: "k") == .init(caller: "first", work: 1, key: "k"))
    #expect(landed.count == 0)
    var left = Self.running()
    #expect(left.callerCancelled(Self.generation(1), key: "k") == .init(caller: "first", work: 1, key: "k"))
    #expect(left.count == 0)
  }

  @Test func anEscalationReachesTheWorkOfACallThatStillWaits() {
    var table = Self.running()
    #expect(table.callerEscalated(Self.generation(1), key: "k") == 1)
    _ = table.callArrived(Self.generation(2), key: "k", caller: "second", isCancelled: false)
    #expect(table.callerEscalated(Self.generation(1), key: "k") == nil)
    #expect(table.callerEscalated(Self.generation(2), key: "k") == nil)
  }

  /// What can happen to call `n`. A cancellation is two steps: the flag is set, the handler runs.
  enum Step: Hashable {
    case arrives(Int), starts(Int), returns(Int), flag(Int), handler(Int)
  }

  enum Outcome: Equatable {
    case refused, superseded, cancelled, value
  }

  /// What must become of call `n`, from the order alone: the first step after its arrival that ends it.
  static func outcome(of n: Int, in order: [Step], keys: [String]) -> Outcome {
    var cancelled: Set<Int> = []
    var hasArrived = false
    for step in order {
      switch step {
      case .flag(let call): cancelled.insert(call)
      case .arrives(n):
        if cancelled.contains(n) { return .refused }
        hasArrived = true
      case .arrives(let other) where hasArrived && keys[other] == keys[n] && !cancelled.contains(other): return .superseded
      case .returns(n): return .value
      case .handler(n) where hasArrived: return .cancelled
      default: break
      }
    }
    Issue.record("call \(n) has no outcome in \(order)")
    return .value
  }

  /// Plays one order of steps on a table, as the driver would, and gives each call's outcomes and the works that were cancelled.
  static func play(_ order: [Step], keys: [String]) -> (outcomes: [[Outcome]], cancelledWork: Set<Int>, left: Int) {
    var table = LatestTable<String, Int, Int>()
    var outcomes = keys.map { _ in [Outcome]() }
    var cancelledWork: Set<Int> = []
    var flags: Set<Int> = []
    func end(_ departure: LatestTable<String, Int, Int>.Departure?, as outcome: Outcome) {
      guard let departure else { return }
      outcomes[departure.caller].append(outcome)
      if outcome != .value, let work = departure.work { cancelledWork.insert(work) }
    }
    for step in order {
      switch step {
      case .flag(let n): flags.insert(n)
      case .handler(let n): end(table.callerCancelled(generation(UInt64(n)), key: keys[n]), as: .cancelled)
      case .arrives(let n):
        switch table.callArrived(generation(UInt64(n)), key: keys[n], caller: n, isCancelled: flags.contains(n)) {
        case .refuse: outcomes[n].append(.refused)
        case .start(let superseded): end(superseded, as: .superseded)
        }
      case .starts(let n) where outcomes[n].first != .refused:
        if table.operationStarted(generation(UInt64(n)), key: keys[n], work: n) == .cancel { cancelledWork.insert(n) }
      case .returns(let n) where outcomes[n].first != .refused:
        end(table.operationReturned(generation(UInt64(n)), key: keys[n]), as: .value)
      case .starts, .returns: break
      }
    }
    return (outcomes, cancelledWork, table.count)
  }

  @Test(arguments: [
    (keys: ["k", "k"], cancelled: [0, 1]),
    (keys: ["k", "other"], cancelled: [0, 1]),
    (keys: ["k", "k", "k"], cancelled: []),
    (keys: ["k", "other", "k"], cancelled: []),
  ])
  func everyInterleavingGivesEachCallExactlyOneOutcome(keys: [String], cancelled: [Int]) {
    var steps: [Step] = []
    var requires: [Step: [Step]] = [:]
    for n in keys.indices {
      steps += [.arrives(n), .starts(n), .returns(n)]
      requires[.starts(n)] = [.arrives(n)]
      requires[.returns(n)] = [.arrives(n)]
      guard cancelled.contains(n) else { continue }
      steps += [.flag(n), .handler(n)]
      requires[.handler(n)] = [.flag(n)]
    }
    forEachOrder(of: steps, requires: requires) { order in
      let (outcomes, cancelledWork, left) = Self.play(order, keys: keys)
      let expected = keys.indices.map { Self.outcome(of: $0, in: order, keys: keys) }
      guard outcomes == expected.map({ [$0] }), left == 0 else {
        Issue.record("\(order): \(outcomes) in place of \(expected), \(left) left")
        return
      }
      // Work that nobody waits for is cancelled; cancelling work that has returned does nothing.
      for n in keys.indices where expected[n] == .superseded || expected[n] == .cancelled {
        guard cancelledWork.contains(n) else {
          Issue.record("\(order): the work of call \(n) was not cancelled")
          return
        }
      }
    }
  }
}
