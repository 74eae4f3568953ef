/// A part of a Swift file between `// snippet: name` and `// end`, which documentation may publish.
struct SnippetRegion: Sendable {
  /// `path:line` of the opening mark.
  let location: String
  let name: String
  /// The code without its outer indentation: see `unindented`.
  let code: String
}

extension SnippetRegion {
  /// Every region of a Swift file. A mark without its counterpart is an error.
  static func all(in file: TextFile) throws -> [SnippetRegion] {
    var regions: [SnippetRegion] = []
    var opening: (line: Int, name: String)?
    for (index, line) in file.lines.enumerated() {
      let text = line.drop(while: \.isWhitespace)
      if text.hasPrefix("// snippet:") {
        guard opening == nil else { throw UnpairedMark(location: "\(file.path):\(index + 1)") }
        opening = (index, text.dropFirst("// snippet:".count).trimmingPrefix(while: \.isWhitespace).description)
      } else if text == "// end" {
        guard let (start, name) = opening else { throw UnpairedMark(location: "\(file.path):\(index + 1)") }
        regions.append(
          SnippetRegion(location: "\(file.path):\(start + 1)", name: name, code: file.lines[(start + 1)..<index].unindented)
        )
        opening = nil
      }
    }
    if let opening { throw UnpairedMark(location: "\(file.path):\(opening.line + 1)") }
    return regions
  }

  /// A mark that begins a region inside another, or one that ends or is ended by none.
  struct UnpairedMark: Error, Hashable {
    let location: String
  }
}
