/// A request as it arrived.
package struct LoopbackRequest: Hashable, Sendable {
  package let method: String
  /// The target without its query, percent-encoded as it was sent.
  package let path: String
  /// What follows the question mark of the target.
  package let query: String?
  /// By lowercased name; the values of a repeated header are joined with ", ".
  package let headers: [String: String]
  package let body: [UInt8]
  /// Whether the client keeps the connection for further requests.
  let keepsConnection: Bool
  /// How many requests for this path had arrived, this one included.
  package internal(set) var number = 0

  /// The value of a header, whatever the case of its name.
  package func header(_ name: String) -> String? {
    headers[name.lowercased()]
  }
}
