import CoalescedHTTP
import Testing

/// Every order in which a call and its cancellation can meet.
@Suite struct NamedCallTableTests {
  private let id = RequestID()

  @Test func callThatIsNotCancelledEndsAndGivesItsIDBack() {
    var table = NamedCallTable<String>()
    let began = [table.callBegan(id), table.callBegan(id), table.callBegan(RequestID())]
    #expect(began == [true, false, true])
    let goesOn = table.taskMade(id, "task")
    #expect(goesOn)
    let wasCancelled = [table.callEnded(id), table.callEnded(id)]
    #expect(wasCancelled == [false, false])
    let cancellation = table.callCancelled(id)
    #expect(cancellation == .noSuchCall)
    let beganAgain = table.callBegan(id)
    #expect(beganAgain)
  }

  @Test func cancellationBeforeTheTaskIsKnownReachesIt() {
    var table = NamedCallTable<String>()
    _ = table.callBegan(id)
    let cancellations = [table.callCancelled(id), table.callCancelled(id)]
    #expect(cancellations == [.noted, .noted])
    let goesOn = table.taskMade(id, "task")
    #expect(!goesOn)
    let wasCancelled = table.callEnded(id)
    #expect(wasCancelled)
  }

  @Test func cancellationReachesTheTaskOnce() {
    var table = NamedCallTable<String>()
    _ = table.callBegan(id)
    _ = table.taskMade(id, "task")
    let cancellations = [table.callCancelled(id), table.callCancelled(id)]
    #expect(cancellations == [.cancel("task"), .noted])
    let beganWhileUnwinding = table.callBegan(id)
    #expect(!beganWhileUnwinding)
    let wasCancelled = [table.callEnded(id), table.callEnded(id)]
    #expect(wasCancelled == [true, false])
    let beganAgain = table.callBegan(id)
    #expect(beganAgain)
  }
}
