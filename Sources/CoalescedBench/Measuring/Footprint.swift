/// What one call allocates, and the bytes it holds while it waits; `nil` where a scenario does not ask.
struct Footprint: Codable {
  var allocations: Double?
  var bytes: Double?
}
