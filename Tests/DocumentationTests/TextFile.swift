import Foundation

/// A text file of the package.
struct TextFile: Sendable {
  /// The path from the package's root.
  let path: String
  let lines: [String]

  init(path: String, text: String) {
    self.init(path: path, lines: text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
  }

  private init(path: String, lines: [String]) {
    self.path = path
    self.lines = lines
  }

  /// The documentation comments of a Swift file as Markdown, each line where it stands; the lines of code are empty.
  var documentationComments: TextFile {
    let markdown = lines.map { line in
      let text = line.drop(while: \.isWhitespace)
      return text.hasPrefix("///") ? String(text.dropFirst(3)) : ""
    }
    return TextFile(path: path, lines: markdown)
  }
}

extension TextFile {
  /// The folder that holds `Package.swift`, three steps up from this file.
  private static let packageRoot = URL(filePath: #filePath).appending(path: "../../..").standardizedFileURL

  /// The files with an extension in a folder of the package: those it holds itself or, when `recursive`, at any depth.
  static func all(withExtension pathExtension: String, in folder: String, recursive: Bool = true) throws -> [TextFile] {
    let manager = FileManager.default
    let path = packageRoot.appending(path: folder).path
    let names = recursive ? try manager.subpathsOfDirectory(atPath: path) : try manager.contentsOfDirectory(atPath: path)
    return try names.sorted().filter { $0.hasSuffix("." + pathExtension) }.map { name in
      let relative = folder.isEmpty ? name : folder + "/" + name
      return TextFile(path: relative, text: try String(contentsOf: packageRoot.appending(path: relative), encoding: .utf8))
    }
  }
}
