// SPDX-License-Identifier: Apache-2.0

/// The values in a desktop file's group `Desktop Entry`, with their places.
///
/// Other groups, comments and malformed lines are skipped, since the file belongs to another
/// program; only requested values must be well-formed. If a key is repeated, the last value is
/// used. Source: "Desktop Entry Specification",
/// https://specifications.freedesktop.org/desktop-entry-spec/latest/.
package struct DesktopEntry: Sendable {
  package struct Value: Sendable, Equatable {
    /// The text with its escapes resolved.
    package var text: String
    package var mark: Mark
  }

  /// The largest file that is read, in bytes.
  package static let maximumBytes = 256 << 10

  private static let group = Array("[Desktop Entry]".utf8)

  private let file: String
  /// The lines of the group that may be entries, with their line numbers.
  private var lines: [(bytes: ArraySlice<UInt8>, number: Int)] = []

  package init(_ bytes: [UInt8], file: String) {
    self.file = file
    var isInside = false
    var number = 0
    let source = SourceText(written: bytes, file: file)
    for line in source.bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    {
      number += 1
      switch line.first {
      case UInt8(ascii: "["): isInside = Self.trimmed(line).elementsEqual(Self.group)
      case UInt8(ascii: "#"), nil: break
      default: if isInside { lines.append((line, number)) }
      }
    }
  }

  package static func load(path: String) throws(InputError) -> DesktopEntry {
    DesktopEntry(try InputFile.read(path: path, atMost: maximumBytes), file: path)
  }

  /// Returns the value of a key without a locale; `nil` if the key is missing.
  ///
  /// Throws if the value is not valid UTF-8.
  package func value(of key: String) throws(InputError) -> Value? {
    for line in lines.reversed() where line.bytes.starts(with: key.utf8) {
      let rest = Self.trimmed(line.bytes.dropFirst(key.utf8.count))
      guard rest.first == UInt8(ascii: "=") else { continue }
      let value = Self.trimmed(rest.dropFirst())
      let mark = Mark(
        file: file, line: line.number, column: value.startIndex - line.bytes.startIndex + 1)
      guard let text = String(validating: value, as: UTF8.self) else {
        throw mark.error("a value that is not UTF-8", valid: ["UTF-8 text"])
      }
      return Value(text: Self.unescaped(text), mark: mark)
    }
    return nil
  }

  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    func isBlank(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0D].contains(byte) }
    var rest = bytes.drop(while: isBlank)
    while let last = rest.last, isBlank(last) { rest.removeLast() }
    return rest
  }

  private static func unescaped(_ text: String) -> String {
    guard text.contains("\\") else { return text }
    var result = ""
    var isEscaped = false
    for scalar in text.unicodeScalars {
      guard isEscaped else {
        if scalar == "\\" { isEscaped = true } else { result.unicodeScalars.append(scalar) }
        continue
      }
      isEscaped = false
      switch scalar {
      case "s": result += " "
      case "n": result += "\n"
      case "t": result += "\t"
      case "r": result += "\r"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
