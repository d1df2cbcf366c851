// SPDX-License-Identifier: Apache-2.0
// A module that takes the place of the toolchain's FoundationEssentials in the installed programs.
//
// swift-argument-parser is all that imports it there, for two things: the words of an error, and
// `--experimental-dump-help` as JSON. The toolchain's module would bring five megabytes for that.
// scripts/build-release builds it; everything else is built with the real one.

/// An error with words for people.
public protocol LocalizedError: Error {
  /// The words; nil for none.
  var errorDescription: String? { get }
}

/// Bytes.
public struct Data {
  fileprivate let bytes: [UInt8]
}

/// Writes values as JSON, in one line.
public final class JSONEncoder {
  /// How JSON is laid out, of which nothing is heeded.
  public struct OutputFormatting: OptionSet, Sendable {
    /// The options as bits.
    public let rawValue: UInt

    /// Takes the options as bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Over several lines.
    public static let prettyPrinted = OutputFormatting(rawValue: 1)
    /// With the members of objects in the order of their names.
    public static let sortedKeys = OutputFormatting(rawValue: 2)
  }

  /// How to lay it out.
  public var outputFormatting: OutputFormatting = []

  /// Makes a writer.
  public init() {}

  /// Writes a value; throws what the value throws.
  public func encode<Value: Encodable>(_ value: Value) throws -> Data {
    Data(bytes: Array(try Node(value).text.utf8))
  }
}

extension String {
  /// How text is kept in bytes.
  public struct Encoding: Sendable {
    /// UTF-8, which is all there is.
    public static let utf8 = Encoding()
  }

  /// Reads bytes; nil if they are no text.
  public init?(data: Data, encoding: Encoding) { self.init(validating: data.bytes, as: UTF8.self) }
}

/// A JSON value that is being made.
private final class Node {
  /// What it is as text, or what it consists of.
  private enum Content {
    case scalar(String)
    case array([Node])
    case object([(name: String, node: Node)])
  }

  private var content = Content.scalar("null")

  init() {}

  init(_ value: some Encodable) throws { try set(value) }

  func set(_ value: some Encodable) throws {
    switch value {
    case let text as String: content = .scalar(Self.quoted(text))
    case let flag as Bool: content = .scalar("\(flag)")
    case let number as any BinaryInteger: content = .scalar("\(number)")
    case let number as any BinaryFloatingPoint: content = .scalar("\(number)")
    default: try value.encode(to: Writer(node: self))
    }
  }

  func makeObject() { if case .object = content {} else { content = .object([]) } }
  func makeArray() { if case .array = content {} else { content = .array([]) } }

  var count: Int { if case .array(let nodes) = content { nodes.count } else { 0 } }

  /// Adds an element that is to be filled.
  func element() -> Node {
    let node = Node()
    if case .array(let nodes) = content { content = .array(nodes + [node]) }
    return node
  }

  /// Adds a member that is to be filled.
  func member(_ key: any CodingKey) -> Node {
    let node = Node()
    if case .object(let members) = content {
      content = .object(members + [(key.stringValue, node)])
    }
    return node
  }

  var text: String {
    switch content {
    case .scalar(let text): text
    case .array(let nodes): "[\(nodes.map(\.text).joined(separator: ","))]"
    case .object(let members):
      "{\(members.map { "\(Self.quoted($0.name)):\($0.node.text)" }.joined(separator: ","))}"
    }
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\\(scalar)"
      case "\u{0}"..<" ":
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}

/// Lets a value write itself into a node.
private struct Writer: Encoder, SingleValueEncodingContainer {
  let node: Node
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    node.makeObject()
    return KeyedEncodingContainer(Members<Key>(node: node))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    node.makeArray()
    return Elements(node: node)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }
  func encodeNil() {}
  func encode<Value: Encodable>(_ value: Value) throws { try node.set(value) }
}

private struct Members<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let node: Node
  var codingPath: [any CodingKey] { [] }

  func encodeNil(forKey key: Key) { _ = node.member(key) }
  func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    try node.member(key).set(value)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    Writer(node: node.member(key)).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    Writer(node: node.member(key)).unkeyedContainer()
  }

  func superEncoder() -> any Encoder { Writer(node: node) }
  func superEncoder(forKey key: Key) -> any Encoder { Writer(node: node.member(key)) }
}

private struct Elements: UnkeyedEncodingContainer {
  let node: Node
  var codingPath: [any CodingKey] { [] }
  var count: Int { node.count }

  func encodeNil() { _ = node.element() }
  func encode<Value: Encodable>(_ value: Value) throws { try node.element().set(value) }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) -> KeyedEncodingContainer<Nested> {
    Writer(node: node.element()).container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    Writer(node: node.element()).unkeyedContainer()
  }

  func superEncoder() -> any Encoder { Writer(node: node.element()) }
}
