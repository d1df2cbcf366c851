// SPDX-License-Identifier: Apache-2.0

/// A paragraph with its label in the margin.
struct Labelled: Sendable {
  static let margin = 11

  var label: String
  var text: String

  /// The paragraph broken into lines at spaces; a longer word stays whole.
  func lines(_ style: TextStyle) -> [String] {
    let broken = TextWrap.lines(text, columns: style.columns - Self.margin)
    return broken.enumerated().map { index, line in
      let head = index == 0 ? "  \(label)" : ""
      let space = String(repeating: " ", count: max(1, Self.margin - DisplayWidth.of(head)))
      return style.paint(head, .dim) + space + line
    }
  }
}
