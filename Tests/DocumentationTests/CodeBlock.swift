/// A fenced block of a Markdown text.
struct CodeBlock: Sendable {
  /// `path:line` of the opening fence.
  let location: String
  /// The word after the opening fence, in lower case; empty when there is none.
  let language: String
  /// The code without its outer indentation: see `unindented`.
  let code: String
  /// Whether `<!-- not compiled: reason -->` stands right above the fence.
  let isExempt: Bool
}

extension CodeBlock {
  /// Every fenced block of a Markdown file. A block without a closing fence goes on to the end of the file.
  static func all(in file: TextFile) -> [CodeBlock] {
    var blocks: [CodeBlock] = []
    var opening: (line: Int, fence: Substring, language: String)?
    for (index, line) in (file.lines + ["```"]).enumerated() {
      let text = line.drop(while: \.isWhitespace)
      let fence = text.prefix { $0 == "`" }
      let info = text.dropFirst(fence.count).drop(while: \.isWhitespace)
      if let (start, openingFence, language) = opening {
        let closes = fence.count >= openingFence.count && info.isEmpty
        guard closes || index == file.lines.count else { continue }
        blocks.append(
          CodeBlock(
            location: "\(file.path):\(start + 1)",
            language: language,
            code: file.lines[(start + 1)..<index].unindented,
            isExempt: file.isExemptFromCompiling(before: start)
          )
        )
        opening = nil
      } else if fence.count >= 3, index < file.lines.count {
        opening = (index, fence, info.prefix(while: \.isLetter).lowercased())
      }
    }
    return blocks
  }
}

extension TextFile {
  /// Whether the last line with text above `line` exempts a block, and gives a reason.
  fileprivate func isExemptFromCompiling(before line: Int) -> Bool {
    guard let above = lines[..<line].last(where: { !$0.allSatisfy(\.isWhitespace) }) else { return false }
    return above.wholeMatch(of: #/\s*<!-- not compiled: \S.* -->\s*/#) != nil
  }
}

extension Sequence<String> {
  /// The lines as one text: without what indents all of them, without blank lines at either end and white space at the end of a line.
  var unindented: String {
    let trimmed = map { line in
      let blankTail = line.reversed().prefix(while: \.isWhitespace).count
      return line.dropLast(blankTail)
    }
    let indentation = trimmed.lazy.filter { !$0.isEmpty }.map { $0.prefix(while: \.isWhitespace).count }.min() ?? 0
    let inner = trimmed.drop(while: \.isEmpty).reversed().drop(while: \.isEmpty).reversed()
    return inner.map { $0.dropFirst(indentation) }.joined(separator: "\n")
  }
}
