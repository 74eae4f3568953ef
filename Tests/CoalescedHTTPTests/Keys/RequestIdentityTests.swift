import CoalescedHTTP
import Testing

@Suite struct RequestIdentityTests {
  private let authorization: [RequestKey.Line] = [("Authorization", "Bearer a")]

  @Test func identitiesDiffer() throws {
    let identities: [RequestIdentity] = [
      .anonymous, .credentials, .account(""), .account("a"), .account("A"), .account("anonymous"), .account("\u{E9}"), .account("e\u{301}"),
    ]
    let keys = try identities.map { try RequestKey.make(headers: authorization, identity: $0) }
    #expect(Set(keys).count == identities.count)
    #expect(Set(identities).count == identities.count)
    for (index, left) in identities.enumerated() {
      for (other, right) in identities.enumerated() { #expect((left == right) == (index == other)) }
    }
  }

  @Test func anonymousKeepsCredentialHeadersInTheKey() throws {
    #expect(try RequestKey.make(headers: authorization) != RequestKey.make())
    #expect(try RequestKey.make(headers: authorization) != RequestKey.make(headers: [("Authorization", "Bearer b")]))
  }

  @Test func oneAccountWithTwoTokensIsTwoRequests() throws {
    let other: [RequestKey.Line] = [("Authorization", "Bearer b")]
    #expect(
      try RequestKey.make(headers: authorization, identity: .account("a")) != RequestKey.make(headers: other, identity: .account("a"))
    )
  }

  @Test(arguments: [[], [("Authorization", " ")], [("Accept", "*/*")], [("X-API-Key", "k")]] as [[RequestKey.Line]])
  func credentialsAreRefusedWhereNoFieldSaysWho(_ headers: [RequestKey.Line]) {
    #expect(throws: RequestKeyRefusal.identity) { try RequestKey.make(headers: headers, identity: .credentials) }
  }

  @Test func userInfoInTheURLIsNoCredentialHeader() {
    #expect(throws: RequestKeyRefusal.identity) { try RequestKey.make("http://user:pw@h/", identity: .credentials) }
  }

  @Test func anAddedCredentialHeaderSaysWho() throws {
    var builder = RequestKeyBuilder()
    builder.credentialHeaders.insert("X-API-Key")
    let one = try RequestKey.make(headers: [("x-api-key", "1")], identity: .credentials, by: builder)
    let other = try RequestKey.make(headers: [("x-api-key", "2")], identity: .credentials, by: builder)
    #expect(one != other)
  }

  @Test func everyRequestIDIsDifferent() async {
    let all = await withTaskGroup(of: [RequestID].self) { group in
      for _ in 0..<4 { group.addTask { (0..<1_000).map { _ in RequestID() } } }
      return await group.reduce(into: [RequestID]()) { $0 += $1 }
    }
    #expect(Set(all).count == 4_000)
  }
}
