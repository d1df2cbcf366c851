// SPDX-License-Identifier: Apache-2.0
import Text

struct JSONParser {
  private static let fewMembers = 8

  let source: SourceText
  var offset = 0
  private var count = 0
  /// Whether NaN and infinities are accepted, which json-c writes although JSON does not allow
  /// them.
  private let admitsNaN: Bool

  /// Creates a parser; the text must be valid UTF-8.
  init(_ source: SourceText, admitsNaN: Bool = false) {
    self.source = source
    self.admitsNaN = admitsNaN
  }

  mutating func documents() throws(InputError) -> [JSONValue] {
    var values: [JSONValue] = []
    repeat {
      values.append(try value(depth: 0))
      skipSpace()
    } while peek != nil
    return values
  }

  mutating func document() throws(InputError) -> JSONValue {
    let value = try value(depth: 0)
    skipSpace()
    if peek != nil { throw unexpected("the end of the text") }
    return value
  }

  private mutating func value(depth: Int) throws(InputError) -> JSONValue {
    skipSpace()
    count += 1
    guard count <= JSONValue.maximumValues else {
      throw source.mark(at: offset).error("more than \(JSONValue.maximumValues) values")
    }
    switch peek {
    case UInt8(ascii: "{"): return try object(depth: depth + 1)
    case UInt8(ascii: "["): return try array(depth: depth + 1)
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "-"), UInt8(ascii: "N"), UInt8(ascii: "n"), UInt8(ascii: "I"):
      if let number = unusual() { return number }
      return peek == UInt8(ascii: "-") ? try number() : try word("null", .null)
    case .some(0x30...0x39): return try number()
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    default: throw unexpected("a JSON value")
    }
  }

  private mutating func unusual() -> JSONValue? {
    guard admitsNaN else { return nil }
    let words: [(String, Double)] = [
      ("NaN", .nan), ("nan", .nan), ("-NaN", .nan), ("-nan", .nan), ("Infinity", .infinity),
      ("-Infinity", -.infinity),
    ]
    for (text, number) in words where source.bytes[offset...].starts(with: text.utf8) {
      offset += text.utf8.count
      return .double(number)
    }
    return nil
  }

  private mutating func object(depth: Int) throws(InputError) -> JSONValue {
    try enter(depth)
    var members: [JSONValue.Member] = []
    // For few names, a linear search is faster than hashing.
    var names: Set<String> = []
    if skip(UInt8(ascii: "}")) { return .object([]) }
    repeat {
      skipSpace()
      let start = offset
      guard peek == UInt8(ascii: "\"") else { throw unexpected("a name in double quotes") }
      let name = try string()
      if members.count == Self.fewMembers { names = Set(members.map { $0.name }) }
      let isNew =
        members.count < Self.fewMembers
        ? !members.contains { $0.name == name } : names.insert(name).inserted
      guard isNew else {
        throw source.mark(at: start).error("the name \(UntrustedText(name).quoted) a second time")
      }
      guard skip(UInt8(ascii: ":")) else { throw unexpected(":") }
      members.append(JSONValue.Member(name, try value(depth: depth)))
    } while skip(UInt8(ascii: ","))
    guard skip(UInt8(ascii: "}")) else { throw unexpected("a comma or }") }
    return .object(members)
  }

  private mutating func array(depth: Int) throws(InputError) -> JSONValue {
    try enter(depth)
    var items: [JSONValue] = []
    if skip(UInt8(ascii: "]")) { return .array([]) }
    repeat {
      items.append(try value(depth: depth))
    } while skip(UInt8(ascii: ","))
    guard skip(UInt8(ascii: "]")) else { throw unexpected("a comma or ]") }
    return .array(items)
  }

  private mutating func word(_ word: String, _ value: JSONValue) throws(InputError) -> JSONValue {
    guard source.bytes[offset...].starts(with: word.utf8) else { throw unexpected("a JSON value") }
    offset += word.utf8.count
    return value
  }

  private mutating func number() throws(InputError) -> JSONValue {
    let start = offset
    if peek == UInt8(ascii: "-") { offset += 1 }
    let whole = digits()
    // JSON does not allow leading zeros, which other languages read as octal.
    if whole == 0 || (whole > 1 && source.bytes[offset - whole] == UInt8(ascii: "0")) {
      offset = start
      throw unexpected("a JSON number")
    }
    var isWhole = true
    if peek == UInt8(ascii: ".") {
      offset += 1
      isWhole = false
      if digits() == 0 { throw unexpected("a digit") }
    }
    if peek == UInt8(ascii: "e") || peek == UInt8(ascii: "E") {
      offset += 1
      isWhole = false
      if peek == UInt8(ascii: "+") || peek == UInt8(ascii: "-") { offset += 1 }
      if digits() == 0 { throw unexpected("a digit") }
    }
    let text = String(decoding: source.bytes[start..<offset], as: UTF8.self)
    if isWhole, text != "-0", let value = Int64(text) { return .int(value) }
    // A whole number beyond `Int64` is an error, since a `Double` could lose digits.
    if !isWhole || text == "-0", let value = Double(text), value.isFinite { return .double(value) }
    throw source.mark(at: start).error(
      "the number \(UntrustedText(text).quoted), which is out of range")
  }

  private mutating func digits() -> Int {
    let start = offset
    while let byte = peek, NumberSyntax.isDigit(byte) { offset += 1 }
    return offset - start
  }

  private mutating func enter(_ depth: Int) throws(InputError) {
    guard depth <= JSONValue.maximumDepth else {
      throw source.mark(at: offset)
        .error("lists and objects nested deeper than \(JSONValue.maximumDepth)")
    }
    offset += 1
  }

  private var peek: UInt8? { offset < source.bytes.count ? source.bytes[offset] : nil }

  private mutating func skipSpace() {
    while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
      offset += 1
    }
  }

  private mutating func skip(_ byte: UInt8) -> Bool {
    skipSpace()
    guard peek == byte else { return false }
    offset += 1
    return true
  }

  func unexpected(_ valid: String) -> InputError {
    let mark = source.mark(at: offset)
    guard offset < source.bytes.count else { return mark.error("the end", valid: [valid]) }
    let rest = String(decoding: source.bytes[offset...].prefix(4), as: UTF8.self)
    return mark.error(UntrustedText(String(rest.unicodeScalars.prefix(1))).quoted, valid: [valid])
  }

  /// Parses a string whose opening quote is at `offset`, and resolves escapes.
  mutating func string() throws(InputError) -> String {
    offset += 1
    let begin = offset
    while let byte = peek, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20 {
      offset += 1
    }
    // Most strings have no escapes, so their bytes are copied at once.
    if peek == UInt8(ascii: "\"") {
      defer { offset += 1 }
      return String(decoding: source.bytes[begin..<offset], as: UTF8.self)
    }
    var text = Array(source.bytes[begin..<offset])
    while true {
      let start = offset
      guard let byte = peek else { throw unexpected("\" at the end of the string") }
      offset += 1
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
      case 0..<0x20:
        offset = start
        throw unexpected("an escape such as \\n")
      case UInt8(ascii: "\\"): UTF8.encode(try escape(from: start)) { text.append($0) }
      default: text.append(byte)
      }
    }
  }

  private mutating func escape(from start: Int) throws(InputError) -> Unicode.Scalar {
    guard let letter = peek else { throw unexpected("an escape") }
    offset += 1
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(letter)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return try codePoint(from: start)
    default:
      offset -= 1
      throw unexpected("one of \" \\ / b f n r t u")
    }
  }

  private mutating func codePoint(from start: Int) throws(InputError) -> Unicode.Scalar {
    let first = try codeUnit()
    if let scalar = Unicode.Scalar(first) { return scalar }
    if first < 0xDC00, source.bytes[offset...].starts(with: "\\u".utf8) {
      offset += 2
      let second = try codeUnit()
      // `first` is a surrogate, since it is no valid scalar, so both differences are below 0x400.
      if (0xDC00...0xDFFF).contains(second) {
        let value = 0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00)
        if let scalar = Unicode.Scalar(value) { return scalar }
      }
    }
    throw source.mark(at: start).error("half of a surrogate pair", valid: ["both halves"])
  }

  private mutating func codeUnit() throws(InputError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = peek.flatMap(NumberSyntax.hexValue) else {
        throw unexpected("four hexadecimal digits")
      }
      value = value << 4 | digit
      offset += 1
    }
    return value
  }
}

