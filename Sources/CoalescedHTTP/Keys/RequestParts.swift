/// What a key is made of. Holds credentials in the clear: never printed.
package struct RequestParts: Hashable, Sendable {
  package enum Method: String, Sendable {
    case get = "GET"
    case head = "HEAD"
  }

  package let method: Method
  package let url: NormalizedURL
  package let identity: RequestIdentity
  /// The request's own fields that count, by name; lines of one name in their order.
  package let fields: [HeaderField]
  /// The fields that count among those its session adds on the wire.
  package let sessionFields: [HeaderField]
  /// `nil` for a request that is no `URLRequest`.
  package let settings: RequestSettings?
}
