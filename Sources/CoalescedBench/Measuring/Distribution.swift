/// The middle of some samples and how far they lie apart.
struct Distribution: Codable {
  var median: Double
  var lowerQuartile: Double
  var upperQuartile: Double

  init(_ samples: [Double]) {
    let sorted = samples.sorted()
    func quantile(_ fraction: Double) -> Double {
      guard let last = sorted.indices.last else { return .nan }
      let position = fraction * Double(last)
      let index = Int(position)
      let next = min(index + 1, last)
      return sorted[index] + (sorted[next] - sorted[index]) * (position - Double(index))
    }
    self.median = quantile(0.5)
    self.lowerQuartile = quantile(0.25)
    self.upperQuartile = quantile(0.75)
  }
}
