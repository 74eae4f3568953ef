import CoalescedHTTP
import Testing

@Suite struct CacheControlTests {
  @Test(arguments: [
    ("", false, false, false),
    (" , ,, ", false, false, false),
    ("max-age=60", false, false, false),
    ("private", true, false, false),
    ("PRIVATE", true, false, false),
    ("max-age=60,private", true, false, false),
    ("max-age=60 ,\tPrivate , x", true, false, false),
    ("private=\"set-cookie\"", true, false, false),
    ("private=\"a, b\", public", true, false, true),
    ("private=x", true, false, false),
    ("no-store", false, true, false),
    ("No-Store=\"x\"", false, true, false),
    ("public", false, false, true),
    ("Public, max-age=0", false, false, true),
    ("must-revalidate", false, false, true),
    ("s-maxage=10", false, false, true),
    ("S-MaxAge=\"10\"", false, false, true),
    ("s-maxage=0", false, false, true),
    ("s-maxage", false, false, false),
    ("s-maxage=\"\"", false, false, false),
    ("s-maxage=-1", false, false, false),
    ("s-maxage=1x", false, false, false),
    // Names that only contain others.
    ("x-private, privates, no-store-x, publicly, proxy-revalidate, no-cache", false, false, false),
    // Inside a quoted string a comma is text, and so is what follows it.
    ("ext=\"a, private, no-store\"", false, false, false),
    ("ext=\"a\\\", private\"", false, false, false),
    ("ext=\"a\\\\\", private", true, false, false),
    ("ext=\"\u{e9}\", public", false, false, true),
  ])
  func directivesAreRead(_ value: String, isPrivate: Bool, forbidsStoring: Bool, allowsSharing: Bool) throws {
    let cacheControl = try #require(CacheControl(value))
    #expect(cacheControl.isPrivate == isPrivate)
    #expect(cacheControl.forbidsStoring == forbidsStoring)
    #expect(cacheControl.allowsSharingDespiteAuthorization == allowsSharing)
  }

  @Test(arguments: [
    "=", "public=", "public =1", "public= 1", "max-age=60; public", "public private", "a=\"b", "a=\"b\\", "a=\"b\"c",
    "a=b\"c\"", "\"public\"", "p\u{fc}blic", "public\u{0}",
  ])
  func whatIsNoListOfDirectivesIsNone(_ value: String) {
    #expect(CacheControl(value) == nil)
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func anyTextIsReadOrRefused(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let pieces = ["private", "public", "=", "\"", "\\", ",", " ", "\t", "s-maxage", "1", "\u{e9}", "\u{0}", ";"]
    for _ in 1...2_000 {
      let text = random.join(pieces, atMost: 8)
      guard let cacheControl = CacheControl(text) else { continue }
      // A directive that is added to a list only adds its own meaning.
      var expected = cacheControl
      expected.isPrivate = true
      #expect(CacheControl(text + ",private") == expected, "\(text), seed \(seed)")
      #expect(CacheControl("private," + text) == expected, "\(text), seed \(seed)")
    }
  }
}
