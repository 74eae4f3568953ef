/// How many allocations one call of a subject makes, exactly: these are counts. More fail; fewer ask for a lower number here.
struct AllocationLimit: Sendable {
  let scenario: String
  /// `nil` for the scenario's first.
  var subject: String?
  /// The subject whose allocations do not count; `nil` where the scenario's numbers are differences already.
  var beyond: String?
  /// What is committed.
  let count: Int
  /// The most that the project promises; `nil` where it promises nothing.
  var target: Int?
}
