// SPDX-License-Identifier: Apache-2.0
import Text

/// One value of a YAML document, with its place in the file.
public struct Node: Equatable, Sendable {
  /// The value itself.
  public let content: Content
  /// The beginning of the value.
  public let mark: Mark

  /// Creates a node from a value and its place.
  public init(_ content: Content, at mark: Mark) {
    self.content = content
    self.mark = mark
  }

  /// Returns the error that reports `problem` at this value; see ``Mark/error(_:valid:near:)``.
  public func error(
    _ problem: String, valid: [String] = [], near given: String? = nil
  ) -> InputError {
    mark.error(problem, valid: valid, near: given)
  }

  /// The three kinds of YAML nodes.
  public enum Content: Equatable, Sendable {
    /// Text; only plain text (without quotes or block markers) may be a number, bool or null.
    case scalar(String, isPlain: Bool)
    /// A list.
    case sequence([Node])
    /// A map in the order of the file, without duplicate names.
    case mapping([Pair])
  }

  /// The type of a value by the YAML 1.2 core schema, with one spelling of bool and null.
  public enum Kind: Equatable, Sendable {
    /// Plain `null`, `~` or empty text.
    case null
    /// Plain `true` or `false`.
    case bool
    /// A plain whole number.
    case int
    /// A plain number with a point or an exponent, infinity or NaN.
    case double
    /// Any other plain text, and everything in quotes.
    case text
    /// A list.
    case sequence
    /// A map.
    case mapping
  }

  /// The type of this value, for keys with values of several types.
  public var kind: Kind {
    switch content {
    case .scalar(let text, isPlain: true): PlainScalar.kind(of: text)
    case .scalar: .text
    case .sequence: .sequence
    case .mapping: .mapping
    }
  }

  /// Whether this value is `null`, `~` or empty.
  public var isNull: Bool { kind == .null }

  /// The value, as described in error messages.
  package var found: String {
    switch content {
    case .sequence: return "a list"
    case .mapping: return "a map"
    case .scalar("", isPlain: true): return "nothing"
    case .scalar(let text, let isPlain):
      if kind == .text {
        return isPlain ? UntrustedText(text).quoted : "text \(UntrustedText(text).quoted)"
      }
      // Numbers, bools and null hold no quotes or control characters, but may be long.
      return text.utf8.count <= 60 ? text : UntrustedText(text).quoted
    }
  }

  /// A key of a map and its value.
  public struct Pair: Equatable, Sendable {
    /// The key's text.
    public let name: String
    /// The beginning of the key.
    public let mark: Mark
    /// The value.
    public let value: Node

    /// Creates a pair.
    public init(name: String, at mark: Mark, value: Node) {
      self.name = name
      self.mark = mark
      self.value = value
    }

    /// The key as a text node, for typed reading.
    public var key: Node { Node(.scalar(name, isPlain: false), at: mark) }
  }

  /// Returns the text; a plain number, bool or null is an error.
  public func string() throws(InputError) -> String {
    guard case .scalar(let text, _) = content else { throw error(found, valid: ["text"]) }
    switch kind {
    case .null: throw error(found, valid: ["text"])
    case .bool, .int, .double:
      throw error(found, valid: ["text (write \(UntrustedText(text).quoted))"])
    default: return text
    }
  }

  /// Returns plain `true` or `false`; `yes`, `no`, `on`, `off` and other spellings are errors.
  public func bool() throws(InputError) -> Bool {
    let names = ["true", "false"]
    guard case .scalar(let text, let isPlain) = content else { throw error(found, valid: names) }
    if isPlain, text == "true" { return true }
    if isPlain, text == "false" { return false }
    let meant: String? =
      switch text.lowercased() {
      case "yes", "on", "y", "true": "true"
      case "no", "off", "n", "false": "false"
      default: nil
      }
    throw error(found, valid: names, near: meant ?? text)
  }

  /// Returns a plain whole number within a range.
  public func int(in range: ClosedRange<Int> = Int.min...Int.max) throws(InputError) -> Int {
    if case .scalar(let text, isPlain: true) = content, let value = PlainScalar.integer(text),
      range.contains(value)
    {
      return value
    }
    let isOpen = range == Int.min...Int.max
    let wanted =
      isOpen
      ? "a whole number" : "a whole number from \(range.lowerBound) to \(range.upperBound)"
    throw error(found, valid: [wanted])
  }

  /// Returns a plain finite number, whole or not, within a range.
  public func double(
    in range: ClosedRange<Double> = -Double
      .greatestFiniteMagnitude...Double
      .greatestFiniteMagnitude
  ) throws(InputError) -> Double {
    if case .scalar(let text, isPlain: true) = content, let value = PlainScalar.number(text),
      range.contains(value)
    {
      return value
    }
    let isOpen = range.upperBound == .greatestFiniteMagnitude
    let wanted =
      isOpen ? "a finite number" : "a number from \(range.lowerBound) to \(range.upperBound)"
    throw error(found, valid: [wanted])
  }

  /// Returns the entries of a list.
  public func sequence() throws(InputError) -> [Node] {
    guard case .sequence(let items) = content else { throw error(found, valid: ["a list"]) }
    return items
  }

  /// Returns the entries of a list, each read by a function.
  public func sequence<Value>(
    _ read: (Node) throws(InputError) -> Value
  ) throws(InputError) -> [Value] {
    var values: [Value] = []
    for item in try sequence() { values.append(try read(item)) }
    return values
  }

  /// Returns the entries of a list of texts.
  public func strings() throws(InputError) -> [String] {
    try sequence { (item) throws(InputError) in try item.string() }
  }

  /// Returns the entries of a list with an exact number of entries.
  public func sequence(count: Int) throws(InputError) -> [Node] {
    let items = try sequence()
    guard items.count == count else {
      throw error("a list of \(items.count)", valid: ["a list of \(count)"])
    }
    return items
  }

  /// Returns the index of the name among several names.
  public func oneOf(_ names: [String]) throws(InputError) -> Int {
    guard case .scalar(let text, _) = content else { throw error(found, valid: names) }
    guard let index = names.firstIndex(of: text) else {
      throw error(found, valid: names, near: text)
    }
    return index
  }

  /// Returns the enumeration case with this raw value.
  public func oneOf<Value>(_ type: Value.Type) throws(InputError) -> Value
  where Value: CaseIterable & RawRepresentable<String> {
    let cases = Array(type.allCases)
    return cases[try oneOf(cases.map(\.rawValue))]
  }

  /// Returns the pairs of a map with arbitrary keys, in the order of the file.
  public func pairs() throws(InputError) -> [Pair] {
    guard case .mapping(let pairs) = content else { throw error(found, valid: ["a map"]) }
    return pairs
  }

  /// Returns a reader of a map with known keys; call ``MapReader/finish(alsoValid:)`` at the end.
  public func map() throws(InputError) -> MapReader {
    MapReader(try pairs(), at: mark)
  }
}
