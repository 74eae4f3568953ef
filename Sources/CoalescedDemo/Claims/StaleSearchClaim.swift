import CoalescedStaleness
import Foundation
import LoopbackServer

struct StaleSearchClaim: Claim {
  let statement = "A stale search ends at once, and its late answer does not reach the screen."

  private actor Screen {
    /// What was shown, the last of it now.
    private(set) var texts: [String] = []

    func show(_ text: String) {
      texts.append(text)
    }
  }

  private struct Outcome {
    let older: Result<Void, any Error>
    let shown: [String]

    var isSuperseded: Bool {
      if case .failure(let error) = older { error is SupersededError } else { false }
    }

    var figure: String {
      "\(Figures.count(shown.count, "answer")) shown, on screen \(shown.last?.quoted ?? "nothing")"
    }
  }

  func show() async throws -> Finding {
    let server = try await LoopbackServer.start()
    let client = Client()
    let search = { @Sendable (url: URL) in try await client.get(url).text }
    let without = try await searches("/without", on: server, by: search) { _ in }
    let with = try await searches("/latest", on: server, by: latest(search)) { older in
      _ = await older.result
      try await server.disconnect(from: "/latest/sw")
    }
    let closed = await server.disconnectCount(from: "/latest/sw")
    let newerClosed = await server.disconnectCount(from: "/latest/swift")
    await server.stop()

    var finding = Finding()
    finding.add("without: \(without.figure)")
    finding.add("latest:  \(with.figure); \(Figures.count(closed, "request")) superseded and closed before any answer")
    finding.require(without.shown == ["results for swift", "results for sw"], orElse: "shown without latest: \(without.shown)")
    finding.require(with.shown == ["results for swift"], orElse: "shown with latest: \(with.shown)")
    finding.require(with.isSuperseded, orElse: "the older call got \(with.older), not SupersededError")
    finding.require("closed requests of the older search", closed, is: 1)
    finding.require("closed requests of the newer search", newerClosed, is: 0)
    return finding
  }

  /// Searches for "sw", then for "swift"; the server answers in the other order, and not before `beforeAnswers` has seen the older call.
  private func searches(
    _ path: String,
    on server: LoopbackServer,
    by search: @escaping @Sendable (URL) async throws -> String,
    beforeAnswers: (Task<Void, any Error>) async throws -> Void
  ) async throws -> Outcome {
    let olderMayCome = LoopbackGate()
    let newerMayCome = LoopbackGate()
    for (text, mayCome) in [("sw", olderMayCome), ("swift", newerMayCome)] {
      await server.route("\(path)/\(text)") { _ in
        await mayCome.wait()
        return LoopbackResponse(body: "results for \(text)")
      }
    }
    let screen = Screen()
    let older = Task { await screen.show(try await search(server.url("\(path)/sw"))) }
    try await server.request(to: "\(path)/sw")
    let newer = Task { await screen.show(try await search(server.url("\(path)/swift"))) }
    try await server.request(to: "\(path)/swift")
    try await beforeAnswers(older)
    newerMayCome.open()
    try await newer.value
    olderMayCome.open()
    return Outcome(older: await older.result, shown: await screen.texts)
  }
}
