// SPDX-License-Identifier: Apache-2.0
import Formats
import Text

/// The rows of a trace file: a header, then numbers separated by commas.
struct TraceTable {
  /// The comment lines before the header, without the `#`.
  private(set) var comments: [String] = []
  /// The numbers, as many as the header has names, with their line number.
  private(set) var rows: [(line: Int, values: [Double])] = []

  /// Parses CSV bytes; `file` is the name for error messages.
  init(_ bytes: [UInt8], file: String, header: String) throws(InputError) {
    let source = SourceText(written: bytes, file: file)
    try source.requireUTF8()
    var hasHeader = false
    var number = 0
    for slice in source.bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    {
      number += 1
      let line = TraceLine(slice, file: file, number: number, header: header)
      if line.isBlank { continue }
      if let comment = line.comment {
        if !hasHeader { comments.append(comment) }
      } else if hasHeader {
        rows.append((number, try line.values()))
      } else {
        try line.requireHeader()
        hasHeader = true
      }
    }
    guard hasHeader else {
      throw Mark(file: file, line: number, column: 1)
        .error("the end of the file", valid: [header])
    }
  }
}

/// One line of a trace file, split into fields with their columns.
struct TraceLine {
  private struct Field {
    let text: String
    let column: Int
  }

  private let text: String
  private let file: String
  private let number: Int
  private let header: String

  /// Creates a line of valid UTF-8; a carriage return at the end is ignored.
  init(_ bytes: ArraySlice<UInt8>, file: String, number: Int, header: String) {
    let line = bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes
    text = String(decoding: line, as: UTF8.self)
    self.file = file
    self.number = number
    self.header = header
  }

  var isBlank: Bool { text.utf8.allSatisfy(Self.isSpace) }

  /// The text after `#`, without the space that follows it, or `nil` if this is no comment.
  var comment: String? {
    guard text.hasPrefix("#") else { return nil }
    let rest = text.dropFirst()
    return String(rest.hasPrefix(" ") ? rest.dropFirst() : rest)
  }

  func requireHeader() throws(InputError) {
    let found = fields().map(\.text).joined(separator: ",")
    guard found == header else { throw mark(1).error(UntrustedText(text).quoted, valid: [header]) }
  }

  private var width: Int { header.utf8.count { $0 == UInt8(ascii: ",") } + 1 }

  /// Returns the numbers of a sample, which may be infinite or NaN.
  func values() throws(InputError) -> [Double] {
    let fields = fields()
    var values: [Double] = []
    for field in fields.prefix(width) {
      guard let value = Self.value(field.text) else {
        throw mark(field.column).error(UntrustedText(field.text).quoted, valid: ["a number"])
      }
      values.append(value)
    }
    guard fields.count == width else {
      let column = fields.count > width ? fields[width].column : text.unicodeScalars.count + 1
      let count = fields.count > width ? "more than \(width)" : String(fields.count)
      throw mark(column).error("\(count) fields", valid: ["\(width) fields: \(header)"])
    }
    return values
  }

  private func fields() -> [Field] {
    var column = 1
    // One extra field shows that there are too many, even on a line of many commas.
    let parts = text.unicodeScalars.split(
      separator: ",", maxSplits: width, omittingEmptySubsequences: false)
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
