import Foundation

/// Standard output and standard error, written at once; a closed one is ignored.
enum Console {
  static func print(_ line: String) {
    try? FileHandle.standardOutput.write(contentsOf: Data("\(line)\n".utf8))
  }

  static func printError(_ line: String) {
    try? FileHandle.standardError.write(contentsOf: Data("coalesced-demo: \(line)\n".utf8))
  }
}
