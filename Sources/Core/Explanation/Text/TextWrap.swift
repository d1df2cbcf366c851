// SPDX-License-Identifier: Apache-2.0
import Text

/// The line breaking of text.
public enum TextWrap {
  /// Returns the text as lines, broken at spaces and between wide characters; a word longer than
  /// `columns` stays whole.
  public static func lines(_ text: String, columns: Int) -> [String] {
    var broken: [String] = []
    var line = ""
    var width = 0
    for piece in LinePieces.of(text) {
      let space = line.isEmpty || !piece.follows ? "" : " "
      let added = DisplayWidth.of(piece.text)
      if !line.isEmpty, width + space.count + added > columns {
        broken.append(line)
        (line, width) = (piece.text, added)
      } else {
        line += space + piece.text
        width += space.count + added
      }
    }
    if !line.isEmpty { broken.append(line) }
    return broken
  }
}

private enum LinePieces {
  /// A part of a text that is never broken; `follows` is true for the first piece of a word.
  struct Piece: Hashable, Sendable {
    var text: String
    var follows: Bool
  }

  // The characters that may not begin a line (`closing`), and those that may not end one
  // (`opening`).
  private static let closing: Set<Character> = ["，", "。", "：", "；", "、", "）", "”", "？", "！"]
  private static let opening: Set<Character> = ["（", "“"]

  /// Returns the words between spaces, further split beside wide characters where a line may break.
  static func of(_ text: String) -> [Piece] {
    text.split(separator: " ").flatMap { word in
      if DisplayWidth.isASCII(word) { return [Piece(text: String(word), follows: true)] }
      var pieces: [Piece] = []
      var last: Character?
      for character in word {
        if let last, !isBreak(last, character) {
          pieces[pieces.count - 1].text.append(character)
        } else {
          pieces.append(Piece(text: String(character), follows: last == nil))
        }
        last = character
      }
      return pieces
    }
  }

  private static func isBreak(_ left: Character, _ right: Character) -> Bool {
    guard DisplayWidth.of(left) == 2 || DisplayWidth.of(right) == 2 else { return false }
    return !closing.contains(right) && !opening.contains(left)
  }
}

/// A paragraph with its label in the margin.
struct Labelled: Sendable {
  static let margin = 11

  var label: String
  var text: String

  /// Returns the text broken into lines: the label stands before the first one in a margin of 11
  /// columns, and each line is also indented by the spaces that begin the text.
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
