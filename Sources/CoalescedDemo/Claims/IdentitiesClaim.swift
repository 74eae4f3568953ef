import Coalesced
import CoalescedHTTP
import Foundation
import LoopbackServer

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

struct IdentitiesClaim: Claim {
  let statement = "Two identities that ask for the same URL stay apart."

  private let tokens = ["token-of-ada", "token-of-ben"]
  private let callersOfEach = 10

  func show() async throws -> Finding {
    let server = try await LoopbackServer.start()
    let client = Client()
    let arrivals = Arrivals(of: tokens.count * callersOfEach)
    await server.route("/account") { request in
      await arrivals.gate.wait()
      return LoopbackResponse(body: "account of \(request.header("Authorization") ?? "nobody")")
    }
    let keys = RequestKeyBuilder()
    let coalescer = Coalescer<RequestKey, Client.Answer>(in: FlightGroup { arrivals.record($0) })
    let url = server.url("/account")

    let calls = (1...callersOfEach).flatMap { _ in tokens }.map { token in
      Task {
        var request = URLRequest(url: url)
        request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
        let key = try keys.key(for: request, identity: .credentials)
        let answer = try await coalescer.value(for: key) { [request] in try await client.send(request) }
        return answer.text == "account of Bearer \(token)"
      }
    }
    var own = 0
    for call in calls where try await call.value { own += 1 }
    let requests = await server.requests(to: "/account").count
    await server.stop()

    var finding = Finding()
    finding.add(
      "\(tokens.count) tokens, \(callersOfEach) callers each: \(Figures.count(requests, "request")), \(own) answers for the own token"
    )
    finding.require("requests", requests, is: tokens.count)
    finding.require("callers with their own answer", own, is: calls.count)
    return finding
  }
}
