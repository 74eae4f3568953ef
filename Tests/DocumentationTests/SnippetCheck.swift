/// What the published Swift code and the compiled regions owe to each other: every block is a region, every region is published.
struct SnippetCheck {
  /// One text per violation, with the place and the code in question.
  let problems: [String]

  /// - Parameters:
  ///   - documents: Markdown.
  ///   - snippets: Swift files with regions.
  init(documents: [TextFile], snippets: [TextFile]) throws {
    let blocks = documents.flatMap(CodeBlock.all(in:))
    let published = blocks.filter { $0.language == "swift" && !$0.isExempt }
    let regions = try snippets.flatMap(SnippetRegion.all(in:))
    let compiledCode = Set(regions.map(\.code))
    let publishedCode = Set(published.map(\.code))

    let untagged = blocks.filter(\.language.isEmpty)
      .map { "\($0.location): this block does not say its language (text, sh, swift):\n\($0.code)" }
    let uncompiled = published.filter { !compiledCode.contains($0.code) }
      .map { "\($0.location): no region of the snippets has this code:\n\($0.code)" }
    let unpublished = regions.filter { !publishedCode.contains($0.code) }
      .map { "\($0.location): no document publishes the region '\($0.name)':\n\($0.code)" }
    self.problems = untagged + uncompiled + unpublished
  }
}
