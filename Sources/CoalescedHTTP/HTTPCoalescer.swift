import Coalesced

#if canImport(FoundationNetworking)
  import FoundationEssentials
  import FoundationNetworking
#else
  import Foundation
#endif

/// Sends requests so that those that are the same request, and overlap, are sent once.
///
/// ```swift
/// let http = HTTPCoalescer(session: session)
/// let (data, response) = try await http.data(for: request, identity: .account(userID))
/// ```
///
/// Two requests are the same where a ``RequestKeyBuilder`` gives them equal keys. A request that gets no key (a `POST`, a body,
/// …) is sent alone in its caller's task, is never merged and never fails for that, and counts as unshared.
///
/// Nothing is cached: a request that begins after another was answered is sent again, unless the policy has a `reuseWindow`.
/// The policy's `concurrencyLimit` counts for each origin (scheme, host and port) on its own; requests sent alone take no permit.
///
/// Everything that changes a request has to run before it comes here: the key is made of the final request. What a session adds
/// on the wire is known to ``init(session:keys:sharing:policy:in:)``: its `httpAdditionalHeaders`, and its cookies for the URL
/// at the time of the call, so that a call made after a login joins no request sent before it.
///
/// Copies of a coalescer are the same coalescer. It may be used from any isolation. It shows nothing of itself: what its session adds to requests
/// may be credentials.
public struct HTTPCoalescer: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  typealias Answer = OriginScopes.Answer
  private typealias Sending = @Sendable (URLRequest) async throws -> Answer

  private let keys: RequestKeyBuilder
  private let session: SessionLines?
  private let send: Sending
  private let sendAlone: Sending
  private let scopes: OriginScopes
  private let unshareable: UnshareableKeys?
  private let calls = NamedCalls<Answer>()

  /// Sends requests through a session.
  ///
  /// - Parameters:
  ///   - session: Its configuration's additional headers and cookies are part of every key.
  ///   - keys: Decides which requests are the same.
  ///   - sharing: Which responses may go to several callers.
  ///   - policy: What every flight does beyond the default promise.
  ///   - group: The group that the coalescer's flights belong to, if any.
  public init(
    session: URLSession = .shared,
    keys: RequestKeyBuilder = RequestKeyBuilder(),
    sharing: ResponseSharing = .privateClient,
    policy: FlightPolicy = FlightPolicy(),
    in group: FlightGroup? = nil
  ) {
    let lines = SessionLines(session.configuration)
    self.init(session: lines, transport: { try await session.data(for: $0) }, keys: keys, sharing: sharing, policy: policy, in: group)
  }

  /// Sends requests through any function, such as one that retries.
  ///
  /// - Parameters:
  ///   - transport: Sends a request. For a request that is shared it runs in a task of its own, which is cancelled when the last
  ///     caller has left. What it adds to a request is in no key, so it must not depend on who asks.
  ///   - keys: Decides which requests are the same.
  ///   - sharing: Which responses may go to several callers.
  ///   - policy: What every flight does beyond the default promise.
  ///   - group: The group that the coalescer's flights belong to, if any.
  public init(
    transport: @escaping @Sendable (URLRequest) async throws -> (Data, URLResponse),
    keys: RequestKeyBuilder = RequestKeyBuilder(),
    sharing: ResponseSharing = .privateClient,
    policy: FlightPolicy = FlightPolicy(),
    in group: FlightGroup? = nil
  ) {
    self.init(session: nil, transport: transport, keys: keys, sharing: sharing, policy: policy, in: group)
  }

  private init(
    session: SessionLines?,
    transport: @escaping @Sendable (URLRequest) async throws -> (Data, URLResponse),
    keys: RequestKeyBuilder,
    sharing: ResponseSharing,
    policy: FlightPolicy,
    in group: FlightGroup?
  ) {
    let send: Sending = { request in
      let (data, response) = try await transport(request)
      guard let response = response as? HTTPURLResponse else { throw NonHTTPResponseError() }
      return (data, response)
    }
    self.keys = keys
    self.session = session
    self.send = send
    // Counts its calls, and shares none.
    self.sendAlone = coalesced({ (request: URLRequest) in try await send(request) }, keyedBy: { _ in RequestKey?.none }, in: group)
    switch sharing {
    case .privateClient:
      self.unshareable = nil
      self.scopes = OriginScopes(policy: policy, group: group, sharedWhen: nil)
    case .sharedServer:
      let gate = SharedCacheRules(keys)
      let unshareable = UnshareableKeys(clock: policy.clock)
      self.unshareable = unshareable
      self.scopes = OriginScopes(policy: policy, group: group) { key, answer in
        let isShared = gate.allowSharing(answer.1, of: key.parts)
        if !isShared { unshareable.insert(key) }
        return isShared
      }
    }
  }

  /// The answer to a request: that of the flight for an equal request, or of a new one.
  ///
  /// Without an ID, the call leads or joins before its first suspension and without leaving the caller's actor.
  ///
  /// - Parameters:
  ///   - request: The final request, after everything that adapts it has run.
  ///   - identity: On whose behalf it is sent.
  ///   - id: Names this call for ``cancel(_:)`` until it ends. Naming two calls at once is a precondition failure.
  /// - Throws: `CancellationError` whenever the call was cancelled, whatever else happened, and before anything is sent where it
  ///   was cancelled already; ``NonHTTPResponseError``; what the owner cancels with; what the transport throws, as it is.
  ///   A `URLError` with the code `cancelled` thus means that somebody else cancelled, such as the session's owner.
  public nonisolated(nonsending) func data(
    for request: URLRequest,
    identity: RequestIdentity,
    id: RequestID? = nil
  ) async throws -> (Data, HTTPURLResponse) {
    try await data(for: request, identity: identity, id: id, joining: scopes.joining)
  }

  /// The same for one call that may share only what `joining` allows, whatever the policy says: `.next` for a refresh after a
  /// change, which no flight sent before the call can answer.
  public nonisolated(nonsending) func data(
    for request: URLRequest,
    identity: RequestIdentity,
    id: RequestID? = nil,
    joining: FlightPolicy.Joining
  ) async throws -> (Data, HTTPURLResponse) {
    guard let id else { return try await answer(to: request, identity: identity, joining: joining) }
    return try await calls.run(id) { try await answer(to: request, identity: identity, joining: joining) }
  }

  /// Makes one call leave, as if its task had been cancelled; its task goes on. A request sent alone is cancelled.
  ///
  /// - Returns: Whether a call with this ID was under way: that call throws `CancellationError`.
  @discardableResult
  public func cancel(_ id: RequestID) -> Bool { calls.cancel(id) }

  /// Cancels every flight: its callers throw `FlightCancelledError`, and its request is cancelled.
  ///
  /// Requests that are sent alone are no flights and go on: a `POST` is its caller's own.
  ///
  /// - Returns: The number of callers that get the error.
  @discardableResult
  public func cancelAll() -> Int { scopes.cancelAll() }

  /// What has happened so far. Requests sent alone are the unshared ones. O(origins in use).
  public var statistics: FlightStatistics { scopes.statistics }
}

