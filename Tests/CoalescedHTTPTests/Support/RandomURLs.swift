/// Makes URLs of which about every second one is valid, and which often are two spellings of one.
struct RandomURLs {
  var generator: SeededGenerator

  private static let schemes = ["http", "https", "HTTP", "Https", "ftp", "a+b-c.1"]
  private static let userInfos = ["", "", "", "user@", "user:pw@", "u%2fs%41:@", "@"]
  private static let hosts = [
    "h", "H", "example.COM", "example.com.", "ex%41mple.com", "h%2fx", "127.0.0.1", "[::1]", "[2001:DB8::a]", "[1:2:3:4:5:6:7:8]",
    "a_b~c", "h!$&'()*+,;=",
  ]
  private static let ports = ["", "", "", ":", ":80", ":443", ":8080", ":0", ":65535", ":080"]
  private static let segments = [
    "a", "b", "", ".", "..", "...", ".a", "%2E", "%2e", "%2E.", ".%2e", "%2E%2e", "%7Euser", "~user", "a%2fb", "a%2Fb", "a;v=1",
    "caf%C3%A9",
    "%c3", "a:b@c", "%41%25%5a",
  ]
  private static let fields = ["a=1", "a=2", "a", "a=", "b=2", "B=1", "%61=3", "c=a+b", "c=a%2bb", "c=a%20b", "", "=", "ab", "d=/?:@"]
  private static let fragments = ["", "", "", "#", "#top", "#a/b?c", "#%41"]

  mutating func next() -> String {
    var url = generator.pick(Self.schemes) + "://" + generator.pick(Self.userInfos) + generator.pick(Self.hosts)
    url += generator.pick(Self.ports)
    for _ in 0..<Int.random(in: 0...5, using: &generator) { url += "/" + generator.pick(Self.segments) }
    if Bool.random(using: &generator) {
      url += "?" + (0...Int.random(in: 0...4, using: &generator)).map { _ in generator.pick(Self.fields) }.joined(separator: "&")
    }
    return url + generator.pick(Self.fragments)
  }

  /// A URL with some bytes put in, taken out or changed.
  mutating func nextDamaged() -> String {
    var bytes = Array(next().utf8)
    for _ in 0...Int.random(in: 0...3, using: &generator) {
      let index = Int.random(in: bytes.indices, using: &generator)
      let byte =
        Bool.random(using: &generator) ? UInt8.random(in: 0...255, using: &generator) : generator.pick(Array("%[]:/?#@.&=\\ \0".utf8))
      switch Int.random(in: 0...2, using: &generator) {
      case 0: bytes[index] = byte
      case 1: bytes.insert(byte, at: index)
      default: bytes.removeSubrange(index..<min(index + 2, bytes.count))
      }
      if bytes.isEmpty { return "" }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
