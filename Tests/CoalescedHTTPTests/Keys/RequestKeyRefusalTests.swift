import CoalescedHTTP
import Testing

@Suite struct RequestKeyRefusalTests {
  @Test(arguments: [
    "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT", "QUERY", "get", "Get", "head", "", " GET", "GET ", "GE\u{54}\u{301}",
  ])
  func otherMethodsAreRefused(_ method: String) {
    #expect(throws: RequestKeyRefusal.method(method)) { try RequestKey.make(method: method) }
  }

  @Test(arguments: ["GET", "HEAD"]) func aBodyIsRefused(_ method: String) {
    #expect(throws: RequestKeyRefusal.body) { try RequestKey.make(method: method, hasBody: true) }
  }

  @Test(arguments: ["X-HTTP-Method-Override", "x-http-method-override", "X-HTTP-Method", "X-Method-Override", "X-HTTP-Method-Override "])
  func aMethodOverrideIsRefusedWhateverTheSelectionSays(_ name: String) {
    for headers: RequestKeyBuilder.Headers in [.only([]), .only([name]), .allExcept([name])] {
      var builder = RequestKeyBuilder()
      builder.headers = headers
      builder.credentialHeaders.insert(name)
      #expect(throws: RequestKeyRefusal.methodOverride) { try RequestKey.make(headers: [("Accept", "a"), (name, "DELETE")], by: builder) }
    }
  }

  static let badURLs = [
    "", "x", "/x", "//h/x", "h/x", "http", "http:", "http:/", "http://", "http:///x", "http:x", "http:/h/x", "://h/", "1http://h/",
    "ht_tp://h/",
    "mailto:a@b.c", "http://:80/", "http://user@/", "http://user@:80/", "http://?a", "http://#a",
    "http://h:65536/", "http://h:99999999/", "http://h:99999999999999999999999/", "http://h:-1/", "http://h:+1/", "http://h:8o/",
    "http://h:1:2/",
    "http://[zz]/", "http://[]/", "http://[/", "http://]/", "http://[::1/", "http://::1/", "http://[::1]x/", "http://[::1]]/",
    "http://a[::1]/",
    "http://[1:2:3:4:5:6:7]/", "http://[1:2:3:4:5:6:7:8:9]/", "http://[1::2::3]/", "http://[1:2:3:4:5:6:7:8::]/", "http://[:1::]/",
    "http://[1:]/",
    "http://[:]/", "http://[:::]/", "http://[12345::]/", "http://[::1.2.3]/", "http://[::1.2.3.256]/", "http://[::1.2.3.04]/",
    "http://[::1.2.3.4:5]/",
    "http://[::1..3.4]/", "http://[1:2:3:4:5:6:7:1.2.3.4]/", "http://[fe80::1%25eth0]/", "http://[v.a]/", "http://[v1]/", "http://[v1.]/",
    "http://[vg.a]/",
    "http://h%/", "http://h%4/", "http://h%zz/", "http://ex\u{E4}mple.com/", "http://h h/", "http://h\\x/", "http://h|x/", "http://a@b@h/",
    "http://u%zz@h/",
    "http://u\u{E9}@h/", "http://u[@h/", "http://h\0/",
    "http://h/%", "http://h/%2", "http://h/%zz", "http://h/%2x", "http://h/%%41", "http://h/a b", "http://h/\0", "http://h/\u{7F}",
    "http://h/\t", "http://h/\r\n",
    "http://h/?%", "http://h/?%a", "http://h/?%zz", "http://h/?a b", "http://h/?\u{1}", "http://h/?\n", "http://h/#%zz", "http://h/#a b",
    " http://h/", "http://h/ ",
    "http://h/?%a#b", "http://h/%a?b", "http://h/%a/b",
  ]

  @Test(arguments: badURLs) func whatIsNoAbsoluteURLWithAHostIsRefused(_ url: String) {
    #expect(throws: RequestKeyRefusal.url(url)) { try RequestKey.make(url) }
  }

  static let unusualURLs = [
    "http://h:0/", "http://h:65535/", "http://[::]/", "http://[::1]:8080/", "http://[1:2:3:4:5:6:7:8]/", "http://[1:2:3:4:5:6:1.2.3.4]/",
    "http://[::ffff:255.0.10.199]/", "http://[1::8]/", "http://[1:2:3:4:5:6:7::]/", "http://[::2:3:4:5:6:7:8]/", "http://[v1.a:b]/",
    "http://[vF.~!]/",
    "http://1.2.3.999/", "http://h%20h/", "http://a.b-c_d~e/", "ftp://h/", "a+b.c-1://h/", "http://u:p:q@h/", "http://u%40:p@h/",
    "http://h/<>\"{}|\\^`[]", "http://h/?<>\"{}|\\^`[]?/", "http://h/caf\u{E9}", "http://h/#a#b", "http://h/%00", "http://h//",
    "http://h/%25zz",
  ]

  @Test(arguments: unusualURLs) func unusualURLsAreKeyed(_ url: String) throws {
    #expect(try RequestKey.make(url) == RequestKey.make(url))
  }

  @Test func theLongestURLIsKeyedAndALongerOneRefused() throws {
    for piece in ["a", "%41", "/", "/..", "/a/..", "&", "a&", "%2E%2E/", "?", "[", "@"] {
      let fill = String(repeating: piece, count: 65_536 / piece.utf8.count + 1)
      for start in ["http://h/", "http://h/%2E", "http://h/?", "http://h/#"] {
        let longest = start + fill.prefix(65_536 - start.utf8.count)
        let longer = longest + "aaa"
        #expect(throws: RequestKeyRefusal.url(longer)) { try RequestKey.make(longer) }
        if !piece.hasPrefix("%") { #expect(try RequestKey.make(longest) == RequestKey.make(longest)) }
      }
    }
  }

  @Test func thousandsOfHeaderLinesAreKeyed() throws {
    let lines = (0..<5_000).map { RequestKey.Line("x-\($0 % 700)", String($0)) }
    #expect(try RequestKey.make(headers: lines) != RequestKey.make(headers: lines.reversed()))
  }

  @Test func theMethodIsToldBeforeTheBodyAndTheBodyBeforeTheURL() {
    #expect(throws: RequestKeyRefusal.method("POST")) { try RequestKey.make("x", method: "POST", hasBody: true) }
    #expect(throws: RequestKeyRefusal.body) { try RequestKey.make("x", hasBody: true) }
    #expect(throws: RequestKeyRefusal.url("x")) { try RequestKey.make("x", identity: .credentials) }
  }
}
