import CoalescedAdmission
import Testing

/// What the documentation of `CoalescedAdmission` shows.
@Suite struct AdmissionSnippets {
  private struct Journal: Sendable {
    func append(_ line: String) async throws -> Int { line.count }
  }

  private struct Document: Sendable {
    let id: Int
  }

  private struct Disk: Sendable {
    func write(_ document: Document) async throws -> Int { document.id }
  }

  private struct Renderer: Sendable {
    func thumbnail(of name: String) async throws -> String { "small \(name)" }
  }

  @Test func wrappers() async throws {
    let (journal, disk, renderer) = (Journal(), Disk(), Renderer())

    // snippet: the wrappers
    let append = queued(journal.append)
    let save = conflated(disk.write, keyedBy: { (document: Document) in document.id })

    let limit = ConcurrencyLimit(4)
    let thumbnail = limited(renderer.thumbnail, by: limit)
    // end
    #expect(try await append("line") == 4)
    #expect(try await save(Document(id: 7)) == 7)
    #expect(try await thumbnail("cat") == "small cat")
    #expect(limit.running == 0)
  }

  @Test func aBodyWithAPermit() async throws {
    let data = "data"
    @Sendable func decode(_ data: String) async throws -> String { "image of \(data)" }

    // snippet: a permit for a body
    let limit = ConcurrencyLimit(4)
    let image = try await limit.withPermit { try await decode(data) }
    // end
    #expect(image == "image of data")
  }
}
