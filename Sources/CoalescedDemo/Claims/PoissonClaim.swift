import Coalesced
import Foundation
import LoopbackServer

/// Calls come at the rate λ, independently of each other; an answer takes the time W. A flight of length W is followed by a
/// gap of 1/λ in the mean until the next call leads another, so of λ(W + 1/λ) calls one is sent: the share 1/(1 + λW).
struct PoissonClaim: Claim {
  let statement = "Of Poisson arrivals at λW = 8, one call in 1 + λW reaches the server."
  let limit = Duration.seconds(60)
  let seed: UInt64

  private let load = 8.0
  private let serverDelay = Duration.milliseconds(50)
  private let arrivalTime = Duration.seconds(12)

  func show() async throws -> Finding {
    let server = try await LoopbackServer.start()
    await server.route("/answer", delay: serverDelay, response: LoopbackResponse(body: "answer"))
    await server.route("/trial", delay: serverDelay, response: LoopbackResponse(body: "answer"))
    let client = Client()
    let times = FlightTimes()
    let fetch = coalesced { (url: URL) in try await times.measure { try await client.get(url) } }

    var trials: [Duration] = []
    for _ in 1...11 {
      let start = ContinuousClock.now
      _ = try await client.get(server.url("/trial"))
      trials.append(start.duration(to: .now))
    }
    let usual = trials.sorted()[trials.count / 2] / .seconds(1)
    let (calls, answered) = await arrivals(rate: load / usual) { try await fetch(server.url("/answer")).text == "answer" }
    let requests = await server.requests(to: "/answer").count
    await server.stop()
    return finding(calls: calls, answered: answered, requests: requests, meanTime: times.mean)
  }

  /// Calls on a schedule that no late call changes.
  private func arrivals(rate: Double, call: @escaping @Sendable () async throws -> Bool) async -> (calls: Int, answered: Int) {
    await withTaskGroup(of: Bool.self) { group in
      var random = SeededGenerator(seed: seed)
      var calls = 0
      let start = ContinuousClock.now
      var arrival = start + random.exponentialGap(rate: rate)
      while arrival < start + arrivalTime, !Task.isCancelled {
        try? await Task.sleep(until: arrival, tolerance: .zero, clock: .continuous)
        group.addTask { (try? await call()) ?? false }
        calls += 1
        arrival += random.exponentialGap(rate: rate)
      }
      let answered = await group.reduce(0) { $0 + ($1 ? 1 : 0) }
      return (calls, answered)
    }
  }

  private func finding(calls: Int, answered: Int, requests: Int, meanTime: Double) -> Finding {
    let seconds = arrivalTime / .seconds(1)
    let rate = Double(calls) / seconds
    let measuredLoad = rate * meanTime
    let predicted = 1 / (1 + measuredLoad)
    let measured = Double(requests) / Double(calls)
    // The joins of N flights and the N gaps after them are random; W and λ are measured in the same run. What then remains
    // is, by the delta method, a relative standard error of (1 - ρ)·√(ρ/N), where ρ = λW/(1 + λW) is the busy share.
    let standardError = predicted * predicted * (measuredLoad / Double(requests) * predicted).squareRoot()
    let tolerance = 4 * standardError + 0.05 * predicted

    var finding = Finding()
    finding.add(
      "\(Figures.decimal(seconds)) s of arrivals, seed \(seed): \(calls) calls, \(requests) requests, λ = \(Figures.decimal(rate))/s"
    )
    finding.add(
      "mean time of a flight W = \(Figures.decimal(meanTime * 1000)) ms, so λW = \(Figures.decimal(measuredLoad, places: 2))"
    )
    finding.add(
      "share of calls that are requests: \(Figures.percent(measured)) measured, \(Figures.percent(predicted)) by 1/(1 + λW)"
    )
    finding.add(
      "allowed difference \(Figures.percent(tolerance)): 4 standard errors of \(Figures.percent(standardError)), and 1/20 for late timers"
    )
    finding.require("calls that got the answer", answered, is: calls)
    finding.require(
      abs(measured - predicted) <= tolerance,
      orElse: "measured and predicted share are \(Figures.percent(abs(measured - predicted))) apart"
    )
    return finding
  }
}
