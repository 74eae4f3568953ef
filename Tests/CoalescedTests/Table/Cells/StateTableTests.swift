import Coalesced
import Foundation
import Testing

/// `Documentation/StateTable.md` and the table are the same.
@Suite struct StateTableTests {
  static let cells =
    TableCell.arrivals + TableCell.hashes + TableCell.callers + TableCell.operations + TableCell.returns + TableCell.owner
    + TableCell.waiting

  @Test(arguments: cells)
  func eventHasTheEffectOfItsCell(_ cell: TableCell) {
    var table = cell.situation.table
    #expect(cell.situation.state == cell.state)
    let answer = cell.event.apply(to: &table)
    #expect(answer == cell.answer)
    #expect(table.word(for: cell.flight) == cell.next)
    #expect(table.brokenInvariant == nil)
  }

  @Test func everyCellOfTheDocumentIsACase() throws {
    let document = try StateTableDocument()
    let rows = Self.cells.map(\.row)
    #expect(Set(rows).count == rows.count, "a cell has two cases")
    let unwritten = rows.filter { !document.possible.contains($0) }
    #expect(unwritten.isEmpty, "cases without a row")
    let untested = document.possible.filter { !rows.contains($0) }
    #expect(untested.isEmpty, "rows without a case")
  }

  @Test func everyEventMeetsEveryState() throws {
    let document = try StateTableDocument()
    let events = Set(document.ids.map { $0.prefix { $0 != "." } })
    let meetings = events.flatMap { event in Situation.all.map { "\(event).\($0.state)" } }
    let missing = meetings.filter { !document.ids.contains($0) }
    #expect(events.count == 26)
    #expect(missing.isEmpty, "cells without a row")
  }
}

/// The rows of the document whose first column is a cell.
private struct StateTableDocument {
  private(set) var ids: Set<String> = []
  private(set) var possible: [String] = []

  init() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../..").standardized
    let text = try String(contentsOf: root.appending(path: "Documentation/StateTable.md"), encoding: .utf8)
    let cells = text.range(of: "\n## Cells").map { text[$0.upperBound...] } ?? ""
    for line in cells.split(separator: "\n") where line.hasPrefix("| `") {
      let columns = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      ids.insert(columns[0].trimmingCharacters(in: ["`"]))
      if columns[1] != "impossible" { possible.append(String(line)) }
    }
  }
}
