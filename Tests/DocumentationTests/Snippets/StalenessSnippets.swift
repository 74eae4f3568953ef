import CoalescedStaleness
import CoalescedTesting
import Testing

// snippet: generations on an actor
@MainActor final class SearchModel {
  private var generations = GenerationCounter()
  private(set) var results: [String] = []

  func search(_ text: String, using find: @Sendable (String) async throws -> [String]) async throws {
    let generation = generations.next()
    let found = try await find(text)
    guard generations.isCurrent(generation) else { return }
    results = found
  }
}
// end

/// What the documentation of `CoalescedStaleness` shows.
@Suite struct StalenessSnippets {
  private struct Backend: Sendable {
    func search(_ text: String) async throws -> [String] { ["about \(text)"] }
  }

  private struct Article: Versioned, Equatable {
    let id: String
    let version: Int
  }

  @Test func theNewestSearchIsShown() async throws {
    let backend = Backend()
    func show(_ found: [String]) { #expect(found == ["about swift"]) }

    // snippet: latest
    let search = latest(backend.search)

    do {
      show(try await search("swift"))
    } catch is SupersededError {
      // A newer search is under way: nothing to show, nothing went wrong.
    }
    // end
  }

  @Test @MainActor func anAnswerThatComesLateIsDropped() async throws {
    let model = SearchModel()
    let operation = SuspendedOperation<String, [String]>()
    let older = Task { try await model.search("sw", using: operation.function) }
    let first = try await operation.nextInvocation()
    let newer = Task { try await model.search("swift", using: operation.function) }
    try await operation.nextInvocation().succeed(with: ["about swift"])
    try await newer.value
    first.succeed(with: ["about sw"])
    try await older.value
    #expect(model.results == ["about swift"])
  }

  @Test func lateRecordsAreRejected() {
    // snippet: the monotonic store
    var articles = MonotonicStore<Article>()
    articles.merge(Article(id: "a", version: 7))  // from a push message
    articles.merge(contentsOf: [Article(id: "a", version: 5)])  // from a list refresh that was slow: 7 stays
    articles.remove("a", version: 8)
    articles.merge(Article(id: "a", version: 7))  // late: it stays deleted
    // end
    #expect(articles.entities.isEmpty)
    #expect(articles.rejectedCount == 2)
  }
}
