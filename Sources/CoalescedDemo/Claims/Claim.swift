/// Something the package promises, shown by what a server sees and what callers get.
protocol Claim: Sendable {
  /// One sentence.
  var statement: String { get }
  /// How long it may take until it has failed: far more than it needs on a slow machine.
  var limit: Duration { get }

  /// Shows it on a server of its own.
  func show() async throws -> Finding
}

extension Claim {
  var limit: Duration { .seconds(20) }

  /// What the claim comes to within its limit, also where a call never returns.
  func finding() async -> Finding {
    let (findings, first) = AsyncStream.makeStream(of: Finding.self)
    let showing = Task {
      do {
        first.yield(try await show())
      } catch {
        first.yield(Finding(failure: "it ended with an error: \(error)"))
      }
    }
    let timer = Task {
      try await Task.sleep(for: limit)
      first.yield(Finding(failure: "it did not end within \(limit)"))
    }
    defer {
      showing.cancel()
      timer.cancel()
    }
    return await findings.first { _ in true } ?? Finding(failure: "it has no outcome")
  }
}
