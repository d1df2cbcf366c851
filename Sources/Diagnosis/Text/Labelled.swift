// SPDX-License-Identifier: Apache-2.0

/// A paragraph with its label in the margin.
struct Labelled: Sendable {
  static let margin = 11

  var label: String
  var text: String

  /// The paragraph broken into lines at spaces; a longer word stays whole.
  func lines(_ style: TextStyle) -> [String] {
    var broken: [String] = []
    var line = ""
    for piece in LinePieces.of(text) {
      let space = line.isEmpty || !piece.follows ? "" : " "
      if !line.isEmpty,
        Self.margin + DisplayWidth.of(line) + space.count + DisplayWidth.of(piece.text)
          > style.columns
      {
        broken.append(line)
        line = piece.text
      } else {
        line += space + piece.text
      }
    }
    if !line.isEmpty { broken.append(line) }
    return broken.enumerated().map { index, line in
      let head = index == 0 ? "  \(label)" : ""
      let space = String(repeating: " ", count: max(1, Self.margin - DisplayWidth.of(head)))
      return style.paint(head, .dim) + space + line
    }
  }
}
