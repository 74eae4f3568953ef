extension Dictionary {
  /// Gives memory back when most of it is empty, which a dictionary does not do by itself. Amortised over removals, O(1).
  @inlinable
  mutating func shrink() {
    guard capacity > 64, count * 8 < capacity else { return }
    var smaller = Dictionary(minimumCapacity: count)
    for (key, value) in self { smaller[key] = value }
    self = smaller
  }
}
