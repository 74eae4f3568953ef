import Testing

@Suite struct PublishedSnippetsTests {
  @Test func publishedCodeIsCompiledCode() throws {
    let documents =
      try TextFile.all(withExtension: "md", in: "", recursive: false)
      + TextFile.all(withExtension: "md", in: "Documentation")
      + TextFile.all(withExtension: "md", in: "Sources")
      + TextFile.all(withExtension: "swift", in: "Sources").map(\.documentationComments)
    let snippets = try TextFile.all(withExtension: "swift", in: "Tests/DocumentationTests/Snippets")
    for problem in try SnippetCheck(documents: documents, snippets: snippets).problems {
      Issue.record(Comment(rawValue: problem))
    }
  }
}
