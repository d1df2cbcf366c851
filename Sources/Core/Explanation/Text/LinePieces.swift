// SPDX-License-Identifier: Apache-2.0
import Text

/// The pieces of a text between which a line may be broken.
enum LinePieces {
  /// A piece, and whether a space precedes it.
  struct Piece: Hashable, Sendable {
    var text: String
    var follows: Bool
  }

  // Characters that may not begin a line, and those that may not end one.
  private static let closing: Set<Character> = ["，", "。", "：", "；", "、", "）", "”", "？", "！"]
  private static let opening: Set<Character> = ["（", "“"]

  /// Returns the words between spaces, also broken before and after wide characters.
  static func of(_ text: String) -> [Piece] {
    text.split(separator: " ").flatMap { word in
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
