/// One way to do what a scenario asks for.
struct Subject: Sendable {
  let name: String
  /// One round; `nil` where only the footprint is asked for.
  var round: (@Sendable () async throws -> Sample)?
  /// A count; `nil` where only time is asked for.
  var footprint: (@Sendable () async throws -> Footprint)?
}
