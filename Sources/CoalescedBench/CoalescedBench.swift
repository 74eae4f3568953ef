#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#elseif canImport(Glibc)
  import Glibc
#endif

/// Measures, reports, and says in its exit code whether the limits hold.
@main
enum CoalescedBench {
  static func main() async {
    do {
      let options = try Options(Array(CommandLine.arguments.dropFirst()))
      if options.help { return print(Options.usage) }
      // Off the main actor: callers live in tasks of the default executor.
      exit(try await Task.detached { try await run(options) }.value)
    } catch let error as UsageError {
      complain("\(error.message) (see --help)")
      exit(64)
    } catch {
      complain("\(error)")
      exit(70)
    }
  }

  private static func run(_ options: Options) async throws -> Int32 {
    #if DEBUG
      complain("this is a debug build: build with -c release before believing any time")
    #endif
    var results: [ScenarioResult] = []
    for scenario in options.scenarios {
      complain("measuring \(scenario.name)")
      results.append(try await scenario.run())
    }
    let report = Report(isShort: options.isShort, processors: ProcessInfo.processInfo.activeProcessorCount, scenarios: results)
    print(options.json ? try report.json() : report.table())
    if let file = options.plot {
      try Data(report.plot().utf8).write(to: URL(filePath: file), options: .atomic)
    }
    guard options.checks else { return 0 }
    let verdict = Limits.verdict(on: results, isWhole: options.only.isEmpty, timed: !options.isShort)
    for improvement in verdict.improvements { complain("under the limit: \(improvement)") }
    for violation in verdict.violations { complain("over the limit: \(violation)") }
    return verdict.violations.isEmpty ? 0 : 1
  }

  private static func complain(_ message: String) {
    let line = "coalesced-bench: \(message)\n"
    write(STDERR_FILENO, line, line.utf8.count)
  }
}
