import Coalesced
import Testing

private struct AvatarAPI: Sendable {
  func fetchAvatar(user: Int) async throws -> String { "avatar of \(user)" }
}

@Suite struct FlightPolicySnippets {
  @Test func policyIsSetBeforeTheScopeIsMade() async throws {
    let api = AvatarAPI()
    // snippet: a policy
    var policy = FlightPolicy()
    policy.abandonment = .cancelAfter(.seconds(2))
    let fetchAvatar = coalesced(api.fetchAvatar, policy: policy)
    // end
    #expect(try await fetchAvatar(7) == "avatar of 7")
  }
}
