import Foundation

/// The command `coalesced-demo`.
@main
struct CoalescedDemo {
  static func main() async {
    do throws(UsageError) {
      switch try Command(arguments: Array(CommandLine.arguments.dropFirst())) {
      case .help:
        Console.print(Command.usage)
      case .claims(let seed):
        exit(await ClaimsRun(seed: seed).allHold() ? 0 : 1)
      case .get(let options):
        exit(try await GetRun(options).succeeds() ? 0 : 1)
      }
    } catch {
      Console.printError("\(error.description) (see coalesced-demo --help)")
      exit(UsageError.exitCode)
    }
  }
}
