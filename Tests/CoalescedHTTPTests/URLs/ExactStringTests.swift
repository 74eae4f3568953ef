import CoalescedHTTP
import Testing

@Suite struct ExactStringTests {
  @Test func anyByteThatDiffersIsADifference() {
    for length in 0...20 {
      let text = String(repeating: "a", count: length)
      #expect(ExactString(text) == ExactString(String(text.reversed())))
      #expect(ExactString(text) != ExactString(text + "a"))
      for position in 0..<length {
        let other = String(text.prefix(position)) + "b" + text.dropFirst(position + 1)
        #expect(ExactString(text) != ExactString(other))
        #expect(ExactString(text) < ExactString(other))
        #expect(!(ExactString(other) < ExactString(text)))
      }
    }
  }

  @Test func canonicallyEquivalentTextIsDifferent() {
    #expect("\u{E9}" == "e\u{301}")
    #expect(ExactString("\u{E9}") != ExactString("e\u{301}"))
    #expect(ExactString("\u{212A}") != ExactString("K"))
  }

  @Test func equalTextHashesEqually() {
    let texts = ["", "a", "\u{E9}", "fifteen bytes..", "sixteen bytes...", String(repeating: "long ", count: 100)]
    for text in texts { #expect(ExactString(text).hashValue == ExactString(String(Array(text))).hashValue) }
    #expect(Set(texts.map(ExactString.init)).count == texts.count)
  }
}
