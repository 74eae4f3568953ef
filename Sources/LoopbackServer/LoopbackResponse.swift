/// What a route answers.
package struct LoopbackResponse: Sendable {
  /// From 200 to 599.
  package var status: Int
  /// Sent in this order, a repeated name repeatedly. The server adds `Content-Length` and `Connection`.
  package var headers: KeyValuePairs<String, String>
  package var body: [UInt8]

  package init(status: Int = 200, headers: KeyValuePairs<String, String> = [:], body: String = "") {
    self.init(status: status, headers: headers, bytes: Array(body.utf8))
  }

  package init(status: Int = 200, headers: KeyValuePairs<String, String> = [:], bytes: [UInt8]) {
    precondition(200...599 ~= status, "LoopbackResponse: a status is from 200 to 599")
    self.status = status
    self.headers = headers
    self.body = bytes
  }

  /// The message on the wire. `HEAD`, 204 and 304 have no body, whatever the route gave.
  func message(toMethod method: String?, isLast: Bool) -> [UInt8] {
    var head = "HTTP/1.1 \(status) \(Self.reasons[status] ?? "Status")\r\n"
    for (name, value) in headers { head += "\(name): \(value)\r\n" }
    if status != 204 { head += "Content-Length: \(body.count)\r\n" }
    head += "Connection: \(isLast ? "close" : "keep-alive")\r\n\r\n"
    let hasBody = method != "HEAD" && status != 204 && status != 304
    return Array(head.utf8) + (hasBody ? body : [])
  }

  private static let reasons = [
    200: "OK", 204: "No Content", 304: "Not Modified", 400: "Bad Request", 404: "Not Found", 411: "Length Required",
    413: "Content Too Large", 431: "Request Header Fields Too Large", 500: "Internal Server Error", 503: "Service Unavailable",
  ]
}
