import Coalesced
import CoalescedHTTP
import CoalescedTesting
import Foundation
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What the README shows.
@Suite struct ReadmeSnippets {
  struct User: Equatable, Sendable {
    let id: Int
  }

  struct Query: Identifiable, Sendable {
    let id: Int
    let isPersonal: Bool
  }

  struct API: Sendable {
    func fetchUser(id: Int) async throws -> User { User(id: id) }
    func fetchAvatar(user: Int) async throws -> String { "avatar of \(user)" }
    func search(_ query: Query) async throws -> [User] { [User(id: query.id)] }
  }

  // snippet: a service
  struct Users: Sendable {
    private let fetch: @Sendable (Int) async throws -> User

    init(api: API) {
      fetch = coalesced(api.fetchUser)
    }

    func user(id: Int) async throws -> User {
      try await fetch(id)
    }
  }
  // end

  @Test func serving() async throws {
    #expect(try await Users(api: api).user(id: 7) == User(id: 7))
  }

  private let api = API()
  private let id = 7

  @Test func wrapping() async throws {
    // snippet: wrap
    let fetchUser = coalesced(api.fetchUser)
    // end

    // snippet: call
    async let forTheHeader = fetchUser(id)
    async let forTheScreen = fetchUser(id)
    let (header, screen) = try await (forTheHeader, forTheScreen)
    // end
    #expect(header == screen)
  }

  @Test func keying() async throws {
    // snippet: a key of one's own
    let search = coalesced(api.search) { (query: Query) -> Query.ID? in
      query.isPersonal ? nil : query.id
    }
    // end
    #expect(try await search(Query(id: 7, isPersonal: true)) == [User(id: 7)])
    #expect(try await search(Query(id: 8, isPersonal: false)) == [User(id: 8)])
  }

  @Test func controlling() async throws {
    // snippet: the controls of a scope
    let users = Coalescer<Int, User>()

    let user = try await users.value(for: id) { try await api.fetchUser(id: id) }

    users.cancel(id)  // its callers throw FlightCancelledError
    users.forget(id)  // its callers keep it, newcomers start another beside it
    // end
    #expect(user == User(id: 7))
  }

  @Test func grouping() async throws {
    @Sendable func log(_ event: FlightEvent) {}

    // snippet: a group that is watched
    let session = FlightGroup(label: "session") { event in log(event) }
    let fetchUser = coalesced(api.fetchUser, in: session)
    let fetchAvatar = coalesced(api.fetchAvatar, in: session)

    session.cancelAll()  // at logout
    await session.idle()
    // end
    #expect(try await fetchUser(id) == User(id: 7))
    #expect(try await fetchAvatar(id) == "avatar of 7")
    #expect(session.statistics.succeeded == 2)
  }

  @Test func choosingAPolicy() async throws {
    // snippet: a policy for avatars
    var policy = FlightPolicy()
    policy.abandonment = .cancelAfter(.seconds(2))  // scrolled away and back: still the same download
    policy.concurrencyLimit = 4
    let fetchAvatar = coalesced(api.fetchAvatar, policy: policy)
    // end
    #expect(try await fetchAvatar(id) == "avatar of 7")
  }

  @Test func testing() async throws {
    // snippet: a test of a service
    let operation = SuspendedOperation<Int, String>()
    let probe = FlightProbe()
    let fetchName = coalesced(operation.function, in: probe.group)

    let first = Task { try await fetchName(7) }
    let second = Task { try await fetchName(7) }
    try await probe.waiting(2)

    first.cancel()
    try await probe.left(1)
    try await operation.nextInvocation().succeed(with: "Ada")

    let name = try await second.value
    // end
    #expect(name == "Ada")
    await #expect(throws: CancellationError.self) { try await first.value }
  }
}
