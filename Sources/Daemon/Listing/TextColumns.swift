// SPDX-License-Identifier: Apache-2.0

/// Rows of short cells, aligned to the left.
struct TextColumns {
  let titles: [String]
  var rows: [[String]] = []

  /// The heading and the rows.
  var lines: [String] {
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
