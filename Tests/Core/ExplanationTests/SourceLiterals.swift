// SPDX-License-Identifier: Apache-2.0

/// The string literals of a Swift file, as the reader of a message sees them.
///
/// Literals that are joined by `+` count as one. An interpolation becomes a hole, ‹name›, with the
/// last name of the expression that says what is filled in.
struct SourceLiterals {
  struct Literal {
    let line: Int
    var text: String
    /// Whether the literal is written between three quotation marks.
    let hasLines: Bool
  }

  private let bytes: [UInt8]
  private var position = 0
  private var line = 1

  private init(_ source: String) { bytes = Array(source.utf8) }

  static func all(in source: String) -> [Literal] {
    var reader = SourceLiterals(source)
    var found: [Literal] = []
    while reader.position < reader.bytes.count {
      if reader.begins("//") {
        while reader.position < reader.bytes.count, !reader.begins("\n") { reader.advance() }
      } else if var literal = reader.literal() {
        while let next = reader.joined() { literal.text += next.text }
        found.append(literal)
      } else {
        reader.advance()
      }
    }
    return found
  }

  private func begins(_ word: String, at offset: Int = 0) -> Bool {
    bytes[min(position + offset, bytes.count)...].starts(with: word.utf8)
  }

  private mutating func advance(_ count: Int = 1) {
    for _ in 0..<count where position < bytes.count {
      if bytes[position] == UInt8(ascii: "\n") { line += 1 }
      position += 1
    }
  }

  /// Reads the literal that begins here; `nil` where none does.
  private mutating func literal() -> Literal? {
    var pounds = 0
    while begins("#", at: pounds) { pounds += 1 }
    guard begins("\"", at: pounds) else { return nil }
    let hasLines = begins("\"\"\"", at: pounds)
    let raw = String(repeating: "#", count: pounds)
    let end = (hasLines ? "\"\"\"" : "\"") + raw
    let escape = "\\" + raw
    let start = line
    advance(end.utf8.count)
    var text: [UInt8] = []
    while position < bytes.count, !begins(end) {
      if begins(escape + "(") {
        advance(escape.utf8.count + 1)
        text += "‹\(interpolation())›".utf8
      } else if begins(escape) {
        advance(escape.utf8.count)
        switch bytes[position] {
        case UInt8(ascii: "n"), UInt8(ascii: "\n"): text.append(UInt8(ascii: " "))
        case let other: text.append(other)
        }
        advance()
      } else {
        text.append(bytes[position])
        advance()
      }
    }
    advance(end.utf8.count)
    let words = String(decoding: text, as: UTF8.self)
    return Literal(line: start, text: words, hasLines: hasLines)
  }

  /// Reads an expression up to its closing parenthesis and returns the name of its hole.
  private mutating func interpolation() -> String {
    var depth = 1
    var expression = ""
    while position < bytes.count {
      if literal() != nil { continue }
      if begins("(") { depth += 1 }
      if begins(")") { depth -= 1 }
      let byte = bytes[position]
      advance()
      if depth == 0 { break }
      expression.unicodeScalars.append(Unicode.Scalar(byte))
    }
    let names = expression.split { !$0.isLetter && !$0.isNumber }.map(String.init)
      .filter { $0.first?.isLetter == true }
    return names.last { !Self.empty.contains($0) } ?? names.last ?? "…"
  }

  /// The names that say nothing of what fills a hole.
  private static let empty: Set = [
    "String", "count", "counted", "description", "false", "first", "format", "init", "joined",
    "map", "name", "path", "quoted", "rawValue", "reportName", "self", "separator", "spelling",
    "text", "true", "value",
  ]

  /// Reads `+` and a literal; leaves the position alone where something else follows.
  private mutating func joined() -> Literal? {
    let before = (position, line)
    while begins(" ") || begins("\n") { advance() }
    if begins("+") {
      advance()
      while begins(" ") || begins("\n") { advance() }
      if let next = literal() { return next }
    }
    (position, line) = before
    return nil
  }
}
