import Coalesced
import Foundation
import LoopbackServer

struct LeavingCallerClaim: Claim {
  let statement = "One of ten callers leaves at once, and nine get their answer."

  func show() async throws -> Finding {
    let server = try await LoopbackServer.start()
    let client = Client()
    let answerMayCome = LoopbackGate()
    await server.route("/held") { _ in
      await answerMayCome.wait()
      return LoopbackResponse(body: "answer")
    }
    let arrivals = Arrivals(of: 10)
    let fetch = coalesced({ (url: URL) in try await client.get(url) }, in: FlightGroup { arrivals.record($0) })
    let url = server.url("/held")

    // The one that leaves is the one whose call sent the request.
    let leaving = Task { try await fetch(url) }
    try await server.request(to: "/held")
    let staying = (1...9).map { _ in Task { try await fetch(url) } }
    await arrivals.gate.wait()
    let start = ContinuousClock.now
    leaving.cancel()
    let outcome = await leaving.result
    let time = start.duration(to: .now)
    // It is back, and only now may the server answer.
    answerMayCome.open()

    var answered = 0
    for call in staying where try await call.value.text == "answer" { answered += 1 }
    let requests = await server.requests(to: "/held").count
    let disconnects = await server.disconnectCount(from: "/held")
    await server.stop()

    var finding = Finding()
    finding.add("the caller that sent the request: back after \(Figures.milliseconds(time)), before the server answered")
    finding.add("the others: \(answered) answers from \(Figures.count(requests, "request"))")
    finding.require(outcome.isCancellation, orElse: "the caller that left got \(outcome), not CancellationError")
    finding.require("answers", answered, is: 9)
    finding.require("requests", requests, is: 1)
    finding.require("closed connections", disconnects, is: 0)
    return finding
  }
}
