// SPDX-License-Identifier: Apache-2.0

/// A JSON value whose objects keep the order of their members.
public enum JSONValue: Equatable, Sendable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A whole number.
  case int(Int64)
  /// A number with a point or an exponent; written as `null` if it is not finite.
  case double(Double)
  /// Text.
  case string(String)
  /// A list.
  case array([JSONValue])
  /// An object whose members have a fixed order.
  case object([Member])

  /// A member of an object: a name and its value.
  public struct Member: Equatable, Sendable {
    /// The name, written before the colon.
    public let name: String
    /// The value of the member.
    public let value: JSONValue

    /// Creates a member.
    public init(_ name: String, _ value: JSONValue) {
      self.name = name
      self.value = value
    }
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral, ExpressibleByNilLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// Creates a string.
  public init(stringLiteral value: String) { self = .string(value) }

  /// Creates a whole number.
  public init(integerLiteral value: Int64) { self = .int(value) }

  /// Creates a number.
  public init(floatLiteral value: Double) { self = .double(value) }

  /// Creates a Boolean.
  public init(booleanLiteral value: Bool) { self = .bool(value) }

  /// Creates `null`.
  public init(nilLiteral: ()) { self = .null }

  /// Creates a list.
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }

  /// Creates an object; the members keep their order.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(elements.map { Member($0.0, $0.1) })
  }
}

