// SPDX-License-Identifier: Apache-2.0
import Explanation
import Formats
import Text

/// The colours of pictures and pages, as style sheets.
///
/// In both schemes every text has a contrast of at least 4.5:1. Colours only repeat what words,
/// dashes and marks show.
enum Palette {
  static let light = """
    --paper:#ffffff;--ink:#1b1e23;--soft:#565d68;--rule:#d4d8de;--body:#31363f;--glass:#f4f5f7;\
    --page:#e3edfb;--pageline:#3d6299;--win:#fdf3d3;--winline:#7d6000;--bad:#a8201a;\
    --badfill:#fdeae8;--good:#1d6b37;--warn:#7a5200;--bar:#22262d;--bartext:#ffffff;--note:#f3f4f7
    """

  static let dark = """
    --paper:#15171b;--ink:#e9ebef;--soft:#a7aeb9;--rule:#3a3f48;--body:#5a616e;--glass:#23262c;\
    --page:#22344f;--pageline:#8db4ec;--win:#453a17;--winline:#e2c568;--bad:#ff9d94;\
    --badfill:#4a1f1c;--good:#86d79f;--warn:#e8bd6a;--bar:#dfe3ea;--bartext:#15171b;--note:#1e2126
    """

  /// The CSS classes for pictures.
  ///
  /// Their names are short, since they occur often. Selectors name no ancestors, since reused
  /// symbols have none.
  static let picture = """
    .b{fill:var(--body)}.e{fill:var(--glass)}.o{fill:var(--glass)}\
    .p{fill:var(--page);stroke:var(--pageline)}.w{fill:var(--win);stroke:var(--winline)}\
    .h{fill:none;stroke:var(--soft);stroke-dasharray:4 3}.m{stroke-dasharray:2 2}\
    .c{stroke:var(--bad);stroke-width:2.5}.h.c{fill:var(--badfill);fill-opacity:.55}\
    .r{fill:var(--bar)}.r.m{opacity:.6}.g{fill:none;stroke:var(--bar);stroke-dasharray:3 2}\
    .a{fill:var(--bartext)}.l,.v{fill:none;stroke:var(--ink);stroke-width:1.6}.l{stroke-width:3;\
    opacity:.35}text{font-family:system-ui,"Noto Sans","DejaVu Sans",sans-serif;font-size:11px;\
    fill:var(--ink)}.i{font-size:8px;fill:var(--bartext)}.j{font-size:8px}.k,.f{font-weight:700}\
    .u{font-weight:700;fill:var(--bad)}.n{fill:var(--soft);font-weight:400}\
    .d{font-size:12px;text-anchor:middle;fill:var(--soft)}
    """

  /// The classes with the light colours inserted, for SVG renderers without CSS variables.
  static let plainPicture = light.split(separator: ";").reduce(picture) { text, entry in
    let parts = entry.split(separator: ":")
    guard parts.count == 2 else { return text }
    return text.replacing("var(\(parts[0]))", with: String(parts[1]))
  }
}

/// The escaping of text for markup, so that no name of a window or file can end an element or an
/// attribute.
enum Markup {
  /// Returns the text with the five special characters escaped; characters that are invisible or
  /// have no agreed appearance, other than newline and tab, are replaced by visible ones.
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
      // XML does not allow other control characters, not even as references.
      case "\n", "\t": safe.unicodeScalars.append(scalar)
      case "\u{0}"..<" ", "\u{7F}"..."\u{9F}", "\u{FFFE}", "\u{FFFF}": safe += "\u{FFFD}"
      default:
        if UntrustedText.isHarmless(scalar) {
          safe.unicodeScalars.append(scalar)
        } else {
          safe += UntrustedText.codePoint(scalar)
        }
      }
    }
    return safe
  }

  static func name(_ text: String, columns: Int = 18) -> String {
    escaped(UntrustedText(text).name(columns: columns))
  }
}
