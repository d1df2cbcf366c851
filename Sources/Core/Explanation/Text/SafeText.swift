// SPDX-License-Identifier: Apache-2.0

/// Makes names that come from outside harmless to a terminal.
public enum SafeText {
  /// How many columns a name may take in running text.
  public static let nameColumns = 40
  // Nobody reads more; a name of a megabyte must not cost one.
  private static let mostCharacters = 4 * nameColumns
  // More marks than any script needs on one letter only cover the lines around it.
  private static let scalarsPerCharacter = 8

  /// A name without control characters, cut to a width.
  public static func name(_ text: String, columns: Int = nameColumns) -> String {
    cut(escaped(text, most: mostCharacters), columns: columns)
  }

  /// A name in quotes that it cannot break out of, cut to a width.
  static func quoted(_ text: String, columns: Int = nameColumns) -> String {
    "\"\(cut(escaped(text, most: mostCharacters, alsoQuotes: true), columns: columns))\""
  }

  /// A text cut to a width; a mark stands for what is missing.
  static func cut(_ text: String, columns: Int) -> String {
    guard DisplayWidth.of(text) > columns else { return text }
    var kept = ""
    var width = 0
    for character in text {
      width += DisplayWidth.of(character)
      if width > columns - 1 { break }
      kept.append(character)
    }
    return kept + "…"
  }

  /// A file's name as a shell takes it.
  public static func argument(_ text: String) -> String {
    let safe = escaped(text, most: 4096)
    let isPlain = safe.allSatisfy { $0.isLetter || $0.isNumber || "._-+/".contains($0) }
    if isPlain, !safe.isEmpty { return safe }
    return "'" + safe.map { $0 == "'" ? "'\\''" : String($0) }.joined() + "'"
  }

  private static func escaped(_ text: String, most: Int, alsoQuotes: Bool = false) -> String {
    var safe = ""
    for character in text.prefix(most) {
      for scalar in character.unicodeScalars.prefix(scalarsPerCharacter) {
        if isHarmless(scalar) {
          if alsoQuotes, scalar == "\"" || scalar == "\\" { safe.append("\\") }
          safe.unicodeScalars.append(scalar)
        } else {
          safe += "\\u{\(String(scalar.value, radix: 16))}"
        }
      }
    }
    return safe
  }

  // Format characters include those that reverse the direction of what follows.
  private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned,
      .privateUse:
      scalar == "\u{200D}"
    default: true
    }
  }
}
