import CoalescedHTTP
import CoalescedTesting
import Testing

@Suite struct UnshareableKeysTests {
  private let clock = ManualClock()

  private func key(_ number: Int) throws -> RequestKey { try RequestKey.make("http://example.com/\(number)") }

  @Test func keyIsRememberedForAMinuteFromItsFirstTime() throws {
    let keys = UnshareableKeys(clock: clock)
    #expect(!keys.contains(try key(1)))
    keys.insert(try key(1))
    clock.advance(by: .seconds(59))
    keys.insert(try key(1))
    #expect(keys.contains(try key(1)))
    #expect(!keys.contains(try key(2)))
    clock.advance(by: .seconds(1))
    #expect(!keys.contains(try key(1)))
    keys.insert(try key(1))
    clock.advance(by: .seconds(59))
    #expect(keys.contains(try key(1)))
    #expect(keys.count == 1)
  }

  @Test func keysAreAtMost1024AndTheOldestIsDroppedFirst() throws {
    let keys = UnshareableKeys(clock: clock)
    for number in 0..<1_024 { keys.insert(try key(number)) }
    #expect(keys.count == 1_024)
    #expect(keys.contains(try key(0)))
    keys.insert(try key(0))
    keys.insert(try key(1_024))
    #expect(!keys.contains(try key(0)))
    #expect(keys.contains(try key(1)))
    for number in 1_025..<10_000 { keys.insert(try key(number)) }
    #expect(keys.count == 1_024)
    #expect(!keys.contains(try key(10_000 - 1_025)))
    #expect(keys.contains(try key(10_000 - 1_024)))
  }

  @Test func keysWhoseTimeIsOverAreGivenBack() throws {
    let keys = UnshareableKeys(clock: clock)
    for number in 0..<100 { keys.insert(try key(number)) }
    clock.advance(by: .seconds(30))
    keys.insert(try key(100))
    clock.advance(by: .seconds(30))
    keys.insert(try key(101))
    #expect(keys.count == 2)
    #expect(keys.contains(try key(100)))
  }
}
