import Foundation

/// What `get` is asked to do.
struct GetOptions: Sendable {
  static let callerRange = 1...10_000
  static let longestTimeout = 3600.0

  /// As they were written; at least one.
  var urls: [String] = []
  /// For each URL.
  var callers = 50
  var headers: [(name: String, value: String)] = []
  /// For each run.
  var timeout: Duration = .seconds(30)
  /// Whether to send the same calls without coalescing, too.
  var compares = false
}
