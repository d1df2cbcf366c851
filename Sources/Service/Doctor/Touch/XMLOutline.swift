// SPDX-License-Identifier: Apache-2.0
import Formats

/// The elements of an XML document with their places in it, for changes that leave all else as it is.
///
/// What no document without a DTD of its own has, is refused. Extensible Markup Language (XML) 1.0
/// (Fifth Edition), https://www.w3.org/TR/xml/, sections 2 and 3.
struct XMLOutline {
  struct Attribute: Equatable {
    let name: String
    /// What it says, with references resolved.
    let value: String
    /// Where it stands in the document, without its quotes.
    let place: Range<Int>
  }

  struct Element: Equatable {
    let name: String
    let attributes: [Attribute]
    /// The number of elements around it; 0 for the root.
    let depth: Int
    /// From `<` to behind `>`.
    let start: Range<Int>
    /// The end tag; empty where the start tag ends itself.
    fileprivate(set) var end: Range<Int>

    /// Whether the start tag is the end as well.
    var isEmptyTag: Bool { end.isEmpty }
  }

  /// All elements in the order of their beginnings, the root first; there always is one.
  private(set) var elements: [Element] = []
  private let file: String
  private let bytes: [UInt8]
  private var position = 0
  /// The elements that have begun, by their positions in the list.
  private var open: [Int] = []

  /// Reads a document; `file` is the name that errors carry.
  init(_ text: String, file: String) throws(InputError) {
    self.file = file
    bytes = Array(text.utf8)
    while position < bytes.count { try readPiece() }
    if let last = open.last { throw error("<\(elements[last].name)> has no end") }
    guard !elements.isEmpty else { throw error("no element") }
  }

  /// The column is that of the byte, from 1.
  func error(_ problem: String, at place: Int? = nil) -> InputError {
    let before = bytes[..<min(place ?? position, bytes.count)]
    let line = before.count { $0 == UInt8(ascii: "\n") } + 1
    let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    return InputError(
      file: file, line: line, column: before.count - start + 1, problem: "not XML: \(problem)")
  }

  private mutating func readPiece() throws(InputError) {
    if skip("<!--") { return try skip(through: "-->", "a comment") }
    if skip("<?") { return try skip(through: "?>", "an instruction") }
    if skip("<![CDATA[") {
      guard !open.isEmpty else { throw error("text outside of the root") }
      return try skip(through: "]]>", "a CDATA section")
    }
    if skip("<!DOCTYPE") {
      guard elements.isEmpty else { throw error("a document type behind the root's beginning") }
      let start = position
      try skip(through: ">", "the document type")
      guard !bytes[start..<position].contains(UInt8(ascii: "[")) else {
        throw error("a document type with declarations of its own", at: start)
      }
      return
    }
    if skip("</") { return try readEnd() }
    if skip("<") { return try readStart() }
    if open.isEmpty, !isSpace(bytes[position]), !isByteOrderMark {
      throw error("text outside of the root")
    }
    if bytes[position] == UInt8(ascii: "&") { _ = try reference(until: bytes.count) }
    position += isByteOrderMark ? 3 : 1
  }

  private var isByteOrderMark: Bool { position == 0 && bytes.starts(with: [0xEF, 0xBB, 0xBF]) }

  private mutating func readStart() throws(InputError) {
    let begin = position - 1
    guard !(open.isEmpty && !elements.isEmpty) else { throw error("a second root", at: begin) }
    let name = try readName()
    var attributes: [Attribute] = []
    while true {
      let hadSpace = skipSpace()
      if skip("/>") { break }
      if skip(">") {
        open.append(elements.count)
        break
      }
      guard hadSpace else { throw error("no space before an attribute of <\(name)>") }
      let attribute = try readAttribute()
      guard !attributes.contains(where: { $0.name == attribute.name }) else {
        throw error("\(attribute.name) twice in <\(name)>")
      }
      attributes.append(attribute)
    }
    let isOpen = open.last == elements.count
    elements.append(
      Element(
        name: name, attributes: attributes, depth: open.count - (isOpen ? 1 : 0),
        start: begin..<position, end: position..<position))
  }

  private mutating func readEnd() throws(InputError) {
    let begin = position - 2
    let name = try readName()
    skipSpace()
    guard let last = open.last, elements[last].name == name, skip(">") else {
      throw error("</\(name)> ends nothing that has begun", at: begin)
    }
    open.removeLast()
    elements[last].end = begin..<position
  }

  private mutating func readAttribute() throws(InputError) -> Attribute {
    let name = try readName()
    skipSpace()
    guard skip("=") else { throw error("\(name) without a value") }
    skipSpace()
    guard position < bytes.count, [UInt8(ascii: "\""), UInt8(ascii: "'")].contains(bytes[position])
    else { throw error("a value of \(name) without quotes") }
    let quote = bytes[position]
    position += 1
    let start = position
    guard let end = bytes[start...].firstIndex(of: quote) else {
      throw error("a value of \(name) that does not end")
    }
    var value: [UInt8] = []
    while position < end {
      switch bytes[position] {
      case UInt8(ascii: "&"): value += Array(try reference(until: end).utf8)
      case UInt8(ascii: "<"): throw error("a < in a value of \(name)")
      default: value.append(bytes[position])
      }
      position += 1
    }
    position = end + 1
    return Attribute(name: name, value: String(decoding: value, as: UTF8.self), place: start..<end)
  }

  /// Reads a reference up to its semicolon, on which the position is left.
  private mutating func reference(until end: Int) throws(InputError) -> String {
    let names: [String: String] = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'"]
    let rest = bytes[position + 1..<min(end, position + 12)]
    guard let semicolon = rest.firstIndex(of: UInt8(ascii: ";")) else {
      throw error("an & that begins no reference")
    }
    let name = String(decoding: bytes[position + 1..<semicolon], as: UTF8.self)
    let digits = name.hasPrefix("#x") ? name.dropFirst(2) : name.dropFirst()
    let number = name.hasPrefix("#") ? UInt32(digits, radix: name.hasPrefix("#x") ? 16 : 10) : nil
    let character = number.flatMap { Unicode.Scalar($0) }.map { String($0) }
    guard let text = names[name] ?? character else {
      throw error("a reference that has no meaning: &\(name);")
    }
    position = semicolon
    return text
  }

  private mutating func readName() throws(InputError) -> String {
    let start = position
    while position < bytes.count, !isSpace(bytes[position]),
      !"/>=<\"'&".utf8.contains(bytes[position])
    { position += 1 }
    guard position > start, !(0x30...0x39).contains(bytes[start]) else { throw error("no name") }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private mutating func skip(_ text: String) -> Bool {
    guard bytes[position...].starts(with: text.utf8) else { return false }
    position += text.utf8.count
    return true
  }

  private mutating func skip(through end: String, _ what: String) throws(InputError) {
    let start = position
    while position < bytes.count {
      if skip(end) { return }
      position += 1
    }
    throw error("\(what) that does not end", at: start)
  }

  @discardableResult
  private mutating func skipSpace() -> Bool {
    let start = position
    while position < bytes.count, isSpace(bytes[position]) { position += 1 }
    return position > start
  }

  private func isSpace(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }
}
