import Coalesced
import Testing

@Suite struct MisuseTests {
  /// Expects that an exit test's process ended with this message, which only debug builds print.
  private func expect(_ result: ExitTest.Result?, toSay message: String, at location: SourceLocation = #_sourceLocation) {
    #if DEBUG
      let printed = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(printed.contains(message), sourceLocation: location)
    #endif
  }

  @Test func aLimitOfLessThanOneIsRefused() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var policy = FlightPolicy()
      policy.concurrencyLimit = 0
      _ = Coalescer<Int, Int>(policy: policy)
    }
    expect(result, toSay: "FlightPolicy: concurrencyLimit is less than 1")
  }

  @Test func aNegativeLimitIsRefusedByAWrapperToo() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var policy = FlightPolicy()
      policy.concurrencyLimit = -1
      _ = coalesced({ (key: Int) in key }, policy: policy)
    }
    expect(result, toSay: "FlightPolicy: concurrencyLimit is less than 1")
  }

  @Test func aNegativeJoinWindowIsRefused() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var policy = FlightPolicy()
      policy.joinWindow = .seconds(-1)
      _ = Coalescer<Int, Int>(policy: policy)
    }
    expect(result, toSay: "FlightPolicy: joinWindow is negative")
  }

  @Test func aNegativeReuseWindowIsRefused() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var policy = FlightPolicy()
      policy.reuseWindow = .nanoseconds(-1)
      _ = Coalescer<Int, Int>(policy: policy)
    }
    expect(result, toSay: "FlightPolicy: reuseWindow is negative")
  }

  @Test func aNegativeLingerIsRefused() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var policy = FlightPolicy()
      policy.abandonment = .cancelAfter(.seconds(-1))
      _ = Coalescer<Int, Int>(policy: policy)
    }
    expect(result, toSay: "FlightPolicy: the duration of cancelAfter is negative")
  }

  @Test func theDefaultPolicyIsTheDocumentedOne() {
    let policy = FlightPolicy()
    #expect(policy.callerCancellation == .leave)
    #expect(policy.abandonment == .cancel)
    #expect(policy.joining == .current)
    #expect(policy.joinWindow == nil)
    #expect(policy.reuseWindow == nil)
    #expect(policy.concurrencyLimit == nil)
    #expect(policy.clock is ContinuousClock)
  }
}
