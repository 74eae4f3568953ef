import Foundation
import Synchronization
import Testing

/// Python's own file server, as a process, in a folder with one file.
struct PythonServer {
  private let process = Process()
  private let folder: URL
  private let log: AsyncStream<String>
  /// The address of a path on it.
  let address: URL

  /// Whether `python3` is there to be started.
  static let isInstalled = executable != nil

  private static let executable: URL? = (ProcessInfo.processInfo.environment["PATH"] ?? "")
    .split(separator: ":")
    .map { URL(fileURLWithPath: String($0)).appendingPathComponent("python3") }
    .first { FileManager.default.isExecutableFile(atPath: $0.path) }

  /// Starts it on a port that the system chooses.
  init(serving text: String, as name: String) async throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("coalesced-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: folder.appendingPathComponent(name))
    process.executableURL = Self.executable
    process.arguments = ["-u", "-m", "http.server", "0", "--bind", "127.0.0.1"]
    process.currentDirectoryURL = folder
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    log = output.lines
    try process.run()
    // "Serving HTTP on 127.0.0.1 port 40075 (http://127.0.0.1:40075/) ..."
    for await line in log {
      guard let match = line.firstMatch(of: #/\((http://127\.0\.0\.1:\d+/)\)/#) else { continue }
      address = try #require(URL(string: String(match.1)))
      return
    }
    throw PythonServer.EndedTooSoon()
  }

  struct EndedTooSoon: Error {}

  /// The request lines that it has logged since the last call, up to that of a request for `last`.
  func requestLines(upTo last: String) async -> [String] {
    var lines: [String] = []
    for await line in log {
      guard let match = line.firstMatch(of: #/"([A-Z]+ [^ ]+) HTTP/1.1"/#) else { continue }
      if match.1.hasSuffix(last) { break }
      lines.append(String(match.1))
    }
    return lines
  }

  /// Ends the process, and removes the folder.
  ///
  /// It has inherited the signals that a thread of the concurrency pool blocks, `SIGTERM` among them.
  func stop() {
    kill(process.processIdentifier, SIGKILL)
    try? FileManager.default.removeItem(at: folder)
  }
}

extension Pipe {
  /// The lines that are written to the pipe, as they come.
  fileprivate var lines: AsyncStream<String> {
    let (lines, continuation) = AsyncStream.makeStream(of: String.self)
    let unfinishedLine = Mutex(Data())
    fileHandleForReading.readabilityHandler = { handle in
      let data = handle.availableData
      guard !data.isEmpty else {
        handle.readabilityHandler = nil
        return continuation.finish()
      }
      unfinishedLine.withLock { rest in
        rest.append(data)
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
          continuation.yield(String(decoding: rest[..<end], as: UTF8.self))
          rest.removeSubrange(...end)
        }
      }
    }
    return lines
  }
}
