import Foundation

/// Numbers as the demo prints them.
enum Figures {
  static func decimal(_ value: Double, places: Int = 1) -> String {
    String(format: "%.\(places)f", value)
  }

  static func milliseconds(_ duration: Duration) -> String {
    let value = duration / .milliseconds(1)
    return "\(decimal(value, places: value < 1 ? 2 : value < 10 ? 1 : 0)) ms"
  }

  static func percent(_ share: Double, places: Int = 2) -> String {
    "\(decimal(share * 100, places: places)) %"
  }

  /// "1 request", "2 requests".
  static func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }

  /// Numbers align at their ends, everything else at its beginning.
  static func column(_ text: String, _ width: Int, alignedRight: Bool = true) -> String {
    let padding = String(repeating: " ", count: max(0, width - text.count))
    return alignedRight ? padding + text : text + padding
  }
}
