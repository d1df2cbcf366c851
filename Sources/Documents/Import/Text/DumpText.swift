// SPDX-License-Identifier: Apache-2.0
package import Formats

/// What a program printed about itself, cut into lines; nothing of it is trusted.
///
/// Bytes that are no UTF-8 become U+FFFD, ends of lines may be CRLF, and a last line without an end
/// counts as cut off and is left out: half a word can be another word.
package struct DumpText: Sendable {
  /// One line without its indentation and its end.
  package struct Line: Sendable {
    /// Its number in the file, from 1.
    package let number: Int
    /// How many spaces and tabs stand before it.
    package let indent: Int
    /// What it says.
    package let text: Substring

    /// Whether nothing stands on it.
    package var isEmpty: Bool { text.isEmpty }

    /// The `key=value` pairs on it, in their order; a value ends at a space.
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
  /// The whole lines.
  package let lines: [Line]
  /// The number of the last line if it has no end; nil for a text that ends well.
  package let cutOff: Int?

  /// Cuts bytes into lines.
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

  /// Where a word of a line stands.
  package func mark(_ line: Line, at word: Substring? = nil) -> Mark {
    var column = line.indent + 1
    if let word, word.startIndex >= line.text.startIndex, word.startIndex <= line.text.endIndex {
      column += line.text[..<word.startIndex].unicodeScalars.count
    }
    return Mark(file: file, line: line.number, column: column)
  }
}
