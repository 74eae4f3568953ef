import CoalescedReachability
import Testing

@Suite struct BroadcastTableTests {
  typealias Table = BroadcastTable<String, Int>

  @Test func theFirstThatHasSomethingToSayDeliversAndTheOthersDoNot() {
    var table = Table()
    #expect(table.statusReaderArrived("a", id: 1) == .none)
    #expect(table.statusSent(.unsatisfied) == .deliver)
    #expect(table.statusSent(.satisfied(.wifi)) == .none)
    #expect(table.takeDeliveries() == [.status(.unsatisfied, to: ["a"]), .status(.satisfied(.wifi), to: ["a"])])
    // Still on duty until nothing is left.
    #expect(table.statusSent(.satisfied(.cellular)) == .none)
    #expect(table.takeDeliveries() == [.status(.satisfied(.cellular), to: ["a"])])
    #expect(table.takeDeliveries() == [])
    #expect(table.statusSent(.unsatisfied) == .deliver)
  }

  @Test func aReaderGetsTheCurrentStatusBehindWhatIsStillToBeDelivered() {
    var table = Table()
    _ = table.statusReaderArrived("a", id: 1)
    #expect(table.statusSent(.unsatisfied) == .deliver)
    #expect(table.statusReaderArrived("b", id: 2) == .none)
    #expect(table.takeDeliveries() == [.status(.unsatisfied, to: ["a"]), .status(.unsatisfied, to: ["b"])])
  }

  @Test func anEqualStatusIsNoChange() {
    var table = Table()
    _ = table.statusReaderArrived("a", id: 1)
    _ = table.statusSent(.satisfied(.wifi))
    _ = table.statusSent(.satisfied(.wifi))
    #expect(table.takeDeliveries() == [.status(.satisfied(.wifi), to: ["a"])])
  }

  @Test(
    arguments: [
      ([.satisfied(.wifi)], 0),
      ([.unsatisfied, .satisfied(.wifi)], 1),
      ([.requiresConnection, .satisfied(.other)], 1),
      ([.unsatisfied, .requiresConnection, .satisfied(.wifi)], 1),
      ([.satisfied(.wifi), .satisfied(.cellular)], 0),
      ([.satisfied(.wifi), .unsatisfied, .unsatisfied, .satisfied(.wifi)], 1),
      ([.unsatisfied, .satisfied(.wifi), .unsatisfied, .satisfied(.wiredEthernet)], 2),
      ([.unsatisfied], 0),
    ] as [([NetworkStatus], Int)]
  )
  func aReturnIsFromAKnownAbsenceToSatisfied(statuses: [NetworkStatus], returns: Int) {
    var table = Table()
    _ = table.returnReaderArrived(7, id: 1)
    for status in statuses { _ = table.statusSent(status) }
    #expect(table.takeDeliveries() == Array(repeating: .restored(to: [7]), count: returns))
  }

  @Test func aReaderThatLeftGetsNothingMore() {
    var table = Table()
    _ = table.statusReaderArrived("a", id: 1)
    _ = table.returnReaderArrived(7, id: 2)
    _ = table.statusSent(.unsatisfied)
    #expect(table.readerLeft(1) == ("a", nil))
    #expect(table.readerLeft(2) == (nil, 7))
    #expect(table.readerLeft(1) == (nil, nil))
    _ = table.statusSent(.satisfied(.wifi))
    #expect(table.takeDeliveries() == [.status(.unsatisfied, to: ["a"])])
    #expect(table.readerCount == 0)
  }

  @Test func theEndComesAfterWhatWasSentAndOnce() {
    var table = Table()
    _ = table.statusReaderArrived("a", id: 1)
    _ = table.returnReaderArrived(7, id: 2)
    _ = table.statusSent(.unsatisfied)
    #expect(table.finished() == .none)
    #expect(table.statusSent(.satisfied(.wifi)) == .none)
    #expect(table.finished() == .none)
    #expect(table.takeDeliveries() == [.status(.unsatisfied, to: ["a"]), .end(["a"], [7])])
    #expect(table.readerCount == 0)
  }

  @Test func aReaderAfterTheEndGetsTheLastStatusAndTheEnd() {
    var table = Table()
    _ = table.statusSent(.unsatisfied)
    _ = table.finished()
    _ = table.takeDeliveries()
    _ = table.takeDeliveries()
    #expect(table.statusReaderArrived("a", id: 1) == .deliver)
    #expect(table.returnReaderArrived(7, id: 2) == .none)
    #expect(table.takeDeliveries() == [.status(.unsatisfied, to: ["a"]), .end(["a"], []), .end([], [7])])
    #expect(table.readerCount == 0)
  }
}
