// SPDX-License-Identifier: Apache-2.0
import Text

/// The bytes of an input file, with a conversion of offsets to places.
package struct SourceText: Sendable {
  package let bytes: [UInt8]
  let file: String

  /// Creates a text; a leading byte order mark, which some editors write, is removed.
  package init(written bytes: [UInt8], file: String) {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    self.init(bytes.starts(with: mark) ? Array(bytes.dropFirst(mark.count)) : bytes, file: file)
  }

  init(_ bytes: [UInt8], file: String) {
    self.bytes = bytes
    self.file = file
  }

  /// Returns the place of the byte at an offset from 0; takes linear time, so it is for errors
  /// only.
  func mark(at offset: Int) -> Mark {
    var line = 1
    var column = 1
    for byte in bytes.prefix(max(0, offset)) {
      if byte == UInt8(ascii: "\n") {
        line += 1
        column = 1
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
    }
    return Mark(file: file, line: line, column: column)
  }

  /// Returns the first byte of the Unicode scalar at a line and column, counted from 1; `nil` if
  /// there is none.
  func byte(line: Int, column: Int) -> UInt8? {
    var at = (line: 1, column: 1)
    for byte in bytes {
      if byte & 0xC0 != 0x80 && at == (line, column) { return byte }
      if byte == UInt8(ascii: "\n") {
        at = (at.line + 1, 1)
      } else if byte & 0xC0 != 0x80 {
        at.column += 1
      }
      if at.line > line { return nil }
    }
    return nil
  }

  package func requireUTF8() throws(InputError) {
    if String(validating: bytes, as: UTF8.self) != nil { return }
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    var offset = 0
    while true {
      switch decoder.decode(&iterator) {
      case .scalarValue(let scalar): offset += UTF8.width(scalar)
      case .emptyInput: return
      case .error:
        let digits = offset < bytes.count ? String(bytes[offset], radix: 16) : "?"
        throw mark(at: offset).error(InputPhrase.notUTF8("0x\(digits)"), valid: ["UTF-8 text"])
      }
    }
  }

  /// Throws if any line begins with `%TAG`, the directive that declares tags.
  ///
  /// Tags are not supported, and libyaml's time is quadratic in their number.
  func requireNoTagDirective() throws(InputError) {
    let directive = Array("%TAG".utf8)
    var isLineStart = true
    for index in bytes.indices {
      if isLineStart, bytes[index] == directive[0], bytes[index...].starts(with: directive) {
        throw mark(at: index).error("a tag directive", valid: ["values without tags"])
      }
      isLineStart = bytes[index] == UInt8(ascii: "\n") || bytes[index] == UInt8(ascii: "\r")
    }
  }
}
