import Coalesced
import Foundation
import LoopbackServer

struct FiftyCallersClaim: Claim {
  let statement = "Fifty callers at once are one request."

  private let callers = 50
  private let serviceTime = Duration.milliseconds(100)

  func show() async throws -> Finding {
    let server = try await LoopbackServer.start()
    let client = Client()
    let arrivals = Arrivals(of: callers)
    // The server answers after its service time, and not before every caller is there: no caller comes too late to share.
    await server.route("/shared") { [serviceTime] request in
      try? await Task.sleep(for: serviceTime)
      await arrivals.gate.wait()
      return LoopbackResponse(body: "answer \(request.number)")
    }
    await server.route("/apart") { [serviceTime] request in
      try? await Task.sleep(for: serviceTime)
      return LoopbackResponse(body: "answer \(request.number)")
    }
    let fetch = coalesced({ (url: URL) in try await client.get(url) }, in: FlightGroup { arrivals.record($0) })

    let shared = try await answers(from: server.url("/shared"), by: fetch)
    let apart = try await answers(from: server.url("/apart")) { try await client.get($0) }
    let sharedRequests = await server.requests(to: "/shared").count
    let apartRequests = await server.requests(to: "/apart").count
    await server.stop()

    var finding = Finding()
    finding.add(row("coalesced", sharedRequests, shared.time))
    finding.add(row("without", apartRequests, apart.time))
    finding.require("requests of the coalesced callers", sharedRequests, is: 1)
    finding.require("callers with the answer", shared.texts.count { $0 == "answer 1" }, is: callers)
    finding.require("requests without coalescing", apartRequests, is: callers)
    return finding
  }

  private func answers(
    from url: URL,
    by fetch: @escaping @Sendable (URL) async throws -> Client.Answer
  ) async throws -> (texts: [String], time: Duration) {
    let start = ContinuousClock.now
    let calls = (1...callers).map { _ in Task { try await fetch(url) } }
    var texts: [String] = []
    for call in calls { texts.append(try await call.value.text) }
    return (texts, start.duration(to: .now))
  }

  private func row(_ name: String, _ requests: Int, _ time: Duration) -> String {
    let requests = Figures.column(Figures.count(requests, "request"), 11)
    return "\(Figures.column(name, 10, alignedRight: false)) \(callers) callers, \(requests), "
      + Figures.column(Figures.milliseconds(time), 8)
  }
}
