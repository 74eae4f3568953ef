extension Report {
  /// Cost of a call against the number of callers on one key and of keys in flight, both axes logarithmic.
  func plot() -> String {
    let panels = [
      PlotPanel(title: "Callers on one key", axis: "callers", curves: curves(of: "fan-in-")),
      PlotPanel(title: "Keys in flight at once", axis: "keys", curves: curves(of: "keys-")),
    ].filter { !$0.curves.isEmpty }
    let height = PlotPanel.height * Double(panels.count)
    let drawn = panels.enumerated().map { index, panel in
      "<g transform=\"translate(0 \(fixed(PlotPanel.height * Double(index), 0)))\">\n\(panel.svg())\n</g>"
    }
    let size = "\(Int(PlotPanel.width)) \(Int(height))"
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(size)" font-family="system-ui, sans-serif" font-size="13">
      <title>Cost of one call against the number of callers and keys</title>
      <rect width="100%" height="100%" fill="#ffffff"/>
      \(drawn.joined(separator: "\n"))
      </svg>

      """
  }

  /// A curve for each subject of the scenarios whose names begin so, in microseconds.
  private func curves(of prefix: String) -> [PlotPanel.Curve] {
    var curves: [PlotPanel.Curve] = []
    for scenario in scenarios where scenario.name.hasPrefix(prefix) {
      guard let size = scenario.size else { continue }
      for row in scenario.rows {
        guard let wall = row.wall else { continue }
        let point = (size: Double(size), cost: wall.median / 1_000)
        if let index = curves.firstIndex(where: { $0.name == row.subject }) {
          curves[index].points.append(point)
        } else {
          curves.append(PlotPanel.Curve(name: row.subject, points: [point]))
        }
      }
    }
    return curves
  }
}
