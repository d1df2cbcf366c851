// SPDX-License-Identifier: Apache-2.0
import Formats
import XML
import Text

/// The `touch` entries of labwc's rc.xml.
///
/// labwc-config(5), "Touch": an entry maps the device `deviceName` to the output `mapToOutput`; an
/// entry without a name applies to all other devices. The root is `labwc_config`, or Openbox's
/// `openbox_config`.
struct LabwcTouch {
  static let empty = "<?xml version=\"1.0\"?>\n<labwc_config>\n</labwc_config>\n"
  private static let roots = ["labwc_config", "openbox_config"]

  private let text: String
  private let file: String
  private let document: XMLDocument
  private let root: XMLDocument.Element

  init(_ text: String, file: String) throws(InputError) {
    self.text = text
    self.file = file
    do throws(XMLError) {
      document = try XMLDocument(Array(text.utf8))
    } catch {
      let rest = text.utf8.dropFirst(error.offset).prefix { $0 != UInt8(ascii: "\n") }
      let found = UntrustedText(String(decoding: rest, as: UTF8.self)).quoted
      throw InputError(
        file: file, line: error.line, column: error.column,
        problem: rest.isEmpty
          ? "no XML: \(error.reason)" : "no XML: \(error.reason) at \(found)")
    }
    root = document.elements[0]
    guard Self.roots.contains(root.name) else {
      throw InputError(
        file: file, line: root.line, column: root.column, problem: "<\(root.name)> as the root",
        valid: Self.roots)
    }
  }

  /// Returns the entry that maps a device to an output; throws for a name that XML cannot contain.
  static func line(_ device: String, _ output: String, file: String) throws(InputError) -> String {
    let (name, target) = (try quoted(device, file), try quoted(output, file))
    return "<touch deviceName=\"\(name)\" mapToOutput=\"\(target)\"/>"
  }

  /// Returns the output of a device's own entry or, without one, of the general entry; `nil` if
  /// there is no entry or it names no output.
  func output(of device: String) throws(InputError) -> String? {
    let entries = try entries(of: device)
    let all = entries.isEmpty ? try self.entries(of: nil) : entries
    return all.last.flatMap { value("mapToOutput", of: $0) }
  }

  /// Returns the file's text with a device mapped to an output; throws if the device has several
  /// entries, one must be edited by hand, or XML cannot contain a name.
  func mapping(_ device: String, to output: String) throws(InputError) -> String {
    let value = try Self.quoted(output, file)
    let entries = try entries(of: device)
    guard let entry = entries.last else {
      return try adding(try Self.line(device, output, file: file))
    }
    guard entries.count == 1 else {
      throw InputError(
        file: file, line: entry.line, column: entry.column,
        problem:
          "\(entries.count) entries for \(UntrustedText(device).quoted), which have to be changed by hand"
      )
    }
    if let number = attribute("mapToOutput", of: entry) {
      return replacing(document.valuePlace(ofAttribute: number, in: entry), with: value)
    }
    let end = entry.start.upperBound - (entry.end.isEmpty ? 2 : 1)
    return replacing(end..<end, with: " mapToOutput=\"\(value)\"")
  }

  /// Returns the entries for a device's name, or those without a name for `nil`.
  ///
  /// labwc compares names case-insensitively.
  ///
  /// - Throws: an error if an entry of any device has child elements, which must be edited by hand.
  private func entries(of device: String?) throws(InputError) -> [XMLDocument.Element] {
    var result: [XMLDocument.Element] = []
    for (index, element) in document.elements.enumerated()
    where element.depth == 1 && element.name.lowercased() == "touch" {
      let next = index + 1 < document.elements.count ? document.elements[index + 1] : nil
      if let next, next.depth == 2 {
        throw InputError(
          file: file, line: next.line, column: next.column,
          problem: "<\(next.name)> in <touch>, which has to be changed by hand",
          valid: ["attributes of <touch>"])
      }
      let name = value("deviceName", of: element)
      if name?.lowercased() == device?.lowercased() { result.append(element) }
    }
    return result
  }

  /// Returns the index of an attribute, or `nil`; labwc compares names case-insensitively.
  private func attribute(_ name: String, of element: XMLDocument.Element) -> Int? {
    element.attributes.firstIndex { $0.name.lowercased() == name.lowercased() }
  }

  private func value(_ name: String, of element: XMLDocument.Element) -> String? {
    attribute(name, of: element).map { element.attributes[$0].value }
  }

  /// Returns the file's text with a line added to the root, indented like the root's first element.
  private func adding(_ line: String) throws(InputError) -> String {
    let first = document.elements.dropFirst().first { $0.depth == 1 }
    let margin = first.map { self.margin(before: $0.start.lowerBound) } ?? "  "
    guard !root.end.isEmpty else {
      let slash = root.start.upperBound - 2
      return replacing(
        slash..<root.start.upperBound, with: ">\n\(margin)\(line)\n</\(root.name)>")
    }
    let end = root.end.lowerBound
    let before = Array(text.utf8)[..<end]
    let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    let isAlone = before[lineStart...].allSatisfy { $0 == 0x20 || $0 == 0x09 }
    return isAlone && lineStart > 0
      ? replacing(lineStart..<lineStart, with: "\(margin)\(line)\n")
      : replacing(end..<end, with: "\n\(margin)\(line)\n")
  }

  private func margin(before place: Int) -> String {
    let before = Array(text.utf8)[..<place]
    let blanks = before.reversed().prefix { $0 == 0x20 || $0 == 0x09 }
    return String(decoding: blanks.reversed(), as: UTF8.self)
  }

  private func replacing(_ place: Range<Int>, with new: String) -> String {
    var bytes = Array(text.utf8)
    bytes.replaceSubrange(place, with: Array(new.utf8))
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns a text escaped for an attribute in double quotes; throws if it is empty or has ASCII
  /// control characters.
  private static func quoted(_ text: String, _ file: String) throws(InputError) -> String {
    guard !text.isEmpty, text.unicodeScalars.allSatisfy({ $0.value >= 32 && $0.value != 127 })
    else {
      throw InputError(
        file: file,
        problem: "a name that XML cannot contain: \(UntrustedText(text).quoted)")
    }
    return text.reduce(into: "") { result, character in
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      default: result.append(character)
      }
    }
  }
}
