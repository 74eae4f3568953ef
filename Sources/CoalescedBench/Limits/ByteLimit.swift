/// The most bytes that one waiting call of a scenario's first subject may hold beyond its own task.
struct ByteLimit: Sendable {
  let scenario: String
  /// What the project promises; `nil` where it promises nothing.
  var target: Double?
  /// Where `--check` fails: what is measured, with room for what does not come out the same each time: now and then the
  /// runtime gets or gives back some ten kilobytes of its own while a crowd gathers, two or three bytes for each of 32,000 callers.
  let gate: Double
}
