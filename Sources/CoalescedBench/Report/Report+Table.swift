extension Report {
  /// The report for people: one line for each subject, below the scenario that it belongs to.
  func table() -> String {
    let header = ["", "median", "quartiles", "processor", "ratio", "of processor", "allocations", "bytes"]
    var lines: [(heading: String?, cells: [String])] = [(nil, header)]
    for scenario in scenarios {
      lines.append(("\(scenario.name): \(scenario.summary)", []))
      for row in scenario.rows { lines.append((nil, cells(of: row, comparison: scenario.comparison))) }
    }
    let widths = header.indices.map { column in
      lines.map { column < $0.cells.count ? $0.cells[column].count : 0 }.max() ?? 0
    }
    let body = lines.map { line in
      if let heading = line.heading { return "\n" + heading }
      let padded = zip(line.cells, widths).enumerated().map { column, cell in
        let padding = String(repeating: " ", count: cell.1 - cell.0.count)
        return column == 0 ? cell.0 + padding : padding + cell.0
      }
      return "  " + padded.joined(separator: "  ")
    }
    return body.joined(separator: "\n") + "\n\n" + legend
  }

  private var legend: String {
    """
    Times in microseconds for one call; processor: the time of all threads. Ratio: the first line's time over this line's, or
    with × this line's time over the first's; the median of the ratios within each round. Allocations and bytes: of one call\
    \(AllocationMeter.isAvailable ? "." : "; not counted on this platform.")
    """
  }

  private func cells(of row: ScenarioResult.Row, comparison: Comparison) -> [String] {
    func time(_ nanoseconds: Double?) -> String { nanoseconds.map { fixed($0 / 1_000, $0 < 100 ? 3 : 2) } ?? "" }
    func ratio(_ value: Double?) -> String { value.map { (comparison == .othersOverFirst ? "×" : "") + fixed($0, 2) } ?? "" }
    return [
      row.subject,
      time(row.wall?.median),
      row.wall.map { "\(time($0.lowerQuartile))–\(time($0.upperQuartile))" } ?? "",
      time(row.processor?.median),
      ratio(row.wallRatio),
      ratio(row.processorRatio),
      row.footprint?.allocations.map { fixed($0, 2) } ?? "",
      row.footprint?.bytes.map { fixed($0, 0) } ?? "",
    ]
  }
}