extension HTTPCoalescer {
  /// One rule for every way an answer can take: a cancelled caller gets `CancellationError`.
  private nonisolated(nonsending) func answer(
    to request: URLRequest,
    identity: RequestIdentity,
    joining: FlightPolicy.Joining
  ) async throws -> Answer {
    try Task.checkCancellation()
    let answer: Answer
    do {
      answer = try await uncheckedAnswer(to: request, identity: identity, joining: joining)
    } catch {
      try Task.checkCancellation()
      throw error
    }
    try Task.checkCancellation()
    return answer
  }

  private nonisolated(nonsending) func uncheckedAnswer(
    to request: URLRequest,
    identity: RequestIdentity,
    joining: FlightPolicy.Joining
  ) async throws -> Answer {
    let lines = session?.lines(for: request) ?? []
    guard let key = try? keys.key(for: request, identity: identity, sessionLines: lines), unshareable?.contains(key) != true else {
      scopes.countUnshared()
      return try await sendAlone(request)
    }
    return try await scopes.value(for: key, joining: joining) { [send] in try await send(request) }
  }

  /// The name of the type.
  public var description: String { "HTTPCoalescer" }

  /// The same.
  public var debugDescription: String { description }

  /// Nothing.
  public var customMirror: Mirror { Mirror(self, children: [], displayStyle: .struct) }

  /// How many origins have a scope now: none where no limit is set.
  package var originCount: Int { scopes.count }
}
