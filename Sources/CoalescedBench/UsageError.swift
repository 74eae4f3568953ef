/// A command line that cannot be followed, said in one line.
struct UsageError: Error {
  let message: String
}
