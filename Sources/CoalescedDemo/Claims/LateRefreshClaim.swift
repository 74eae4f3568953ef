import CoalescedStaleness
import Foundation
import LoopbackServer

struct LateRefreshClaim: Claim {
  let statement = "A late list refresh replaces nothing newer and brings nothing back."

  private struct Row: Versioned, Decodable {
    let id: String
    let version: Int
  }

  private struct Refresh: Decodable {
    let rows: [Row]
    let removed: [Row]
  }

  /// The same answers in the same order, in a dictionary and in a store.
  private actor Lists {
    private(set) var plain: [String: Row] = [:]
    private(set) var store = MonotonicStore<Row>()

    func take(_ refresh: Refresh) {
      for row in refresh.rows { plain[row.id] = row }
      for row in refresh.removed { plain[row.id] = nil }
      store.merge(contentsOf: refresh.rows)
      for row in refresh.removed { store.remove(row.id, version: row.version) }
    }
  }

  func show() async throws -> Finding {
    let server = try await LoopbackServer.start()
    let client = Client()
    let olderMayCome = LoopbackGate()
    // The older refresh reads the list before milk changes and bread is removed; tea is known to it alone.
    await server.route("/list") { _ in
      await olderMayCome.wait()
      return LoopbackResponse(
        body: #"{"rows": [{"id": "milk", "version": 5}, {"id": "bread", "version": 5}, {"id": "tea", "version": 5}], "removed": []}"#
      )
    }
    await server.route("/changes") { _ in
      LoopbackResponse(body: #"{"rows": [{"id": "milk", "version": 7}], "removed": [{"id": "bread", "version": 7}]}"#)
    }
    let lists = Lists()
    let refresh = { @Sendable (path: String) in
      let answer = try await client.get(server.url(path))
      await lists.take(try JSONDecoder().decode(Refresh.self, from: Data(answer.text.utf8)))
    }

    let older = Task { try await refresh("/list") }
    try await server.request(to: "/list")
    try await refresh("/changes")
    olderMayCome.open()
    try await older.value
    let plain = await lists.plain
    let store = await lists.store
    await server.stop()

    var finding = Finding()
    finding.add("without:        \(versions(plain)): milk is old again, and bread is back")
    finding.add("MonotonicStore: \(versions(store.entities)): \(store.rejectedCount) of the late answer's 3 rows came too late")
    finding.require(versions(plain) == "bread 5, milk 5, tea 5", orElse: "without the store: \(versions(plain))")
    finding.require(versions(store.entities) == "milk 7, tea 5", orElse: "in the store: \(versions(store.entities))")
    finding.require("rows that came too late", store.rejectedCount, is: 2)
    return finding
  }

  private func versions(_ rows: [String: Row]) -> String {
    rows.values.sorted { $0.id < $1.id }.map { "\($0.id) \($0.version)" }.joined(separator: ", ")
  }
}