/// The check of a decimal number's syntax, before the standard library parses the number.
///
/// `Double(String)` alone would also accept hexadecimal floats, infinity and NaN.
package enum NumberSyntax {
  /// Returns whether the text is `[-+]? (digits [. digits?] | . digits) ([eE] [-+]? digits)?`.
  package static func isDecimal(_ text: String.UTF8View) -> Bool {
    var rest = withoutSign(text[...])
    let whole = rest.prefix(while: isDigit)
    rest = rest.dropFirst(whole.count)
    if rest.first == UInt8(ascii: ".") {
      rest = rest.dropFirst()
      let fraction = rest.prefix(while: isDigit)
      if whole.isEmpty && fraction.isEmpty { return false }
      rest = rest.dropFirst(fraction.count)
    } else if whole.isEmpty {
      return false
    }
    guard let letter = rest.first else { return true }
    guard letter == UInt8(ascii: "e") || letter == UInt8(ascii: "E") else { return false }
    let exponent = withoutSign(rest.dropFirst())
    return !exponent.isEmpty && exponent.allSatisfy(isDigit)
  }

  static func withoutSign(_ text: Substring.UTF8View) -> Substring.UTF8View {
    let isSigned = text.first == UInt8(ascii: "-") || text.first == UInt8(ascii: "+")
    return isSigned ? text.dropFirst() : text
  }

  static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  static func hexValue(_ byte: UInt8) -> UInt32? {
    switch byte {
    case 0x30...0x39: UInt32(byte) - 0x30
    case 0x41...0x46: UInt32(byte) - 0x41 + 10
    case 0x61...0x66: UInt32(byte) - 0x61 + 10
    default: nil
    }
  }
}
