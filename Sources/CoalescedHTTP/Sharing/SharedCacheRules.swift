#if canImport(FoundationNetworking)
  import FoundationNetworking
#else
  import Foundation
#endif

/// Whether a shared cache might store a response: see ``ResponseSharing/sharedServer``.
package struct SharedCacheRules: Sendable {
  private let keyRules: HeaderRules

  package init(_ keys: RequestKeyBuilder) {
    keyRules = keys.rules
  }

  package func allowSharing(_ response: HTTPURLResponse, of request: RequestParts) -> Bool {
    if response.value(forHTTPHeaderField: "Set-Cookie") != nil { return false }
    if let vary = response.value(forHTTPHeaderField: "Vary"), !isInKey(vary) { return false }
    var cacheControl = CacheControl()
    if let value = response.value(forHTTPHeaderField: "Cache-Control") {
      guard let parsed = CacheControl(value) else { return false }
      cacheControl = parsed
    }
    if cacheControl.isPrivate || cacheControl.forbidsStoring { return false }
    return cacheControl.allowsSharingDespiteAuthorization || !request.carriesAuthorization
  }

  /// Whether the key holds every field that a `Vary` names; `*` is none.
  private func isInKey(_ vary: String) -> Bool {
    vary.split(separator: ",").allSatisfy { element in
      let name = ExactString.fieldName(String(element))
      guard !name.string.isEmpty else { return true }
      return name.string != "*" && name.string.utf8.allSatisfy(\.isTokenCharacter) && keyRules.role(of: name) != .ignored
    }
  }
}

extension RequestParts {
  fileprivate var carriesAuthorization: Bool {
    let authorization = ExactString("authorization")
    return (fields + sessionFields).contains { $0.name == authorization } || url.hasUserInfo
  }
}
