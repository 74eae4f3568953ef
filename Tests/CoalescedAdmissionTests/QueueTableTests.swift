import CoalescedAdmission
import Testing

@Suite struct QueueTableTests {
  typealias Table = QueueTable<String, String>

  static func id(_ number: UInt64) -> CallID { CallID(number: number) }

  /// A table in which call 1 runs for key "k".
  static func running() -> Table {
    var table = Table()
    _ = table.callArrived(id(1), key: "k", inside: [])
    return table
  }

  static func place(of arrival: Table.Arrival) throws -> Table.Place {
    guard case .wait(let place) = arrival else { throw Failure(number: 0) }
    return place
  }

  @Test func memoryFollowsTheKeysDown() {
    var table = Table()
    for number in 1...10_000 as ClosedRange<UInt64> { _ = table.callArrived(Self.id(number), key: "\(number)", inside: []) }
    for number in 2...10_000 as ClosedRange<UInt64> { _ = table.operationReturned(key: "\(number)") }
    #expect(table.count == 1)
    #expect(table.capacity <= 64)
  }

  @Test func anIdleQueueAdmitsAtOnceAndABusyOneMakesWait() throws {
    var table = Table()
    #expect(table.callArrived(Self.id(1), key: "k", inside: []) == .run)
    _ = try Self.place(of: table.callArrived(Self.id(2), key: "k", inside: []))
    #expect(table.callArrived(Self.id(3), key: "other", inside: []) == .run)
  }

  @Test func aCallFromInsideTheRunningOperationIsRefused() {
    var table = Self.running()
    #expect(table.callArrived(Self.id(2), key: "k", inside: [Self.id(9), Self.id(1)]) == .reenter)
    #expect(table.callArrived(Self.id(3), key: "other", inside: [Self.id(1)]) == .run)
  }

  @Test func aCallFromInsideAnOperationThatHasReturnedWaitsLikeAnyOther() throws {
    var table = Self.running()
    let place = try Self.place(of: table.callArrived(Self.id(2), key: "k", inside: []))
    #expect(table.callSuspended(place, key: "k", waiter: "second") == .stay)
    #expect(table.operationReturned(key: "k") == .passOn("second"))
    _ = try Self.place(of: table.callArrived(Self.id(3), key: "k", inside: [Self.id(1)]))
    #expect(table.callArrived(Self.id(4), key: "k", inside: [Self.id(2)]) == .reenter)
  }

  @Test func theLastReturnLetsGoOfTheKey() {
    var table = Self.running()
    #expect(table.operationReturned(key: "k") == .close("k"))
    #expect(table.count == 0)
  }

  @Test func aTurnThatComesBeforeTheCallSuspendsIsFoundThen() throws {
    var table = Self.running()
    let place = try Self.place(of: table.callArrived(Self.id(2), key: "k", inside: []))
    #expect(table.operationReturned(key: "k") == .passOn(nil))
    #expect(table.callerCancelled(place, key: "k") == nil)
    #expect(table.callSuspended(place, key: "k", waiter: "second") == .run)
    #expect(table.operationReturned(key: "k") == .close("k"))
  }

  @Test func aCallThatLeftBeforeItSuspendedFindsNothingAlsoWhenItsQueueIsGone() throws {
    var table = Self.running()
    let place = try Self.place(of: table.callArrived(Self.id(2), key: "k", inside: []))
    #expect(table.callerCancelled(place, key: "k") == nil)
    #expect(table.operationReturned(key: "k") == .close("k"))
    #expect(table.callSuspended(place, key: "k", waiter: "second") == .leave)
  }

  @Test func aWaiterThatIsCancelledIsGivenOutOnce() throws {
    var table = Self.running()
    let place = try Self.place(of: table.callArrived(Self.id(2), key: "k", inside: []))
    #expect(table.callSuspended(place, key: "k", waiter: "second") == .stay)
    #expect(table.callerCancelled(place, key: "k") == "second")
    #expect(table.callerCancelled(place, key: "k") == nil)
    #expect(table.operationReturned(key: "k") == .close("k"))
  }
}
