// SPDX-License-Identifier: Apache-2.0

extension JSONParser {
  /// Reads a string in double quotes, escapes resolved.
  mutating func string() throws(InputError) -> String {
    offset += 1
    let begin = offset
    while let byte = peek, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20 {
      offset += 1
    }
    // Most strings have no escapes and are taken as they stand.
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
      // A first unit that no scalar has is a surrogate, so both differences are below 0x400 here.
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
