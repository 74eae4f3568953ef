/// What becomes of each header field of a request; made once from a builder's selection, then asked for every line.
struct HeaderRules: Sendable {
  enum Role: Sendable {
    /// Counts, and says who asks.
    case credential
    case counts
    case ignored
    /// Asks the server to take another method: no key.
    case overridesMethod
  }

  private let roles: [ExactString: Role]
  private let otherwise: Role

  init(headers: RequestKeyBuilder.Headers, credentialHeaders: Set<String>) {
    var roles: [ExactString: Role] = [:]
    switch headers {
    case .only(let names):
      otherwise = .ignored
      for name in names { roles[.fieldName(name)] = .counts }
    case .allExcept(let names):
      otherwise = .counts
      for name in names { roles[.fieldName(name)] = .ignored }
    }
    // What nobody can take out of the key comes last.
    for name in ["host", "range", "cache-control", "pragma"] { roles[.fieldName(name)] = .counts }
    for name in credentialHeaders.union(RequestKeyBuilder.standardCredentialHeaders) { roles[.fieldName(name)] = .credential }
    for name in ["x-http-method-override", "x-http-method", "x-method-override"] { roles[.fieldName(name)] = .overridesMethod }
    self.roles = roles
  }

  /// The role of a field by its name in lower case.
  func role(of name: ExactString) -> Role {
    let role = roles[name] ?? otherwise
    return role == .ignored && name.string.utf8.starts(with: "if-".utf8) ? .counts : role
  }
}
