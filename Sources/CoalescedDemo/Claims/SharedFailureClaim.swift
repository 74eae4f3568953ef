import Coalesced
import Foundation
import LoopbackServer

struct SharedFailureClaim: Claim {
  let statement = "A failure is shared by those who wait for it, and not remembered."

  private struct StatusError: Error {
    let status: Int
  }

  func show() async throws -> Finding {
    let server = try await LoopbackServer.start()
    let client = Client()
    let arrivals = Arrivals(of: 20)
    await server.route("/busy") { request in
      await arrivals.gate.wait()
      return request.number == 1 ? LoopbackResponse(status: 503) : LoopbackResponse(body: "answer")
    }
    let fetch = coalesced(
      { (url: URL) in
        let answer = try await client.get(url)
        guard answer.status == 200 else { throw StatusError(status: answer.status) }
        return answer
      },
      in: FlightGroup { arrivals.record($0) }
    )
    let url = server.url("/busy")

    let calls = (1...20).map { _ in Task { try await fetch(url) } }
    var failed = 0
    for call in calls {
      if case .failure(let error as StatusError) = await call.result, error.status == 503 { failed += 1 }
    }
    let requestsForAll = await server.requests(to: "/busy").count
    let next = try await fetch(url)
    let requests = await server.requests(to: "/busy").count
    await server.stop()

    var finding = Finding()
    finding.add("20 callers at once: \(failed) times status 503, from \(Figures.count(requestsForAll, "request"))")
    finding.add("the next call: status \(next.status), from \(Figures.count(requests - requestsForAll, "new request"))")
    finding.require("callers that got the 503", failed, is: 20)
    finding.require("requests of the callers at once", requestsForAll, is: 1)
    finding.require("requests of the next call", requests - requestsForAll, is: 1)
    finding.require("status of the next call", next.status, is: 200)
    return finding
  }
}
