// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Explanation
import Orientation
import Text

/// The timeline as one SVG picture: the orientations of device, status bar, page, outputs and
/// windows.
struct Timeline {
  private static let maximumWindows = 12
  private static let rowHeight = 22
  private static let left = 150

  /// A row: a name, and a letter for each step; nil where the object does not exist.
  private struct Row {
    let name: String
    var letters: [String?]
  }

  let report: Report

  /// Returns the SVG picture; the mark of a step where conflicts begin is a link if `links`
  /// contains the step.
  func svg(links: Set<Int>) -> String {
    let rows = rows
    let top = report.hasConflict ? 1 : 0
    let width = Self.left + Int(unit * Double(report.steps.count)) + 12
    let height = Self.rowHeight * (rows.count + top) + 22
    var text = "<svg width=\"\(width)\" height=\"\(height)\" viewBox=\"0 0 \(width) \(height)\" "
    text += "role=\"img\" aria-label=\"\(ReportPhrase.timeline(report.language))\">"
    if report.hasConflict { text += marks(links) }
    for (index, row) in rows.enumerated() {
      let y = Self.rowHeight * (index + top)
      text += "<text x=\"0\" y=\"\(y + 15)\">\(Markup.name(row.name, columns: 20))</text>"
      text += cells(row.letters, y: y)
    }
    return text + scale(y: height - 6) + "</svg>"
  }

  private var unit: Double {
    max(1.5, min(34, 1_100 / Double(max(1, report.steps.count))))
  }

  private func x(_ column: Int) -> String {
    "\(Self.left + Int((unit * Double(column)).rounded()))"
  }

  private func marks(_ links: Set<Int>) -> String {
    let language = report.language
    var text = "<text x=\"0\" y=\"15\">\(ReportPhrase.conflicts(language))</text>"
    var isOpen = false
    for (column, step) in report.steps.enumerated() {
      defer { isOpen = step.isConflict }
      guard step.isConflict, !isOpen else { continue }
      let mark = "<text class=\"u\" x=\"\(x(column))\" y=\"15\">▲</text>"
      let isLinked = links.contains(step.number)
      text += isLinked ? "<a href=\"#step-\(step.number)\">\(mark)</a>" : mark
    }
    return text
  }

  private func cells(_ letters: [String?], y: Int) -> String {
    var text = ""
    var start = 0
    while start < letters.count {
      let letter = letters[start]
      var end = start + 1
      while end < letters.count, letters[end] == letter { end += 1 }
      if let letter {
        let from = Double(start) * unit
        let width = Double(end) * unit - from
        text += "<rect class=\"o\(Self.style(letter))\" x=\"\(x(start))\" y=\"\(y)\" "
        text += "width=\"\(max(1, Int(width) - 1))\" height=\"19\"/>"
        if width >= 12 {
          text += "<text x=\"\(x(start))\" dx=\"4\" y=\"\(y + 14)\">\(letter)</text>"
        }
      }
      start = end
    }
    return text
  }

  private func scale(y: Int) -> String {
    guard let first = report.steps.first, let last = report.steps.last else { return "" }
    var text = "<text class=\"n\" x=\"\(Self.left)\" y=\"\(y)\">\(first.number)</text>"
    if report.steps.count > 3 {
      let column = report.steps.count - 1
      text += "<text class=\"n\" x=\"\(x(column))\" y=\"\(y)\">\(last.number)</text>"
    }
    return text
  }

  // MARK: - Rows

  private var rows: [Row] {
    let columns = report.steps.map(\.column)
    let language = report.language
    var rows = [
      Row(
        name: (report.turnsOutputs ? ReportPhrase.held : .device)(language),
        letters: columns.map {
          $0.turnsOutputs ? Self.letter($0.device.edgeUp) : Self.letter($0.device)
        })
    ]
    if columns.contains(where: { $0.bar != nil }) {
      rows.append(
        Row(name: ReportPhrase.bar(language), letters: columns.map { $0.bar.map(Self.letter) }))
      rows.append(
        Row(name: ReportPhrase.page(language), letters: columns.map { $0.page.map(Self.letter) }))
    }
    return (rows + outputs(columns) + windows(columns)).filter { row in
      row.letters.contains { $0 != nil }
    }
  }

  private func outputs(_ columns: [TimelineColumn]) -> [Row] {
    var names: [String] = []
    for column in columns {
      for output in column.outputs where !names.contains(output.name) { names.append(output.name) }
    }
    return names.prefix(Self.maximumWindows).map { name in
      Row(
        name: name,
        letters: columns.map { column in
          column.outputs.first { $0.name == name }.map {
            column.turnsOutputs ? Self.letter($0.edge) : Self.letter($0.orientation)
          }
        })
    }
  }

  private func windows(_ columns: [TimelineColumn]) -> [Row] {
    var order: [WindowID] = []
    var rows: [WindowID: Row] = [:]
    for (place, column) in columns.enumerated() {
      for window in column.windows {
        if rows[window.id] == nil {
          guard order.count < Self.maximumWindows else { continue }
          order.append(window.id)
          rows[window.id] = Row(
            name: window.name, letters: [String?](repeating: nil, count: columns.count))
        }
        rows[window.id]?.letters[place] = Self.letter(window.orientation)
      }
    }
    return order.compactMap { rows[$0] }
  }

  private static func letter(_ device: DeviceOrientation) -> String {
    device.interface.map(letter) ?? "?"
  }

  private static func letter(_ interface: InterfaceOrientation) -> String { interface.letter }

  private static func letter(_ edge: PanelEdge?) -> String {
    switch edge {
    case .top: "T"
    case .left: "L"
    case .bottom: "B"
    case .right: "R"
    case nil: "?"
    }
  }

  /// Returns the end of the cell's style class; edges share the classes of orientations.
  private static func style(_ letter: String) -> String {
    ["?": "F", "T": "P", "B": "U"][letter] ?? letter
  }
}
