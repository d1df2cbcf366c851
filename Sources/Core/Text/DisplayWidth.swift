// SPDX-License-Identifier: Apache-2.0

/// The computation of the columns that text occupies on a terminal.
public enum DisplayWidth {
  // The Unicode blocks that terminals draw two columns wide (East Asian wide characters and emoji).
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x231A...0x231B, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF,
    0x4E00...0x9FFF, 0xA000...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF,
    0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18CFF, 0x1B000...0x1B2FF,
    0x1F1E6...0x1F64F, 0x1F680...0x1F6FF, 0x1F7E0...0x1F7EB, 0x1F900...0x1FAFF,
    0x20000...0x3FFFD,
  ]
  private static let emojiSelector: UInt32 = 0xFE0F

  /// Returns a text, cut if it is wider than `columns`, with an ellipsis in place of the rest.
  public static func cut(_ text: String, columns: Int) -> String {
    guard of(text) > columns else { return text }
    var kept = ""
    var width = 0
    for character in text {
      width += of(character)
      if width > columns - 1 { break }
      kept.append(character)
    }
    return kept + "…"
  }

  /// Returns a text, such as a path, cut if it is wider than `columns`, with an ellipsis in place
  /// of its middle.
  public static func cutMiddle(_ text: String, columns: Int) -> String {
    guard of(text) > columns else { return text }
    let tail = String(cut(String(text.reversed()), columns: columns / 2).dropLast().reversed())
    return cut(text, columns: columns - of(tail)) + tail
  }

  /// Returns the number of columns of a text, which must not contain control characters.
  public static func of(_ text: some StringProtocol) -> Int {
    isASCII(text) ? text.utf8.count : text.reduce(0) { $0 + of($1) }
  }

  /// Returns whether each character of a text is an ASCII character, which has one column.
  public static func isASCII(_ text: some StringProtocol) -> Bool {
    text.utf8.allSatisfy { $0 < 0x80 }
  }

  /// Returns the number of columns of one character: 0 for a lone combining mark, otherwise 1 or 2.
  public static func of(_ character: Character) -> Int {
    if character.isASCII { return 1 }
    let scalars = character.unicodeScalars
    if scalars.contains(where: { $0.value == emojiSelector }) { return 2 }
    let first = scalars[scalars.startIndex]
    switch first.properties.generalCategory {
    case .nonspacingMark, .enclosingMark: return 0
    default: return wide.contains { $0.contains(first.value) } ? 2 : 1
    }
  }
}
