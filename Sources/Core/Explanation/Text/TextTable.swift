// SPDX-License-Identifier: Apache-2.0
import Text

/// A table whose columns are aligned by display width.
package struct TextTable: Sendable {
  package struct Column: Sendable {
    var title: String
    var isRight = false
    /// The least width to which cells are cut to make the table fit, unless the title is wider;
    /// `nil` if they are never cut.
    var smallest: Int?

    package init(title: String, isRight: Bool = false, smallest: Int? = nil) {
      self.title = title
      self.isRight = isRight
      self.smallest = smallest
    }
  }

  package let columns: [Column]
  package var rows: [[String]] = []

  package init(columns: [Column]) { self.columns = columns }

  package init(titles: [String]) { columns = titles.map { Column(title: $0) } }

  /// Returns the heading and the rows as lines without trailing spaces; the columns with a
  /// `smallest` width are narrowed, the first one first, until the lines fit `limit`.
  package func lines(columns limit: Int = .max, indent: String = "") -> [String] {
    let all = [columns.map { $0.title }] + rows
    var widths = columns.indices.map { column in
      all.map { DisplayWidth.of($0[column]) }.max() ?? 0
    }
    var excess = DisplayWidth.of(indent) + widths.reduce(0) { $0 + $1 + 2 } - 2 - limit
    for (index, column) in columns.enumerated() where excess > 0 {
      guard let smallest = column.smallest else { continue }
      let taken = min(excess, max(0, widths[index] - max(smallest, DisplayWidth.of(column.title))))
      widths[index] -= taken
      excess -= taken
    }
    return all.map { row in
      let cells = columns.indices.map { padded(row[$0], widths[$0], columns[$0].isRight) }
      let line = indent + cells.joined(separator: "  ")
      return String(line.reversed().drop { $0 == " " }.reversed())
    }
  }

  private func padded(_ text: String, _ width: Int, _ isRight: Bool) -> String {
    let cut = DisplayWidth.cut(text, columns: width)
    let space = String(repeating: " ", count: max(0, width - DisplayWidth.of(cut)))
    return isRight ? space + cut : cut + space
  }
}
