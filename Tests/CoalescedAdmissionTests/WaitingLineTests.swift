import CoalescedAdmission
import Testing

@Suite struct WaitingLineTests {
  static func id(_ number: Int) -> CallID { CallID(number: UInt64(number)) }

  @Test func theHigherPriorityComesFirstThenTheEarlierCall() {
    var line = WaitingLine<String>()
    _ = line.append("low 1", call: Self.id(1), priority: 10)
    _ = line.append("high 2", call: Self.id(2), priority: 20)
    _ = line.append("low 3", call: Self.id(3), priority: 10)
    _ = line.append("high 4", call: Self.id(4), priority: 20)
    #expect((0..<5).map { _ in line.popFirst()?.element } == ["high 2", "high 4", "low 1", "low 3", nil])
  }

  @Test func aRaisedCallStandsBeforeLaterCallsOfItsNewPriority() {
    var line = WaitingLine<String>()
    let first = line.append("1", call: Self.id(1), priority: 10)
    _ = line.append("2", call: Self.id(2), priority: 20)
    _ = line.append("3", call: Self.id(3), priority: 20)
    line.raise(first, to: 20)
    line.raise(first, to: 5)
    #expect((0..<3).map { _ in line.popFirst()?.element } == ["1", "2", "3"])
  }

  @Test func aPlaceThatIsGoneFindsNothingAlsoWhenAnotherCallHasItsSlot() {
    var line = WaitingLine<String>()
    _ = line.append("0", call: Self.id(0), priority: 0)
    let gone = line.append("1", call: Self.id(1), priority: 0)
    #expect(line.remove(gone) == "1")
    _ = line.append("2", call: Self.id(2), priority: 0)
    #expect(line.remove(gone) == nil)
    #expect(line.update(gone, with: "x") == false)
    line.raise(gone, to: 255)
    #expect((0..<3).map { _ in line.popFirst()?.element } == ["0", "2", nil])
    #expect(line.remove(gone) == nil)
  }

  @Test(arguments: SplitMix.someSeeds) func anyMixtureOfMutationsKeepsTheOrderOfAPlainSort(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    var line = WaitingLine<Int>()
    var oracle: [(call: Int, priority: UInt8, place: WaitingLine<Int>.Place, element: Int)] = []
    for call in 0..<4_000 {
      switch Int.random(in: 0..<10, using: &random) {
      case 0...4:
        let priority = UInt8.random(in: 0...3, using: &random)
        oracle.append((call, priority, line.append(call, call: Self.id(call), priority: priority), call))
      case 5, 6:
        oracle.sort { ($1.priority, $0.call) < ($0.priority, $1.call) }
        let first = line.popFirst()
        try #require(first?.element == oracle.first?.element && first?.call == oracle.first.map { Self.id($0.call) })
        oracle = Array(oracle.dropFirst())
      case 7:
        guard let index = oracle.indices.randomElement(using: &random) else { continue }
        try #require(line.remove(oracle[index].place) == oracle[index].element)
        oracle.remove(at: index)
      case 8:
        guard let index = oracle.indices.randomElement(using: &random) else { continue }
        let priority = UInt8.random(in: 0...5, using: &random)
        line.raise(oracle[index].place, to: priority)
        oracle[index].priority = max(oracle[index].priority, priority)
      default:
        guard let index = oracle.indices.randomElement(using: &random) else { continue }
        try #require(line.update(oracle[index].place, with: -call) == true)
        oracle[index].element = -call
      }
      try #require(line.count == oracle.count)
    }
  }
}