extension JSONValue {
  /// Returns the value of a member; `nil` if there is none or this is not an object.
  public subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }

  /// Returns an entry of a list, counted from 0; `nil` if there is none or this is not a list.
  public subscript(index: Int) -> JSONValue? {
    guard case .array(let items) = self, items.indices.contains(index) else { return nil }
    return items[index]
  }

  /// The text of a string; `nil` for other values.
  public var string: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// The value of a whole number; `nil` for other values.
  public var int: Int64? {
    if case .int(let value) = self { value } else { nil }
  }

  /// The value of a Boolean; `nil` for other values.
  public var bool: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }

  /// The value of any number; `nil` for other values.
  public var double: Double? {
    switch self {
    case .int(let value): Double(value)
    case .double(let value): value
    default: nil
    }
  }

  /// The entries of a list; `nil` for other values.
  public var array: [JSONValue]? {
    if case .array(let items) = self { items } else { nil }
  }

  /// The members of an object in order; `nil` for other values.
  public var object: [Member]? {
    if case .object(let members) = self { members } else { nil }
  }

  /// Whether this is `null`.
  public var isNull: Bool { self == .null }

  /// The maximum depth of nested lists and objects in parsed text.
  public static let maximumDepth = 128

  /// The maximum number of values in parsed text, at all levels.
  public static let maximumValues = 1_000_000

  /// Parses one JSON value strictly by RFC 8259; `file` is the file's name in error messages.
  ///
  /// Duplicate names, lone surrogates and numbers out of range are errors too.
  public static func parse(_ bytes: [UInt8], file: String) throws(InputError) -> JSONValue {
    let source = SourceText(bytes, file: file)
    try source.requireUTF8()
    var parser = JSONParser(source)
    return try parser.document()
  }

  /// Parses one JSON value from text, in the same way as from bytes.
  public static func parse(_ text: String, file: String) throws(InputError) -> JSONValue {
    try parse(Array(text.utf8), file: file)
  }

  /// Parses consecutive JSON values, with or without white space between them.
  ///
  /// Compositors' output is accepted: bare `NaN` and infinities become numbers that are not finite.
  public static func parseSequence(
    _ bytes: [UInt8], file: String
  ) throws(InputError) -> [JSONValue] {
    let source = SourceText(written: bytes, file: file)
    try source.requireUTF8()
    var parser = JSONParser(source, admitsNaN: true)
    return try parser.documents()
  }

  /// Creates the JSON equivalent of a YAML value, for output that repeats input.
  ///
  /// Whole numbers that do not fit `Int64`, other numbers that do not fit a `Double`, infinities
  /// and NaN become text.
  public init(_ node: Node) {
    switch node.content {
    case .sequence(let items): self = .array(items.map { JSONValue($0) })
    case .mapping(let pairs): self = .object(pairs.map { Member($0.name, JSONValue($0.value)) })
    case .scalar(let text, _):
      self =
        switch node.kind {
        case .null: .null
        case .bool: .bool(text == "true")
        case .int: PlainScalar.integer(text).map { .int(Int64($0)) } ?? .string(text)
        case .double: PlainScalar.number(text).map { .double($0) } ?? .string(text)
        default: .string(text)
        }
    }
  }

  /// Returns the value on one line without spaces, as used in a line protocol.
  public func compact() -> String {
    var writer = JSONWriter()
    writer.inline(self)
    return writer.text
  }

  /// Returns the value indented by two spaces, without a final line break.
  ///
  /// Lists and objects that fit into `columns` stay on one line, except for the outermost value.
  public func pretty(columns: Int = 100) -> String {
    var writer = JSONWriter(isSpaced: true, columns: columns)
    writer.pretty(self, indent: 0, used: 0, isOutermost: true)
    return writer.text
  }

  /// The value on one line with a space after every comma and colon, as JSON.
  package var oneLine: String {
    var writer = JSONWriter(isSpaced: true)
    writer.inline(self)
    return writer.text
  }

  /// The value on one line of YAML: like JSON, but words are unquoted if that is safe.
  public var flow: String {
    switch self {
    case .string(let text): Self.isPlain(text) ? text : oneLine
    case .array(let items): "[\(items.map { $0.flow }.joined(separator: ", "))]"
    case .object(let members):
      "{"
        + members.map { "\(JSONValue.string($0.name).flow): \($0.value.flow)" }
        .joined(separator: ", ") + "}"
    case .null, .bool, .int, .double: oneLine
    }
  }

  // Returns whether a word begins with an ASCII letter, has only ASCII letters, digits, hyphens,
  // points and underscores, and has no special meaning in any version of YAML.
  private static func isPlain(_ text: String) -> Bool {
    let words = ["true", "false", "null", "yes", "no", "on", "off", "y", "n"]
    guard let first = text.utf8.first, isLetter(first), !words.contains(text.lowercased()) else {
      return false
    }
    return text.utf8.allSatisfy {
      isLetter($0) || (48...57).contains($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".")
        || $0 == UInt8(ascii: "_")
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (65...90).contains(byte) || (97...122).contains(byte)
  }

  private static let columns = 100

  /// Returns the value as YAML that follows a key or a dash, on one line if it fits into 100
  /// columns.
  ///
  /// Lines after the first are indented by `indent` spaces, which count as used on the first line
  /// too.
  package func block(indent: Int) -> String {
    let line = flow
    guard indent + line.utf8.count > Self.columns else { return line }
    let margin = "\n" + String(repeating: " ", count: indent)
    switch self {
    case .object(let members) where !members.isEmpty:
      return members.map { member in
        let name = JSONValue.string(member.name).flow + ":"
        let short = member.value.flow
        if indent + name.utf8.count + 1 + short.utf8.count <= Self.columns {
          return "\(name) \(short)"
        }
        guard member.value.isSplittable else { return "\(name) \(short)" }
        return name + margin + "  " + member.value.block(indent: indent + 2)
      }.joined(separator: margin)
    case .array(let items) where !items.isEmpty:
      return items.map { "- " + $0.block(indent: indent + 2) }.joined(separator: margin)
    default: return line
    }
  }

  private var isSplittable: Bool {
    switch self {
    case .array(let items): !items.isEmpty
    case .object(let members): !members.isEmpty
    default: false
    }
  }

  /// Returns one line per path at which two values differ, with both values; members of this value
  /// precede those that only `other` has.
  ///
  /// `path` is the path of both values. Lists of different lengths differ as a whole.
  package func differences(from other: JSONValue, at path: String) -> [String] {
    switch (self, other) {
    case (.object(let own), .object(let others)):
      var names = own.map { $0.name }
      for member in others where !names.contains(member.name) { names.append(member.name) }
      return names.flatMap { name in
        difference(self[name], other[name], "\(path).\(name)")
      }
    case (.array(let own), .array(let others)) where own.count == others.count:
      return zip(own, others).enumerated().flatMap { index, pair in
        pair.0.differences(from: pair.1, at: "\(path)[\(index)]")
      }
    default: return words(self, other, path)
    }
  }

  private func difference(_ own: JSONValue?, _ other: JSONValue?, _ path: String) -> [String] {
    if let own, let other, own.isNested, other.isNested {
      return own.differences(from: other, at: path)
    }
    return words(own, other, path)
  }

  private func words(_ own: JSONValue?, _ other: JSONValue?, _ path: String) -> [String] {
    guard own != other else { return [] }
    let words = [own, other].map { $0?.oneLine ?? "its default" }
    return ["\(path): \(words[0]) (a file gives \(words[1]))"]
  }

  private var isNested: Bool { array != nil || object != nil }
}
