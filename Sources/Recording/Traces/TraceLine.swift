// SPDX-License-Identifier: Apache-2.0
import Formats

/// One line of a trace file, cut into fields that know their columns.
struct TraceLine {
  private struct Field {
    let text: String
    let column: Int
  }

  private let text: String
  private let file: String
  private let number: Int

  /// The bytes must be valid UTF-8; a carriage return at the end is ignored.
  init(_ bytes: ArraySlice<UInt8>, file: String, number: Int) {
    let line = bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes
    text = String(decoding: line, as: UTF8.self)
    self.file = file
    self.number = number
  }

  var isBlank: Bool { text.utf8.allSatisfy(Self.isSpace) }

  /// The text after `#`, without the space that follows it, or nil if this is no comment.
  var comment: String? {
    guard text.hasPrefix("#") else { return nil }
    let rest = text.dropFirst()
    return String(rest.hasPrefix(" ") ? rest.dropFirst() : rest)
  }

  func requireHeader() throws(InputError) {
    let names = AccelerometerTrace.header
    let found = fields().map(\.text).joined(separator: ",")
    guard found == names else { throw mark(1).error(Quoting.quoted(text), valid: [names]) }
  }

  /// Returns the four numbers of a sample, which may be infinite or NaN.
  func values() throws(InputError) -> [Double] {
    let fields = fields()
    var values: [Double] = []
    for field in fields.prefix(4) {
      guard let value = Self.value(field.text) else {
        throw mark(field.column).error(Quoting.quoted(field.text), valid: ["a number"])
      }
      values.append(value)
    }
    guard fields.count == 4 else {
      let column = fields.count > 4 ? fields[4].column : text.unicodeScalars.count + 1
      let count = fields.count > 4 ? "more than 4" : String(fields.count)
      throw mark(column).error("\(count) fields", valid: ["4 fields: \(AccelerometerTrace.header)"])
    }
    return values
  }

  private func fields() -> [Field] {
    var column = 1
    // A fifth field is enough to see that there are too many, even on a line of commas alone.
    let parts = text.unicodeScalars.split(
      separator: ",", maxSplits: 4, omittingEmptySubsequences: false)
    return parts.map { part in
      defer { column += part.count + 1 }
      let leading = part.prefix { $0 == " " || $0 == "\t" }.count
      var trimmed = part.dropFirst(leading)
      while trimmed.last == " " || trimmed.last == "\t" { trimmed.removeLast() }
      return Field(text: String(trimmed), column: column + leading)
    }
  }

  private func mark(_ column: Int) -> Mark { Mark(file: file, line: number, column: column) }

  private static func value(_ text: String) -> Double? {
    switch text.lowercased() {
    case "nan", "+nan", "-nan": .nan
    case "inf", "+inf", "infinity", "+infinity": .infinity
    case "-inf", "-infinity": -.infinity
    default: NumberSyntax.isDecimal(text.utf8) ? Double(text) : nil
    }
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}
