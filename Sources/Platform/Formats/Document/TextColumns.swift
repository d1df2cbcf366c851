// SPDX-License-Identifier: Apache-2.0

/// A table of short cells in left-aligned columns, which two spaces separate.
package struct TextColumns {
  private let titles: [String]
  /// The rows, with one cell per title.
  package var rows: [[String]] = []

  /// Creates a table without rows.
  package init(titles: [String]) { self.titles = titles }

  /// The title row and the rows, without trailing spaces.
  package var lines: [String] {
    let all = [titles] + rows
    let widths = titles.indices.map { column in all.map { $0[column].count }.max() ?? 0 }
    return all.map { row in
      var line = ""
      for (cell, width) in zip(row, widths) {
        line += cell + String(repeating: " ", count: width - cell.count + 2)
      }
      while line.last == " " { line.removeLast() }
      return line
    }
  }
}
