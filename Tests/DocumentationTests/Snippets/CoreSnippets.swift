import Coalesced
import Foundation
import Testing

/// What the documentation comments of `Coalesced` show.
@Suite struct CoreSnippets {
  private struct API: Sendable {
    func fetchUser(id: Int) async throws -> String { "user \(id)" }
    func fetchAvatar(user: Int) async throws -> String { "avatar of \(user)" }
  }

  private let api = API()
  private let id = 7

  @Test func wrappingAFunction() async throws {
    // snippet: wrapping a function
    let fetchUser = coalesced(api.fetchUser)
    let user = try await fetchUser(id)
    // end
    #expect(user == "user 7")
  }

  @Test func settingAPolicy() async throws {
    // snippet: setting a policy
    var policy = FlightPolicy()
    policy.abandonment = .cancelAfter(.seconds(2))
    let fetchAvatar = coalesced(api.fetchAvatar, policy: policy)
    // end
    #expect(try await fetchAvatar(id) == "avatar of 7")
  }

  @Test func oneScopeWithItsControls() async throws {
    typealias Image = String
    @Sendable func download(_ url: URL) async throws -> Image { "image at \(url)" }

    // snippet: a coalescer
    let avatars = Coalescer<URL, Image>()

    func avatar(at url: URL) async throws -> Image {
      try await avatars.value(for: url) { try await download(url) }
    }
    // end

    let url = try #require(URL(string: "https://example.com/7"))
    #expect(try await avatar(at: url) == "image at https://example.com/7")
  }

  @Test func scopesOfOneSession() async throws {
    // snippet: a group
    let session = FlightGroup(label: "session")
    let fetchUser = coalesced(api.fetchUser, in: session)
    let fetchAvatar = coalesced(api.fetchAvatar, in: session)

    // At logout:
    session.cancelAll()
    // end
    #expect(try await fetchUser(id) == "user 7")
    #expect(try await fetchAvatar(id) == "avatar of 7")
    #expect(session.statistics.succeeded == 2)
  }
}
