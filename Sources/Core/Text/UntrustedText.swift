// SPDX-License-Identifier: Apache-2.0

/// A text that another program, a file, a device or a person has chosen, which may be long or
/// hostile.
///
/// Only the forms below reach a terminal, a log or a message; interpolation uses `message`. The
/// forms contain no character that moves the cursor, changes colours, reverses the direction of
/// writing or begins a line: such a character is shown as its code point, `U+001B`.
///
/// | form | columns | tab, line break | for |
/// |---|---|---|---|
/// | `name` | 40 | code point | a name in running text |
/// | `quoted`, `word` | 60 | `\t`, `\n` | a name in a message, a title |
/// | `message` | 200 | code point | an error of a service, a compositor or a plug-in |
/// | `path` | 400 | code point | the path of a file |
/// | `line` | 600 | a space | a line of a report, of a hook, of libwayland |
/// | `argument` | 4,096 characters | code point | a file's name as a shell takes it |
/// | `statement` | 4,000 | a space | a whole message, which contains others |
public struct UntrustedText: Hashable, Sendable {
  /// The maximum width of a name within a sentence, in columns.
  public static let nameColumns = 40
  private static let quotedColumns = 60
  /// The maximum width of a line of a report, in columns.
  public static let lineColumns = 600
  private static let messageColumns = 200
  private static let pathColumns = 400
  private static let statementColumns = 4_000
  /// The number of characters that are read for each column, so that a very long text costs no
  /// time.
  private static let charactersPerColumn = 4
  /// The maximum number of code points that are kept of a character, since piled-up combining marks
  /// would cover the adjacent lines.
  private static let scalarsPerCharacter = 8

  /// The place where a text is shown, which determines how special characters are escaped.
  private enum Place { case name, line, quotes }

  /// The unchanged text, for comparing, matching and storing; `scripts/check-style` reports its use
  /// in messages.
  public let verbatim: String

  /// Creates an untrusted text.
  public init(_ verbatim: String) { self.verbatim = verbatim }

  /// Whether the text has no characters.
  public var isEmpty: Bool { verbatim.isEmpty }

  /// Returns the text on one line, cut to a width.
  public func name(columns: Int = nameColumns) -> String {
    DisplayWidth.cut(escaped(columns, for: .name), columns: columns)
  }

  /// The text as another program's message, on one line, cut to 200 columns.
  public var message: String { name(columns: Self.messageColumns) }

  /// The text as the path of a file, cut to 400 columns.
  public var path: String { name(columns: Self.pathColumns) }

  /// The text as a whole message to the user, on one line, cut to 4,000 columns; for texts that
  /// contain other texts.
  public var statement: String {
    DisplayWidth.cut(escaped(Self.statementColumns, for: .line), columns: Self.statementColumns)
  }

  /// Returns a list of the first `most` names, followed by the number of the others, if any.
  public static func list(_ names: [String], atMost most: Int = 40) -> String {
    let shown = names.prefix(most).map { UntrustedText($0).name(columns: messageColumns) }
      .joined(separator: ", ")
    return names.count > most ? "\(shown) and \(names.count - most) more" : shown
  }

  /// The text as a line of a report, cut to 600 columns, with spaces in place of tabs and line
  /// breaks.
  public var line: String {
    DisplayWidth.cut(escaped(Self.lineColumns, for: .line), columns: Self.lineColumns)
  }

  /// Returns the text in quotes, with quotes in it escaped, cut to a width.
  public func quotedName(columns: Int = nameColumns) -> String {
    "\"\(DisplayWidth.cut(escaped(columns, for: .quotes), columns: columns))\""
  }

  /// The text in quotes, with quotes in it escaped, cut to 60 columns.
  public var quoted: String { quotedName(columns: Self.quotedColumns) }

  /// The text itself if it is a short word of ASCII letters, digits, `.`, `-`, `_` and `+`;
  /// otherwise in quotes.
  public var word: String {
    let isPlain = verbatim.utf8.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
      case UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "+"): true
      default: false
      }
    }
    let isShort = !isEmpty && verbatim.utf8.count <= Self.quotedColumns
    return isPlain && isShort ? verbatim : quoted
  }

  /// The text as a file name that a shell accepts as one argument.
  public var argument: String {
    let safe = escaped(1_024, for: .name)
    let isPlain = safe.allSatisfy { $0.isLetter || $0.isNumber || "._-+/".contains($0) }
    if isPlain, !safe.isEmpty { return safe }
    return "'" + safe.map { $0 == "'" ? "'\\''" : String($0) }.joined() + "'"
  }

  /// Returns the notation of a code point, such as `U+0041`.
  public static func codePoint(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  private func escaped(_ columns: Int, for place: Place) -> String {
    var safe = ""
    for character in verbatim.prefix(Self.charactersPerColumn * columns) {
      for scalar in character.unicodeScalars.prefix(Self.scalarsPerCharacter) {
        switch (place, scalar) {
        case (.line, "\n"), (.line, "\t"): safe += " "
        case (.quotes, "\n"): safe += "\\n"
        case (.quotes, "\t"): safe += "\\t"
        case (.quotes, "\""): safe += "\\\""
        case (.quotes, "\\"): safe += "\\\\"
        default:
          if Self.isHarmless(scalar) {
            safe.unicodeScalars.append(scalar)
          } else {
            safe += Self.codePoint(scalar)
          }
        }
      }
    }
    return safe
  }

  /// Returns whether a code point is assigned, not private, and neither controls nor formats text.
  ///
  /// The joiner U+200D is allowed, since it only joins several pictures into one.
  public static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return scalar.value >= 0x20 && scalar.value != 0x7F }
    return switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned,
      .privateUse:
      scalar == "\u{200D}"
    default: true
    }
  }
}

extension UntrustedText: CustomStringConvertible, ExpressibleByStringInterpolation {
  /// The text as `message`, so that interpolation is safe.
  public var description: String { message }

  /// Creates a text from a literal of this program, which is trusted.
  public init(stringLiteral value: String) { self.init(value) }
}

/// Returns a number with its noun, which is in the plural unless the number is 1.
public func counted(_ number: some BinaryInteger, _ noun: String) -> String {
  "\(number) \(noun)\(number == 1 ? "" : "s")"
}
