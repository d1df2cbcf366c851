// SPDX-License-Identifier: Apache-2.0
import Text

/// Breaks text into lines.
public enum TextWrap {
  /// Returns the text broken at spaces and between wide characters; a longer word stays whole.
  public static func lines(_ text: String, columns: Int) -> [String] {
    var broken: [String] = []
    var line = ""
    for piece in LinePieces.of(text) {
      let space = line.isEmpty || !piece.follows ? "" : " "
      let width = DisplayWidth.of(line) + space.count + DisplayWidth.of(piece.text)
      if !line.isEmpty, width > columns {
        broken.append(line)
        line = piece.text
      } else {
        line += space + piece.text
      }
    }
    if !line.isEmpty { broken.append(line) }
    return broken
  }
}
