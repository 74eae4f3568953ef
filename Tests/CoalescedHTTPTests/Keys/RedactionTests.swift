import CoalescedHTTP
import Foundation
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite struct RedactionTests {
  private static let secret = "s3cr3t"

  private struct Holder<Value> {
    let name = "holder"
    let value: Value
    let list: [Value]
    let table: [String: Value]
    let maybe: Value??

    init(_ value: Value) {
      self.value = value
      list = [value]
      table = ["k": value]
      maybe = value
    }
  }

  /// Every way in which a value is usually shown.
  private static func renderings(_ value: some Any) -> [String] {
    var dumped = ""
    dump(value, to: &dumped)
    var printed = ""
    print(value, to: &printed)
    debugPrint(value, to: &printed)
    return ["\(value)", String(describing: value), String(reflecting: value), dumped, printed] + reflections(Mirror(reflecting: value))
  }

  private static func reflections(_ mirror: Mirror) -> [String] {
    mirror.children.flatMap { child in
      [child.label ?? "", "\(child.value)", String(reflecting: child.value)] + reflections(Mirror(reflecting: child.value))
    } + (mirror.superclassMirror.map(reflections) ?? [])
  }

  private static func isShown(_ value: some Any) -> Bool {
    renderings(value).contains { $0.contains(secret) } || renderings(Holder(value)).contains { $0.contains(secret) }
  }

  private static func keys() throws -> [RequestKey] {
    var request = URLRequest(url: try #require(URL(string: "http://user:\(secret)@h/\(secret)?token=\(secret)")))
    request.setValue("Bearer \(secret)", forHTTPHeaderField: "Authorization")
    request.mainDocumentURL = request.url
    return [
      try RequestKeyBuilder().key(for: request, identity: .account(secret), sessionLines: [(name: "Cookie", value: "id=\(secret)")]),
      try RequestKey.make("http://h/\(secret)", headers: [("Cookie", secret), (secret, secret)], identity: .account(secret)),
    ]
  }

  @Test func aCoalescerShowsNothingThatItsSessionAdds() {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpAdditionalHeaders = ["Authorization": "Bearer \(Self.secret)"]
    #expect(!Self.isShown(HTTPCoalescer(session: URLSession(configuration: configuration))))
  }

  @Test func whatIsNotRedactedIsFound() {
    #expect(Self.isShown(Self.secret))
    #expect(Self.isShown(Optional("a\(Self.secret)b")))
  }

  @Test func keysShowNothing() throws {
    for key in try Self.keys() {
      #expect(!Self.isShown(key))
      #expect("\(key)".contains("<redacted>"))
    }
  }

  @Test func identitiesShowNoAccount() {
    let identity = RequestIdentity.account(Self.secret)
    #expect(!Self.isShown(identity))
    #expect("\(identity)".contains("<redacted>"))
    #expect("\([RequestIdentity.anonymous, .credentials])" == "[anonymous, credentials]")
  }

  @Test(arguments: [.method(secret), .url("http://user:\(secret)@"), .body, .identity, .methodOverride] as [RequestKeyRefusal])
  func refusalsShowNoValue(_ refusal: RequestKeyRefusal) {
    #expect(!Self.isShown(refusal))
    #expect(!Self.isShown(refusal as any Error))
    #expect(!Self.isShown(Result<RequestKey, RequestKeyRefusal>.failure(refusal)))
  }
}
