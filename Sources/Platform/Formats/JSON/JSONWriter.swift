// SPDX-License-Identifier: Apache-2.0
import Text

struct JSONWriter {
  private var bytes: [UInt8] = []
  private let isSpaced: Bool
  private let columns: Int

  init(isSpaced: Bool = false, columns: Int = .max) {
    self.isSpaced = isSpaced
    self.columns = columns
  }

  var text: String { String(decoding: bytes, as: UTF8.self) }

  mutating func inline(_ value: JSONValue) {
    _ = inline(value, limit: .max)
  }

  /// Writes a value on one line if it has no entries, or if it fits and is not the outermost one;
  /// otherwise over several lines.
  ///
  /// The value's first line already has `used` columns; later lines are indented by `indent`
  /// spaces.
  mutating func pretty(_ value: JSONValue, indent: Int, used: Int, isOutermost: Bool = false) {
    let isEmpty = value.array?.isEmpty ?? value.object?.isEmpty ?? true
    if isEmpty { return inline(value) }
    if !isOutermost {
      // One column is left free for a comma.
      let start = bytes.count
      if inline(value, limit: columns - used - 1) { return }
      bytes.removeSubrange(start...)
    }
    let inner = indent + 2
    let isObject = value.object != nil
    bytes.append(isObject ? UInt8(ascii: "{") : UInt8(ascii: "["))
    var isFirst = true
    for (name, item) in parts(of: value) {
      if !isFirst { bytes.append(UInt8(ascii: ",")) }
      isFirst = false
      breakLine(inner)
      let start = bytes.count
      if let name { write(name: name) }
      pretty(item, indent: inner, used: inner + width(from: start))
    }
    breakLine(indent)
    bytes.append(isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"))
  }

  /// Writes a value on one line; if it has more than `limit` columns, stops and returns false, with
  /// a part of it written.
  private mutating func inline(_ value: JSONValue, limit: Int) -> Bool {
    let start = bytes.count
    switch value {
    case .null: write("null")
    case .bool(let value): write(value ? "true" : "false")
    case .int(let value): write(String(value))
    case .double(let value): write(value.isFinite ? value.description : "null")
    case .string(let text): write(quoted: text)
    case .array(let items):
      bytes.append(UInt8(ascii: "["))
      for (index, item) in items.enumerated() {
        if index > 0 { writeComma() }
        guard inline(item, limit: room(in: limit, from: start)) else { return false }
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let members):
      bytes.append(UInt8(ascii: "{"))
      for (index, member) in members.enumerated() {
        if index > 0 { writeComma() }
        write(name: member.name)
        guard inline(member.value, limit: room(in: limit, from: start)) else { return false }
      }
      bytes.append(UInt8(ascii: "}"))
    }
    return limit == .max || width(from: start) <= limit
  }

  private func parts(of value: JSONValue) -> [(String?, JSONValue)] {
    switch value {
    case .array(let items): items.map { (nil, $0) }
    case .object(let members): members.map { ($0.name, $0.value) }
    default: []
    }
  }

  private mutating func write(name: String) {
    write(quoted: name)
    write(isSpaced ? ": " : ":")
  }

  private mutating func write(quoted text: String) {
    bytes.append(UInt8(ascii: "\""))
    if text.utf8.allSatisfy({ 0x20...0x7E ~= $0 && $0 != 0x22 && $0 != 0x5C }) {
      write(text)
    } else {
      write(escaped: text)
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func write(escaped text: String) {
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x22: write("\\\"")
      case 0x5C: write("\\\\")
      case 0x08: write("\\b")
      case 0x09: write("\\t")
      case 0x0A: write("\\n")
      case 0x0C: write("\\f")
      case 0x0D: write("\\r")
      // RFC 8259 allows unescaped characters from 0x7F on. YAML takes some for line breaks and
      // rejects others, and terminals interpret some or reverse the text after them, so they are
      // escaped.
      case 0...0xFFFF where !UntrustedText.isHarmless(scalar):
        let digits = String(scalar.value, radix: 16)
        write("\\u" + String(repeating: "0", count: 4 - digits.count) + digits)
      default: bytes += scalar.utf8
      }
    }
  }

  private mutating func write(_ text: String) { bytes += text.utf8 }

  private mutating func writeComma() {
    bytes.append(UInt8(ascii: ","))
    if isSpaced { bytes.append(UInt8(ascii: " ")) }
  }

  private func room(in limit: Int, from start: Int) -> Int {
    limit == .max ? .max : limit - width(from: start)
  }

  private mutating func breakLine(_ indent: Int) {
    bytes.append(UInt8(ascii: "\n"))
    bytes += repeatElement(UInt8(ascii: " "), count: indent)
  }

  private func width(from start: Int) -> Int {
    bytes[start...].count { $0 & 0xC0 != 0x80 }
  }
}
