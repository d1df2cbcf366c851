// SPDX-License-Identifier: Apache-2.0
import Explanation

/// Text inside markup: names from outside can neither end an element nor an attribute.
enum Markup {
  /// The text with the five special characters replaced, control characters made visible.
  static func escaped(_ text: String) -> String {
    var safe = ""
    safe.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": safe += "&amp;"
      case "<": safe += "&lt;"
      case ">": safe += "&gt;"
      case "\"": safe += "&quot;"
      case "'": safe += "&#39;"
      // XML knows no other control characters, not even as references.
      case "\n", "\t": safe.unicodeScalars.append(scalar)
      case "\u{0}"..<" ", "\u{7F}"..."\u{9F}", "\u{FFFE}", "\u{FFFF}": safe += "\u{FFFD}"
      default: safe.unicodeScalars.append(scalar)
      }
    }
    return safe
  }

  /// A window's name, cut to a width, ready for markup.
  static func name(_ text: String, columns: Int = 18) -> String {
    escaped(SafeText.name(text, columns: columns))
  }
}
