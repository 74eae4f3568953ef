import CoalescedHTTP
import Testing

@Suite struct HeaderKeyTests {
  typealias Line = RequestKey.Line

  private func builder(_ headers: RequestKeyBuilder.Headers, credentials: Set<String> = []) -> RequestKeyBuilder {
    var builder = RequestKeyBuilder()
    builder.headers = headers
    builder.credentialHeaders.formUnion(credentials)
    return builder
  }

  @Test("34: names have no case") func namesHaveNoCase() throws {
    #expect(try RequestKey.make(headers: [("ACCEPT", "a")]) == RequestKey.make(headers: [("accept", "a")]))
    #expect(try RequestKey.make(headers: [("If-Modified-Since", "a")]) == RequestKey.make(headers: [("if-modified-since", "a")]))
  }

  @Test func valuesAreComparedByteForByte() throws {
    #expect(try RequestKey.make(headers: [("x", "a")]) != RequestKey.make(headers: [("x", "A")]))
    #expect(try RequestKey.make(headers: [("x", "\u{E9}")]) != RequestKey.make(headers: [("x", "e\u{301}")]))
  }

  @Test func outerWhiteSpaceDoesNotCountButInnerDoes() throws {
    #expect(try RequestKey.make(headers: [("x", " \ta b\t ")]) == RequestKey.make(headers: [("x", "a b")]))
    #expect(try RequestKey.make(headers: [("x", "a  b")]) != RequestKey.make(headers: [("x", "a b")]))
    #expect(try RequestKey.make(headers: [("x", " \t ")]) == RequestKey.make(headers: [("x", "")]))
  }

  @Test func linesOfDifferentNamesHaveNoOrder() throws {
    #expect(
      try RequestKey.make(headers: [("a", "1"), ("b", "2"), ("a", "3")]) == RequestKey.make(headers: [("b", "2"), ("A", "1"), ("a", "3")])
    )
  }

  @Test("34: lines of one name keep their order") func linesOfOneNameKeepTheirOrder() throws {
    #expect(try RequestKey.make(headers: [("a", "1"), ("a", "2")]) != RequestKey.make(headers: [("a", "2"), ("a", "1")]))
    #expect(try RequestKey.make(headers: [("a", "1"), ("a", "2")]) != RequestKey.make(headers: [("a", "1, 2")]))
    let many = (0..<500).map { Line("a", String($0)) }
    #expect(try RequestKey.make(headers: many) == RequestKey.make(headers: [("b", "")] + many, by: builder(.allExcept(["b"]))))
    #expect(try RequestKey.make(headers: many) != RequestKey.make(headers: many.reversed()))
  }

  @Test func absentAndEmptyDiffer() throws {
    #expect(try RequestKey.make(headers: [("x", "")]) != RequestKey.make())
  }

  @Test("29: values that hold a separator do not run together", arguments: ["\n", "\0", ":", ": ", ",", ";", "|", "\u{1F}", "\r\n", "="])
  func valuesThatHoldASeparatorDoNotRunTogether(_ separator: String) throws {
    let keys = [
      try RequestKey.make(headers: [("a", "1\(separator)b\(separator)2")]),
      try RequestKey.make(headers: [("a", "1"), ("b", "2")]),
      try RequestKey.make(headers: [("a", "1\(separator)b"), ("b", "2")]),
      try RequestKey.make(headers: [("a\(separator)1", "b\(separator)2")]),
      try RequestKey.make(headers: [("a", "1"), ("a", "b\(separator)2")]),
    ]
    #expect(Set(keys).count == keys.count)
  }

  @Test func twoTokensAreTwoRequests() throws {
    #expect(try RequestKey.make(headers: [("Authorization", "Bearer a")]) != RequestKey.make(headers: [("Authorization", "Bearer b")]))
    #expect(try RequestKey.make(headers: [("Authorization", "Bearer a")]) != RequestKey.make())
  }

  @Test func methodsDiffer() throws {
    #expect(try RequestKey.make(method: "HEAD") != RequestKey.make(method: "GET"))
  }

  /// The fields that are in the key whatever the selection says.
  static let alwaysCounting = [
    "Authorization", "Proxy-Authorization", "Cookie", "X-API-Key", "Host", "Range", "Cache-Control", "Pragma",
    "If-Match", "If-None-Match", "If-Modified-Since", "If-Unmodified-Since", "If-Range", "IF-something-new",
  ]

  @Test(arguments: alwaysCounting) func someFieldsCountWhateverTheSelectionSays(_ name: String) throws {
    for headers: RequestKeyBuilder.Headers in [.only([]), .only(["accept"]), .allExcept([name]), .allExcept([name.lowercased()])] {
      let builder = builder(headers, credentials: ["x-api-KEY"])
      let none = try RequestKey.make(by: builder)
      let one = try RequestKey.make(headers: [(name, "1")], by: builder)
      let other = try RequestKey.make(headers: [(name, "2")], by: builder)
      let otherCase = try RequestKey.make(headers: [(name.uppercased(), "1")], by: builder)
      let padded = try RequestKey.make(headers: [(name + " ", "1")], by: builder)
      #expect(Set([none, one, other]).count == 3)
      #expect(one == otherCase)
      #expect(one == padded)
    }
  }

  @Test(arguments: ["Authorization", "Proxy-Authorization", "Cookie"])
  func standardCredentialsStayCredentialsWhenTakenAway(_ name: String) throws {
    var builder = builder(.only([]))
    builder.credentialHeaders = []
    #expect(try RequestKey.make(headers: [(name, "1")], by: builder) != RequestKey.make(headers: [(name, "2")], by: builder))
    #expect(throws: Never.self) { try RequestKey.make(headers: [(name, "1")], identity: .credentials, by: builder) }
  }

  @Test(arguments: ["Accept", "Accept-Language", "Accept-Encoding", "User-Agent", "X-Unknown", "DPoP"])
  func unknownFieldsKeepRequestsApart(_ name: String) throws {
    #expect(try RequestKey.make(headers: [(name, "1")]) != RequestKey.make(headers: [(name, "2")]))
    #expect(try RequestKey.make(headers: [(name, "1")]) != RequestKey.make())
  }

  @Test(arguments: RequestKeyBuilder.perRequestHeaders.sorted()) func perRequestFieldsDoNotCount(_ name: String) throws {
    #expect(name == name.lowercased())
    #expect(try RequestKey.make(headers: [(name.uppercased(), "1")]) == RequestKey.make())
  }

  @Test(arguments: ["traceparent", "tracestate", "baggage", "x-request-id", "x-correlation-id"])
  func theCommonTraceFieldsArePerRequest(_ name: String) {
    #expect(RequestKeyBuilder.perRequestHeaders.contains(name))
  }

  @Test func onlySelectsWithoutCase() throws {
    let builder = builder(.only(["ACCEPT"]))
    #expect(try RequestKey.make(headers: [("accept", "1")], by: builder) != RequestKey.make(headers: [("accept", "2")], by: builder))
    #expect(try RequestKey.make(headers: [("x", "1")], by: builder) == RequestKey.make(headers: [("x", "2")], by: builder))
  }

  @Test func allExceptExceptsWithoutCase() throws {
    let builder = builder(.allExcept(["X-Nonce"]))
    #expect(try RequestKey.make(headers: [("x-NONCE", "1")], by: builder) == RequestKey.make(by: builder))
    #expect(try RequestKey.make(headers: [("x-request-id", "1")], by: builder) != RequestKey.make(by: builder))
  }
}
