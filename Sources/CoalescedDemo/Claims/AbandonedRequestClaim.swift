import Coalesced
import Foundation
import LoopbackServer

struct AbandonedRequestClaim: Claim {
  let statement = "All five callers leave, and the server sees the connection close."

  func show() async throws -> Finding {
    let server = try await LoopbackServer.start()
    let client = Client()
    await server.route("/endless") { _ in
      await LoopbackGate().wait()
      return LoopbackResponse()
    }
    let arrivals = Arrivals(of: 5)
    let fetch = coalesced({ (url: URL) in try await client.get(url) }, in: FlightGroup { arrivals.record($0) })
    let url = server.url("/endless")

    let calls = (1...5).map { _ in Task { try await fetch(url) } }
    await arrivals.gate.wait()
    try await server.request(to: "/endless")
    for call in calls.dropLast() { call.cancel() }
    for call in calls.dropLast() { _ = await call.result }
    let disconnectsBefore = await server.disconnectCount(from: "/endless")
    let start = ContinuousClock.now
    calls.last?.cancel()
    try await server.disconnect(from: "/endless")
    let time = start.duration(to: .now)

    var left = 0
    for call in calls where await call.result.isCancellation { left += 1 }
    let requests = await server.requests(to: "/endless").count
    await server.stop()

    var finding = Finding()
    finding.add(
      "\(left) callers left \(Figures.count(requests, "request")): closed \(Figures.milliseconds(time)) after the last one, not before"
    )
    finding.require("callers that left with CancellationError", left, is: 5)
    finding.require("requests", requests, is: 1)
    finding.require("connections closed before the last caller left", disconnectsBefore, is: 0)
    return finding
  }
}
