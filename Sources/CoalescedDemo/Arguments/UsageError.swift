/// What is wrong with the command line, in one line.
struct UsageError: Error, CustomStringConvertible {
  /// `EX_USAGE` of sysexits.
  static let exitCode: Int32 = 64

  let description: String

  init(_ description: String) {
    self.description = description
  }
}
