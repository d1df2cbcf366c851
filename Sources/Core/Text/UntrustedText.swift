// SPDX-License-Identifier: Apache-2.0

/// A text that another program, a file, a device or a person has chosen, which may be long or hostile.
///
/// Only the forms below reach a terminal, a log or a message; the text between `\(` and `)` is
/// `message`. They hold no character that moves the cursor, changes colours, reverses the direction of
/// writing or begins a line: such a character is shown as its code point, `U+001B`.
///
/// | form | columns | tab, line break | for |
/// |---|---|---|---|
/// | `name` | 40 | code point | a name in running text |
/// | `quoted`, `word` | 60 | `\t`, `\n` | a name in a message, a title |
/// | `message` | 200 | code point | an error of a service, a compositor or a plug-in |
/// | `path` | 400 | code point | the path of a file |
/// | `line` | 600 | a space | a line of a report, of a hook, of libwayland |
/// | `argument` | 1,024 | code point | a file's name as a shell takes it |
/// | `statement` | 4,000 | a space | a whole message, which contains others |
public struct UntrustedText: Hashable, Sendable {
  /// The columns of a name in running text.
  public static let nameColumns = 40
  /// The columns of a text that is quoted in a message.
  private static let quotedColumns = 60
  /// The columns of a line of a report.
  public static let lineColumns = 600
  /// The columns of a message of another program, such as an error of a service on a bus.
  private static let messageColumns = 200
  /// The columns of the path of a file.
  private static let pathColumns = 400
  /// The columns of a whole message to the user.
  private static let statementColumns = 4_000
  /// The characters that are read of a text for each column: a name of a megabyte costs no time.
  private static let charactersPerColumn = 4
  /// The code points that are kept of one character: more marks than any script needs on one letter
  /// only cover the lines around it.
  private static let scalarsPerCharacter = 8

  /// A place where a foreign text is shown; each place has its own escapes.
  private enum Place { case name, line, quotes }

  /// The text as it came, for comparing, matching and storing; `scripts/check-style` finds it in
  /// messages.
  public let verbatim: String

  /// Takes the text as it came.
  public init(_ verbatim: String) { self.verbatim = verbatim }

  /// Whether the text has no characters.
  public var isEmpty: Bool { verbatim.isEmpty }

  /// Returns the text on one line, cut to a width.
  public func name(columns: Int = nameColumns) -> String {
    DisplayWidth.cut(escaped(columns, for: .name), columns: columns)
  }

  /// A message of another program, on one line, cut to 200 columns.
  public var message: String { name(columns: Self.messageColumns) }

  /// A path at the beginning of a message, cut to 400 columns.
  public var path: String { name(columns: Self.pathColumns) }

  /// A whole message to the user, on one line, cut to 4,000 columns; the last resort for texts that
  /// contain others.
  public var statement: String {
    DisplayWidth.cut(escaped(Self.statementColumns, for: .line), columns: Self.statementColumns)
  }

  /// Returns names as a list that is cut after the given number.
  public static func list(_ names: [String], atMost most: Int = 40) -> String {
    let shown = names.prefix(most).map { UntrustedText($0).name(columns: messageColumns) }
    let more = names.count > most ? " and \(names.count - most) more" : ""
    return shown.joined(separator: ", ") + more
  }

  /// The text as a line of a report, cut to its width, with spaces for tabs and line breaks.
  public var line: String {
    DisplayWidth.cut(escaped(Self.lineColumns, for: .line), columns: Self.lineColumns)
  }

  /// Returns the text in quotes that it cannot end, cut to the width of a name.
  public func quotedName(columns: Int = nameColumns) -> String {
    "\"\(DisplayWidth.cut(escaped(columns, for: .quotes), columns: columns))\""
  }

  /// The text in quotes that it cannot end, cut to 60 columns.
  public var quoted: String { quotedName(columns: Self.quotedColumns) }

  /// The text as it is if it is a short word of ASCII letters, digits, `.`, `-`, `_` and `+`, else in
  /// quotes.
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

  /// A file's name as a shell takes it.
  public var argument: String {
    let safe = escaped(1_024, for: .name)
    let isPlain = safe.allSatisfy { $0.isLetter || $0.isNumber || "._-+/".contains($0) }
    if isPlain, !safe.isEmpty { return safe }
    return "'" + safe.map { $0 == "'" ? "'\\''" : String($0) }.joined() + "'"
  }

  /// Returns a scalar in the notation `U+0041`.
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

  /// Returns whether a character only shows itself: no control or formatting character.
  ///
  /// Formatting characters include those that reverse the direction of what follows; the joiner
  /// U+200D only makes one picture of several.
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
  /// The text as it may stand in a message.
  public var description: String { message }

  /// Creates a text of this program, which needs no other form.
  public init(stringLiteral value: String) { self.init(value) }
}

/// Returns a number with its noun, in the plural unless the number is 1.
public func counted(_ number: some BinaryInteger, _ noun: String) -> String {
  "\(number) \(noun)\(number == 1 ? "" : "s")"
}
