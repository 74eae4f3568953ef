/// What `get` prints, in the end and all at once.
struct GetReport {
  private let options: GetOptions
  private let heading: [String]
  private var lines: [String] = []
  /// One line for each URL and what went wrong there.
  private(set) var failures: [String] = []

  init(_ options: GetOptions) {
    self.options = options
    heading = options.urls.count > 1 ? options.urls.enumerated().map { "\(Self.name($0))  \($1)" } + [""] : []
  }

  /// Adds a run: how many requests it took and, with a table, which callers shared which.
  mutating func add(_ outcome: GetOutcome, to name: String, withTable: Bool) {
    for (url, reasons) in outcome.failed.sorted(by: { $0.key < $1.key }) {
      for (reason, calls) in reasons.sorted(by: { $0.key < $1.key }) {
        failures.append("\(options.urls[url].quoted): \(reason) (\(name), \(Figures.count(calls, "caller")))")
      }
    }
    guard !outcome.answered.isEmpty else { return }
    let calls = Figures.column(Figures.count(outcome.callCount, "call"), 12)
    let requests = Figures.column(Figures.count(outcome.requestCount, "request"), 14)
    lines.append(
      Figures.column(name, 18, alignedRight: false) + calls + requests + Figures.column(Figures.milliseconds(outcome.time), 12)
    )
    guard withTable else { return }
    lines.append(row("request", "callers", "status", "bytes", "time", options.urls.count > 1 ? "asked for by" : ""))
    for (number, answered) in outcome.answered.sorted(by: { $0.key < $1.key }) {
      let urls = options.urls.count > 1 ? answered.urls.sorted().map(Self.name).joined(separator: ", ") : ""
      let sent = answered.request
      lines.append(
        row("\(number)", "\(answered.callers)", "\(sent.response.statusCode)", "\(sent.bytes)", Figures.milliseconds(sent.time), urls)
      )
    }
    let urls = outcome.answered.values.flatMap(\.urls)
    if urls.count > Set(urls).count {
      lines.append("  A call that begins after an answer came is a new request: nothing is kept.")
    }
  }

  func print() {
    if !lines.isEmpty {
      for line in heading + lines { Console.print(line) }
    }
    for failure in failures { Console.printError(failure) }
  }

  private func row(_ number: String, _ callers: String, _ status: String, _ bytes: String, _ time: String, _ urls: String) -> String {
    let columns = [number, callers, status, bytes].map { Figures.column($0, 9) } + [Figures.column(time, 12)]
    return columns.joined() + (urls.isEmpty ? "" : "  \(urls)")
  }

  private static func name(_ url: Int) -> String { "URL \(url + 1)" }
}
