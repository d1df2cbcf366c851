// SPDX-License-Identifier: Apache-2.0
import Text

/// A paragraph with its label in the margin.
struct Labelled: Sendable {
  static let margin = 11

  var label: String
  var text: String

  /// Returns the paragraph broken into lines at spaces; a longer word stays whole.
  ///
  /// Leading spaces of the text indent each of its lines.
  func lines(_ style: TextStyle) -> [String] {
    let indent = text.prefix { $0 == " " }.count
    let width = Self.margin + indent
    let broken = TextWrap.lines(text, columns: style.columns - width)
    return broken.enumerated().map { index, line in
      let head = index == 0 ? "  \(label)" : ""
      let space = String(repeating: " ", count: max(1, width - DisplayWidth.of(head)))
      return style.paint(head, .dim) + space + line
    }
  }
}
