import CoalescedHTTP
import Testing

@Suite struct NormalizedURLTests {
  #if DEBUG
    private static let rounds = 50_000
  #else
    private static let rounds = 400_000
  #endif

  private func normal(_ text: String, _ order: RequestKeyBuilder.QueryOrder = .sortedByName) -> String? {
    NormalizedURL(text, queryOrder: order)?.text.string
  }

  @Test func theNormalFormIsWrittenAsRFC3986Says() {
    #expect(
      normal("HTTP://u%2fs@EX%41mple.com:080/./a/../%7eb/%2e%2E/c%2f?z=%c3&a&%62=2#f")
        == "http://u%2fs@example.com/~b/%2E%2E/c%2F?a&b=2&z=%C3"
    )
    #expect(normal("HTTPS://[2001:DB8::A]:443?b&a", .asWritten) == "https://[2001:db8::a]/?b&a")
    #expect(normal("http://h%c3:8080/a/..") == "http://h%C3:8080/")
  }

  @Test func normalizingTwiceIsNormalizingOnce() {
    var urls = RandomURLs(generator: SeededGenerator())
    let seed = urls.generator.seed
    for round in 0..<Self.rounds {
      let text = round.isMultiple(of: 2) ? urls.next() : urls.nextDamaged()
      for order: RequestKeyBuilder.QueryOrder in [.sortedByName, .asWritten] {
        guard let once = normal(text, order) else { continue }
        if normal(once, order) != once { Issue.record("seed \(seed): \(text) is \(once), then \(normal(once, order) ?? "refused")") }
      }
    }
  }

  @Test func everyShortPathIsNormalizedAsTheReferenceDoes() {
    let segments = ["a", "", ".", "..", "%2e", ".%2E", "%2e%2e", "...", "%41.."]
    var paths = [""]
    for _ in 0..<4 {
      paths = paths.flatMap { path in segments.map { path + "/" + $0 } }
      for path in paths {
        let once = normal("http://h" + path)
        #expect(once == "http://h" + ReferenceURL.path(path))
        #expect(normal(once ?? "") == once)
      }
    }
  }

  @Test func itAgreesWithURLComponentsWhereBothAccept() {
    var urls = RandomURLs(generator: SeededGenerator())
    let seed = urls.generator.seed
    var compared = 0
    for round in 0..<Self.rounds {
      let text = round.isMultiple(of: 4) ? urls.nextDamaged() : urls.next()
      guard let normal = normal(text), let reference = ReferenceURL.normalize(text) else { continue }
      compared += 1
      if normal != reference { Issue.record("seed \(seed): \(text) is \(normal), by the reference \(reference)") }
    }
    #expect(compared > Self.rounds / 2, "seed \(seed)")
  }

  @Test func everyValidURLOfTheGeneratorIsKeyed() {
    var urls = RandomURLs(generator: SeededGenerator())
    for _ in 0..<1_000 {
      let text = urls.next()
      #expect(normal(text) != nil, "seed \(urls.generator.seed): \(text)")
    }
  }

  @Test func hostileTextIsRefusedOrKeyed() throws {
    var generator = SeededGenerator()
    let seed = generator.seed
    let pieces = [
      "http", "https", "HTTP", ":", "//", "/", "[", "]", "::", "1", "ffff", "v1.", ".", "..", "%", "%2", "%2e", "%zz", "@", "?", "#", "&",
      "=", "\0", " ", "\r\n",
      "\u{E9}", "e\u{301}", "\u{1F600}", "\u{202E}", "\u{FEFF}", "\u{212A}", "x\u{FFFD}", ":65536", ":99999999999999999999", "255", "256",
      "h",
    ]
    for round in 0..<(Self.rounds / 5) {
      let bytes = (0..<Int.random(in: 0...40, using: &generator)).map { _ in UInt8.random(in: 0...255, using: &generator) }
      let text =
        switch round % 3 {
        case 0: String(decoding: bytes, as: UTF8.self)
        case 1: "http://" + String(decoding: bytes, as: UTF8.self)
        default: generator.pick(["", "http://", "http://h/", "http://["]) + generator.join(pieces, atMost: 12)
        }
      do {
        let key = try RequestKey.make(text, headers: [(text, text)])
        #expect(try key == RequestKey.make(text, headers: [(text, text)]), "seed \(seed): \(text.debugDescription)")
      } catch {
        #expect(error == .url(text), "seed \(seed): \(text.debugDescription)")
      }
    }
  }
}
