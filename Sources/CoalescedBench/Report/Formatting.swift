/// A number with that many digits after the point.
func fixed(_ value: Double, _ digits: Int) -> String {
  guard value.isFinite, abs(value) < 1e15 else { return "–" }
  let scale = (0..<digits).reduce(1) { scale, _ in scale * 10 }
  let scaled = Int((abs(value) * Double(scale)).rounded())
  let sign = value < 0 && scaled > 0 ? "-" : ""
  guard digits > 0 else { return sign + grouped(scaled) }
  let fraction = String(scaled % scale)
  return sign + grouped(scaled / scale) + "." + String(repeating: "0", count: digits - fraction.count) + fraction
}

/// A count with its thousands apart.
func grouped(_ value: Int) -> String {
  var digits = String(value)
  var index = digits.endIndex
  while let next = digits.index(index, offsetBy: -3, limitedBy: digits.startIndex), next > digits.startIndex {
    digits.insert(",", at: next)
    index = next
  }
  return digits
}
