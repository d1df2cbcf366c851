// SPDX-License-Identifier: Apache-2.0
package import Formats

/// A program's output, split into lines; the text is untrusted.
///
/// Bytes that are not UTF-8 become U+FFFD, and lines may end with CRLF. A last line without a
/// newline is cut off and ignored: half a word may be another word.
package struct DumpText: Sendable {
  /// One line without its indentation and newline.
  package struct Line: Sendable {
    /// The number of the line in the file, from 1.
    package let number: Int
    /// The number of spaces and tabs before the text.
    package let indent: Int
    /// The text of the line.
    package let text: Substring

    /// Whether the line is blank.
    package var isEmpty: Bool { text.isEmpty }

    /// The `key=value` pairs of the line in order; a value ends at a space.
    package var fields: [(key: Substring, value: Substring)] {
      text.split(separator: " ").compactMap { word in
        guard let equals = word.utf8.firstIndex(of: UInt8(ascii: "=")) else { return nil }
        return (word[..<equals], word[word.utf8.index(after: equals)...])
      }
    }
  }

  /// The largest text that is read, in bytes: 64 MiB.
  package static let maximumBytes = 64 << 20

  /// The file's name as the user gave it.
  package let file: String
  /// The complete lines.
  package let lines: [Line]
  /// The number of the last line if it was cut off; nil otherwise.
  package let cutOff: Int?

  /// Splits bytes into lines.
  package init(_ bytes: [UInt8], file: String) {
    let text = String(decoding: bytes, as: UTF8.self)
    var lines: [Line] = []
    var number = 0
    var rest = text[...].utf8
    var cutOff: Int?
    while !rest.isEmpty {
      number += 1
      guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else {
        cutOff = number
        break
      }
      let line = rest[..<end]
      rest = rest[rest.index(after: end)...]
      var start = line.startIndex
      var indent = 0
      while start < line.endIndex, Self.isBlank(line[start]) {
        start = line.index(after: start)
        indent += 1
      }
      var stop = line.endIndex
      while stop > start, Self.isBlank(line[line.index(before: stop)]) {
        stop = line.index(before: stop)
      }
      lines.append(Line(number: number, indent: indent, text: text[start..<stop]))
    }
    self.file = file
    self.lines = lines
    self.cutOff = cutOff
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
  }

  /// Returns the place of a line, or of a word in it.
  package func mark(_ line: Line, at word: Substring? = nil) -> Mark {
    var column = line.indent + 1
    if let word, word.startIndex >= line.text.startIndex, word.startIndex <= line.text.endIndex {
      column += line.text[..<word.startIndex].unicodeScalars.count
    }
    return Mark(file: file, line: line.number, column: column)
  }
}
