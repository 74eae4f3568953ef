/// One diagram: cost in microseconds against a number, both logarithmic, with each curve's name at its end.
struct PlotPanel {
  struct Curve {
    let name: String
    var points: [(size: Double, cost: Double)]
  }

  static let width = 800.0
  static let height = 400.0

  let title: String
  let axis: String
  let curves: [Curve]

  private static let colors = ["#d9480f", "#1c7ed6", "#2b8a3e", "#7048e8", "#495057"]
  private let left = 70.0, right = 550.0, top = 60.0, bottom = 340.0

  func svg() -> String {
    var lines = ["<text x=\"\(left)\" y=\"32\" font-size=\"17\" font-weight=\"600\">\(title): microseconds for each</text>"]
    let costs = curves.flatMap { $0.points.map(\.cost) }
    let sizes = curves.flatMap { $0.points.map(\.size) }
    let vertical = LogAxis(covering: costs, steps: [1, 2, 5], from: bottom, to: top)
    let horizontal = LogAxis(covering: sizes, steps: [1], from: left, to: right)
    for tick in vertical.ticks {
      let y = fixed(vertical.position(tick), 1)
      lines.append("<line x1=\"\(left)\" x2=\"\(right)\" y1=\"\(y)\" y2=\"\(y)\" stroke=\"#dee2e6\"/>")
      lines.append("<text x=\"\(left - 8)\" y=\"\(y)\" dy=\"4\" text-anchor=\"end\" fill=\"#495057\">\(label(tick))</text>")
    }
    for tick in horizontal.ticks {
      let x = fixed(horizontal.position(tick), 1)
      lines.append("<line x1=\"\(x)\" x2=\"\(x)\" y1=\"\(bottom)\" y2=\"\(bottom + 5)\" stroke=\"#495057\"/>")
      lines.append("<text x=\"\(x)\" y=\"\(bottom + 20)\" text-anchor=\"middle\" fill=\"#495057\">\(label(tick))</text>")
    }
    lines.append("<line x1=\"\(left)\" x2=\"\(right)\" y1=\"\(bottom)\" y2=\"\(bottom)\" stroke=\"#495057\"/>")
    lines.append("<text x=\"\((left + right) / 2)\" y=\"\(bottom + 42)\" text-anchor=\"middle\" fill=\"#495057\">\(axis)</text>")
    let positions = labelPositions(vertical)
    for (index, curve) in curves.enumerated() {
      let color = Self.colors[index % Self.colors.count]
      let points = curve.points.map { (x: fixed(horizontal.position($0.size), 1), y: fixed(vertical.position($0.cost), 1)) }
      let path = points.map { "\($0.x),\($0.y)" }.joined(separator: " ")
      lines.append("<polyline points=\"\(path)\" fill=\"none\" stroke=\"\(color)\" stroke-width=\"2\"/>")
      lines += points.map { "<circle cx=\"\($0.x)\" cy=\"\($0.y)\" r=\"3\" fill=\"\(color)\"/>" }
      guard let end = points.last else { continue }
      let y = fixed(positions[index], 1)
      lines.append(
        "<line x1=\"\(end.x)\" y1=\"\(end.y)\" x2=\"\(right + 14)\" y2=\"\(y)\" stroke=\"\(color)\" stroke-dasharray=\"1 4\"/>"
      )
      lines.append("<text x=\"\(right + 20)\" y=\"\(y)\" dy=\"4\" fill=\"\(color)\">\(curve.name)</text>")
    }
    return lines.joined(separator: "\n")
  }

  /// Where each curve's name stands: at the height of its last point, or below the name above it.
  private func labelPositions(_ vertical: LogAxis) -> [Double] {
    var positions = curves.map { $0.points.last.map { vertical.position($0.cost) } ?? bottom }
    var free = -Double.infinity
    for index in positions.indices.sorted(by: { positions[$0] < positions[$1] }) {
      positions[index] = max(positions[index], free)
      free = positions[index] + 18
    }
    return positions
  }

  private func label(_ value: Double) -> String {
    value < 1 ? fixed(value, value < 0.1 ? 2 : 1) : grouped(Int(value.rounded()))
  }
}
