// SPDX-License-Identifier: Apache-2.0

/// The string literals of a Swift file, as the reader of a message sees them.
///
/// Literals that are joined by `+` count as one. An interpolation becomes a hole, ‹name›, with the
/// last name in the expression that is not a mere conversion.
struct SourceLiterals {
  struct Literal {
    let line: Int
    var text: String
  }

  private let bytes: [UInt8]
  private var position = 0
  private var line = 1

  static func all(in source: String) -> [Literal] {
    var found: [Literal] = []
    var reader = SourceLiterals(bytes: Array(source.utf8) + [0, 0, 0, 0, 0])
    while reader.byte() != 0 {
      reader.skipLinesWithoutQuotes()
      if reader.byte() == slash, reader.byte(1) == slash {
        while reader.byte() != newline, reader.byte() != 0 { reader.advance() }
      } else if var literal = reader.literal() {
        while let next = reader.joined() { literal.text += next.text }
        found.append(literal)
      } else {
        reader.advance()
      }
    }
    return found
  }

  private static let (slash, newline, space) = (
    UInt8(ascii: "/"), UInt8(ascii: "\n"), UInt8(ascii: " ")
  )
  private static let (quote, pound, backslash) = (
    UInt8(ascii: "\""), UInt8(ascii: "#"), UInt8(ascii: "\\")
  )
  private static let (open, close) = (UInt8(ascii: "("), UInt8(ascii: ")"))

  private init(bytes: [UInt8]) { self.bytes = bytes }

  /// Moves to the first line with a quotation mark, from the beginning of a line.
  private mutating func skipLinesWithoutQuotes() {
    guard position == 0 || bytes[position - 1] == Self.newline else { return }
    while let end = bytes[position...].firstIndex(of: Self.newline),
      !bytes[position..<end].contains(Self.quote)
    {
      position = end + 1
      line += 1
    }
  }

  /// Returns a byte at an offset from the position; 0 after the end.
  private func byte(_ offset: Int = 0) -> UInt8 { bytes[min(position + offset, bytes.count - 1)] }

  private mutating func advance(_ count: Int = 1) {
    for _ in 0..<count where position < bytes.count - 5 {
      if bytes[position] == Self.newline { line += 1 }
      position += 1
    }
  }

  /// Returns whether so many quotation marks follow, and then so many number signs.
  private func ends(_ quotes: Int, _ pounds: Int) -> Bool {
    (0..<quotes).allSatisfy { byte($0) == Self.quote }
      && (0..<pounds).allSatisfy { byte(quotes + $0) == Self.pound }
  }

  /// Reads the literal at the position; `nil` if there is none.
  private mutating func literal() -> Literal? {
    var pounds = 0
    while byte(pounds) == Self.pound { pounds += 1 }
    guard byte(pounds) == Self.quote else { return nil }
    let hasLines = byte(pounds + 1) == Self.quote && byte(pounds + 2) == Self.quote
    let quotes = hasLines ? 3 : 1
    let start = line
    advance(pounds + quotes)
    var text: [UInt8] = []
    while byte() != 0, byte() != Self.quote || !ends(quotes, pounds) {
      guard byte() == Self.backslash, (0..<pounds).allSatisfy({ byte(1 + $0) == Self.pound }) else {
        text.append(byte())
        advance()
        continue
      }
      advance(1 + pounds)
      let next = byte()
      advance()
      switch next {
      case Self.open: text += "‹\(interpolation())›".utf8
      case UInt8(ascii: "n"), Self.newline: text.append(Self.space)
      default: text.append(next)
      }
    }
    advance(pounds + quotes)
    return Literal(line: start, text: String(decoding: text, as: UTF8.self))
  }

  /// Reads an expression up to its closing parenthesis and returns the name of its hole.
  private mutating func interpolation() -> String {
    var depth = 1
    var expression = ""
    while byte() != 0 {
      if literal() != nil { continue }
      if byte() == Self.open { depth += 1 }
      if byte() == Self.close { depth -= 1 }
      if depth > 0 { expression.unicodeScalars.append(Unicode.Scalar(byte())) }
      advance()
      if depth == 0 { break }
    }
    let names = expression.split { !$0.isLetter && !$0.isNumber }.map(String.init)
      .filter { $0.first?.isLetter == true }
    return names.last { !Self.conversions.contains($0) } ?? names.last ?? "…"
  }

  private static let conversions: Set = [
    "String", "count", "counted", "description", "false", "first", "format", "init", "joined",
    "map", "name", "path", "quoted", "rawValue", "reportName", "self", "separator", "spelling",
    "text", "true", "value", "word",
  ]

  /// Reads `+` and a literal; stays at the position if something else follows.
  private mutating func joined() -> Literal? {
    let before = (position, line)
    func isSpace(_ byte: UInt8) -> Bool { byte == Self.space || byte == Self.newline }
    while isSpace(byte()) { advance() }
    if byte() == UInt8(ascii: "+") {
      advance()
      while isSpace(byte()) { advance() }
      if let next = literal() { return next }
    }
    (position, line) = before
    return nil
  }
}
