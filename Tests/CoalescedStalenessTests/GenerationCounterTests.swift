import CoalescedStaleness
import Testing

@Suite struct GenerationCounterTests {
  @Test func onlyTheNewestGenerationIsCurrent() {
    var counter = GenerationCounter()
    let first = counter.next()
    #expect(counter.isCurrent(first))
    let second = counter.next()
    #expect(!counter.isCurrent(first))
    #expect(counter.isCurrent(second))
  }

  @Test func aNewerGenerationIsGreater() {
    var counter = GenerationCounter()
    let generations = (0..<100).map { _ in counter.next() }
    #expect(generations == generations.sorted())
    #expect(Set(generations).count == 100)
  }

  @Test func aCounterPerFieldKeepsTheOthersCurrent() {
    var counters = ["from": GenerationCounter(), "to": GenerationCounter()]
    let from = counters["from"]?.next()
    for _ in 0..<5 { counters["to"]?.next() }
    #expect(from.flatMap { counters["from"]?.isCurrent($0) } == true)
  }

  @Test func aCopyCountsOnItsOwn() {
    var counter = GenerationCounter()
    let generation = counter.next()
    var copy = counter
    copy.next()
    #expect(counter.isCurrent(generation))
    #expect(!copy.isCurrent(generation))
  }
}
