/// The command line.
struct Options {
  var isShort = false
  var checks = false
  var json = false
  var plot: String?
  var only: [String] = []
  var help = false
  /// The scenarios asked for.
  let scenarios: [Scenario]

  init(_ arguments: [String]) throws(UsageError) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--short": isShort = true
      case "--check": checks = true
      case "--json": json = true
      case "--plot": plot = try Options.value(of: argument, from: &rest)
      case "--only": only.append(try Options.value(of: argument, from: &rest))
      case "--help", "-h": help = true
      default: throw UsageError(message: "unknown option '\(argument)'")
      }
    }
    let all = Scenarios.all(isShort ? .short : .full)
    for name in only where !all.contains(where: { Options.matches($0.name, name) }) {
      throw UsageError(message: "no scenario '\(name)'; there are \(all.map(\.name).joined(separator: ", "))")
    }
    let only = only
    self.scenarios = only.isEmpty ? all : all.filter { scenario in only.contains { Options.matches(scenario.name, $0) } }
  }

  static let usage = """
    Usage: coalesced-bench [options]

    Compares Coalesced with what is written by hand instead, side by side in one process.

      --short        under half a minute: fewer rounds, no large crowds
      --only NAME    one scenario, or those whose names begin so: lead, key, policies, contention, fan-in, leave, keys,
                     permit, store, joiner, flight; can be repeated
      --json         the report for machines, in place of the table
      --plot FILE    also draw the cost of a call against the number of callers and keys (SVG)
      --check        exit with 1 when something is over its limit, and say what could have a lower one; allocations are
                     held to the exact count, and with --short times do not count
      --help         this text
    """

  private static func matches(_ scenario: String, _ name: String) -> Bool {
    scenario == name || scenario.hasPrefix(name + "-")
  }

  private static func value(of option: String, from rest: inout ArraySlice<String>) throws(UsageError) -> String {
    guard let value = rest.popFirst(), !value.hasPrefix("--") else { throw UsageError(message: "\(option) needs a value") }
    return value
  }
}
