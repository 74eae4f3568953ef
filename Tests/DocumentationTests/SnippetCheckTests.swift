import Testing

/// The check itself, on made-up texts.
@Suite struct SnippetCheckTests {
  private let snippets = TextFile(
    path: "Snippets.swift",
    text: """
      func body() {
          // snippet: greeting
          if polite {
            greet()
          }
          // end
      }
      """
  )

  private func problems(_ markdown: String) throws -> [String] {
    try SnippetCheck(documents: [TextFile(path: "Guide.md", text: markdown)], snippets: [snippets]).problems
  }

  private let greeting = """
    ```swift
    if polite {
      greet()
    }
    ```
    """

  @Test func blockThatIsARegionIsAccepted() throws {
    #expect(try problems(greeting) == [])
  }

  @Test func indentationOfAWholeBlockIsNoDifference() throws {
    #expect(try problems("- Item:\n\n  ```swift\n  if polite {\n    greet()\n  }\n\n  ```\n") == [])
  }

  @Test func unknownBlockIsFoundWithItsPlaceAndCode() throws {
    #expect(
      try problems("# Guide\n\n" + greeting + "\n\n```swift\nshout()\n```\n")
        == ["Guide.md:9: no region of the snippets has this code:\nshout()"]
    )
  }

  @Test func indentationInsideABlockIsADifference() throws {
    #expect(try problems("```swift\nif polite {\ngreet()\n}\n```\n" + greeting).count == 1)
  }

  @Test func blockWithoutAnEndIsChecked() throws {
    #expect(try problems(greeting + "\n```swift\nshout()") == ["Guide.md:6: no region of the snippets has this code:\nshout()"])
  }

  @Test func otherLanguagesAreIgnored() throws {
    #expect(try problems(greeting + "\n```sh\nswift test\n```\n````text\n```swift\nshout()\n```\n````") == [])
  }

  @Test func blockWithoutALanguageIsFound() throws {
    #expect(
      try problems(greeting + "\n```\nshout()\n```")
        == ["Guide.md:6: this block does not say its language (text, sh, swift):\nshout()"]
    )
  }

  @Test func blockWithAReasonAboveIsExempt() throws {
    #expect(try problems(greeting + "\n<!-- not compiled: another package's code -->\n```swift\nshout()\n```") == [])
  }

  @Test(arguments: ["<!-- not compiled: -->", "<!-- not compiled: why -->\nText."])
  func exemptionNeedsAReasonRightAbove(_ above: String) throws {
    #expect(try problems(greeting + "\n\(above)\n```swift\nshout()\n```").count == 1)
  }

  @Test(arguments: ["swift", "Swift", " swift ", "swift,short", "swift short"])
  func languageIsRecognised(_ info: String) throws {
    #expect(try problems(greeting + "\n```\(info)\nshout()\n```").count == 1)
  }

  @Test func unpublishedRegionIsFound() throws {
    #expect(
      try problems("No code.")
        == ["Snippets.swift:2: no document publishes the region 'greeting':\nif polite {\n  greet()\n}"]
    )
  }

  @Test func documentationCommentsAreRead() throws {
    let source = TextFile(
      path: "Source.swift",
      text: """
        struct S {
          /// Shouts.
          ///
          /// ```swift
          /// if loud {
          ///   shout()
          /// }
          /// ```
          func f() {}
        }
        """
    )
    let blocks = CodeBlock.all(in: source.documentationComments)
    #expect(blocks.map(\.code) == ["if loud {\n  shout()\n}"])
    #expect(blocks.map(\.location) == ["Source.swift:4"])
  }

  @Test(arguments: [("// snippet: a\nx", 1), ("x\n// end", 2), ("// snippet: a\n// snippet: b\n// end", 2)])
  func unpairedMarkIsAnError(_ text: String, line: Int) {
    #expect(throws: SnippetRegion.UnpairedMark(location: "S.swift:\(line)")) {
      try SnippetRegion.all(in: TextFile(path: "S.swift", text: text))
    }
  }
}
