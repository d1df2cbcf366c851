// SPDX-License-Identifier: Apache-2.0
package import Formats

/// A program's output, which is untrusted, split into lines.
///
/// Bytes that are not UTF-8 become U+FFFD, and lines may end with CRLF. A last line without a
/// newline is incomplete and ignored, since a part of a word may be another word.
package struct DumpText: Sendable {
  /// One line, without indentation, trailing blanks and newline.
  package struct Line: Sendable {
    /// The number of the line in the file, from 1.
    package let number: Int
    /// The number of spaces, tabs and carriage returns before the text.
    package let indent: Int
    package let text: Substring

    /// The `key=value` pairs of the line in order; a value ends at a space.
    package var fields: [(key: Substring, value: Substring)] {
      // Splitting bytes is many times faster than splitting characters.
      guard text.utf8.contains(UInt8(ascii: "=")) else { return [] }
      return text.utf8.split(separator: UInt8(ascii: " ")).compactMap { word in
        guard let equals = word.firstIndex(of: UInt8(ascii: "=")) else { return nil }
        return (Substring(word[..<equals]), Substring(word[word.index(after: equals)...]))
      }
    }

    package func contains(_ word: StaticString) -> Bool {
      let word = "\(word)".utf8
      guard let first = word.first else { return true }
      var rest = text.utf8
      while let start = rest.firstIndex(of: first) {
        rest = rest[start...]
        if rest.starts(with: word) { return true }
        rest = rest.dropFirst()
      }
      return false
    }
  }

  /// The maximum size of a text, in bytes: 64 MiB.
  package static let maximumBytes = 64 << 20
  /// The maximum number of complete lines, a few times that of a whole Android bug report.
  package static let maximumLines = 2_000_000
  /// The maximum length of the part of a line that is read, in bytes.
  package static let longestLine = 64 << 10

  package let file: String
  /// The number of complete lines.
  package let lineCount: Int
  /// The number of the last line if it is incomplete; otherwise nil.
  package var cutOff: Int? {
    bytes.last.flatMap { $0 == Self.newline ? nil : lineCount + 1 }
  }
  private let bytes: [UInt8]
  private static let newline = UInt8(ascii: "\n")

  package init(_ bytes: [UInt8], file: String) {
    (self.file, self.bytes) = (file, bytes)
    lineCount = bytes.count { $0 == Self.newline }
  }

  package func checkLength() throws(InputError) {
    guard lineCount > Self.maximumLines else { return }
    throw InputError(
      file: file, problem: "more than \(Self.maximumLines) lines are in it")
  }

  /// The complete lines that are not blank, each cut at `longestLine`.
  ///
  /// Each iteration splits the text again, since storing the lines of a text with short or blank
  /// ones would need a hundred times its size.
  package var lines: Lines { Lines(bytes: bytes) }

  package struct Lines: Sequence, IteratorProtocol, Sendable {
    fileprivate let bytes: [UInt8]
    private var position = 0
    private var number = 0

    fileprivate init(bytes: [UInt8]) { self.bytes = bytes }

    package mutating func next() -> Line? {
      var start = position
      var indent = 0
      while start < bytes.count {
        switch bytes[start] {
        case newline:
          number += 1
          indent = 0
        case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): indent += 1
        default:
          guard let end = bytes[start...].firstIndex(of: newline) else {
            position = bytes.count
            return nil
          }
          number += 1
          position = end + 1
          var stop = Swift.min(end, start + DumpText.longestLine)
          while DumpText.isBlank(bytes[stop - 1]) { stop -= 1 }
          let text = String(decoding: bytes[start..<stop], as: UTF8.self)
          return Line(number: number, indent: indent, text: text[...])
        }
        start += 1
      }
      position = start
      return nil
    }
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
  }

  package func mark(_ line: Line, at word: Substring? = nil) -> Mark {
    var column = line.indent + 1
    if let word, word.startIndex >= line.text.startIndex, word.startIndex <= line.text.endIndex {
      column += line.text[..<word.startIndex].unicodeScalars.count
    }
    return Mark(file: file, line: line.number, column: column)
  }
}
