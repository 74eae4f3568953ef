/// The cost of one call in one round, in nanoseconds.
struct Sample: Codable {
  var wall: Double
  /// Summed over all threads: twice the wall time when two of them were busy.
  var processor: Double
}
