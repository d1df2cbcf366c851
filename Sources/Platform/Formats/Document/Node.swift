// SPDX-License-Identifier: Apache-2.0
public import Text

/// One value of a YAML document, with its place in the file.
public struct Node: Equatable, Sendable {
  /// The value itself.
  public let content: Content
  /// The place where the value begins.
  public let mark: Mark

  /// Creates a node from a value and its place.
  public init(_ content: Content, at mark: Mark) {
    self.content = content
    self.mark = mark
  }

  /// Returns an error at this value; see ``Mark/error(_:valid:near:)``.
  public func error(
    _ problem: String, valid: [String] = [], near given: String? = nil
  ) -> InputError {
    mark.error(problem, valid: valid, near: given)
  }

  /// Returns an error at this value with a problem in every language.
  public func error(
    _ problem: Message, valid: [String] = [], near given: String? = nil
  ) -> InputError {
    mark.error(problem, valid: valid, near: given)
  }

  /// The three kinds of YAML nodes.
  public enum Content: Equatable, Sendable {
    /// Text; only plain text, without quotes or block markers, may be a number, bool or null.
    case scalar(String, isPlain: Bool)
    /// A list.
    case sequence([Node])
    /// A map in the order of the file, without repeated keys.
    case mapping([Pair])
  }

  /// The type of a value by YAML 1.2's core schema, restricted to one spelling of bool and null.
  public enum Kind: Equatable, Sendable {
    /// Plain `null`, `~` or empty text.
    case null
    /// Plain `true` or `false`.
    case bool
    /// A plain whole number.
    case int
    /// A plain number with a point or an exponent, infinity or NaN.
    case double
    /// Any other plain text, or quoted text.
    case text
    /// A list.
    case sequence
    /// A map.
    case mapping
  }

  /// The type of the value, for keys that accept several types.
  public var kind: Kind {
    switch content {
    case .scalar(let text, isPlain: true): PlainScalar.kind(of: text)
    case .scalar: .text
    case .sequence: .sequence
    case .mapping: .mapping
    }
  }

  /// Whether this value is plain `null`, `~` or empty text.
  public var isNull: Bool { kind == .null }

  package var found: String {
    switch content {
    case .sequence: return "a list"
    case .mapping: return "a map"
    case .scalar("", isPlain: true): return "nothing"
    case .scalar(let text, let isPlain):
      if kind == .text {
        return isPlain ? UntrustedText(text).quoted : "text \(UntrustedText(text).quoted)"
      }
      // Numbers, bools and null contain no quotes or control characters, but may be long.
      return text.utf8.count <= 60 ? text : UntrustedText(text).quoted
    }
  }

  /// A key of a map and its value.
  public struct Pair: Equatable, Sendable {
    /// The key's text.
    public let name: String
    /// The place where the key begins.
    public let mark: Mark
    /// The value that belongs to the key.
    public let value: Node

    /// Creates a pair.
    public init(name: String, at mark: Mark, value: Node) {
      self.name = name
      self.mark = mark
      self.value = value
    }

    /// The key as a text node, so that it can be read as a typed value.
    public var key: Node { Node(.scalar(name, isPlain: false), at: mark) }
  }

  /// Returns the text; throws for a plain number, bool or null, and for a list or map.
  public func string() throws(InputError) -> String {
    guard case .scalar(let text, _) = content else { throw error(found, valid: ["text"]) }
    switch kind {
    case .null: throw error(found, valid: ["text"])
    case .bool, .int, .double:
      throw error(found, valid: ["text (write \(UntrustedText(text).quoted))"])
    default: return text
    }
  }

  /// Returns plain `true` or `false`; throws for anything else, such as `yes`, `no`, `on` and
  /// `off`.
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

  /// Returns a plain whole number; throws for any other value and for a number outside the range.
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

  /// Returns a plain finite number, whole or not; throws for any other value and for a number
  /// outside the range.
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

  /// Returns the entries of a list; throws for any other value.
  public func sequence() throws(InputError) -> [Node] {
    guard case .sequence(let items) = content else { throw error(found, valid: ["a list"]) }
    return items
  }

  /// Returns the entries of a list, each converted by a function; throws for any other value.
  public func sequence<Value>(
    _ read: (Node) throws(InputError) -> Value
  ) throws(InputError) -> [Value] {
    var values: [Value] = []
    for item in try sequence() { values.append(try read(item)) }
    return values
  }

  /// Returns the entries of a list of texts; throws for any other value.
  public func strings() throws(InputError) -> [String] {
    try sequence { (item) throws(InputError) in try item.string() }
  }

  /// Returns the entries of a list; throws for any other value, and if their number differs from
  /// `count`.
  public func sequence(count: Int) throws(InputError) -> [Node] {
    let items = try sequence()
    guard items.count == count else {
      throw error(InputPhrase.items("\(items.count)"), valid: ["a list of \(count)"])
    }
    return items
  }

  /// Returns the index, from 0, of the node's text among several names; throws if it is none of
  /// them.
  public func oneOf(_ names: [String]) throws(InputError) -> Int {
    guard case .scalar(let text, _) = content else { throw error(found, valid: names) }
    guard let index = names.firstIndex(of: text) else {
      throw error(found, valid: names, near: text)
    }
    return index
  }

  /// Returns the enumeration case whose raw value is the node's text; throws if there is none.
  public func oneOf<Value>(_ type: Value.Type) throws(InputError) -> Value
  where Value: CaseIterable & RawRepresentable<String> {
    let cases = Array(type.allCases)
    return cases[try oneOf(cases.map { $0.rawValue })]
  }

  /// Returns the pairs of a map with arbitrary keys, in the order of the file; throws for any other
  /// value.
  public func pairs() throws(InputError) -> [Pair] {
    guard case .mapping(let pairs) = content else { throw error(found, valid: ["a map"]) }
    return pairs
  }

  /// Returns a reader of a map with known keys; throws for any other value.
  ///
  /// ``MapReader/finish()`` must be called at the end.
  public func map() throws(InputError) -> MapReader {
    MapReader(try pairs(), at: mark)
  }
}

/// A reader of a map, key by key, which reports keys that were not read.
///
/// The requested keys count as the valid ones, which an error about another key lists.
public struct MapReader: Sendable {
  /// The place where the map begins.
  public let mark: Mark
  private let pairs: [Node.Pair]
  private var isTaken: [Bool]
  private var known: [String] = []
  private var forbidden: [String: String] = [:]

  /// Creates a reader for the pairs of a map.
  public init(_ pairs: [Node.Pair], at mark: Mark) {
    self.pairs = pairs
    self.mark = mark
    isTaken = Array(repeating: false, count: pairs.count)
  }

  /// Returns the value of a key and counts it as read; `nil` if the key is absent.
  ///
  /// `key: null` is a value.
  public mutating func take(_ key: String) -> Node? {
    if !known.contains(key) { known.append(key) }
    guard let index = pairs.firstIndex(where: { $0.name == key }) else { return nil }
    isTaken[index] = true
    return pairs[index].value
  }

  /// Returns the value of a required key and counts it as read; throws if the key is absent.
  public mutating func require(_ key: String) throws(InputError) -> Node {
    if let value = take(key) { return value }
    let names = pairs.prefix(8).map { UntrustedText($0.name).quoted }
    let quoted = UntrustedText(key).quoted
    throw mark.error(
      names.isEmpty
        ? InputPhrase.noKey(quoted)
        : InputPhrase.otherKeys(quoted, names.joined(separator: ", ")), valid: [key])
  }

  /// Sets the problem of a key that is valid only elsewhere, which `finish` throws as an error if
  /// the map has the key.
  public mutating func forbid(_ key: String, problem: @autoclosure () -> String) {
    if pairs.contains(where: { $0.name == key }) { forbidden[key] = problem() }
  }

  /// The pairs whose keys were not taken, in the order of the file.
  public var remaining: [Node.Pair] {
    pairs.indices.filter { !isTaken[$0] }.map { pairs[$0] }
  }

  /// Throws an error about the first key in the file that was not taken.
  public func finish() throws(InputError) {
    guard let pair = remaining.first else { return }
    if let problem = forbidden[pair.name] { throw pair.mark.error(problem, valid: known) }
    throw pair.mark.error(
      InputPhrase.unknownKey(UntrustedText(pair.name).quoted), valid: known, near: pair.name)
  }
}

/// The parser of plain scalars by the core schema of YAML 1.2.2 (10.3.2), with one spelling per
/// bool and null.
enum PlainScalar {
  static func kind(of text: String) -> Node.Kind {
    switch text {
    case "", "~", "null": .null
    case "true", "false": .bool
    case let text where isInteger(text.utf8): .int
    case let text where NumberSyntax.isDecimal(text.utf8) || isSpecial(text): .double
    default: .text
    }
  }

  /// Returns a whole number in the notations `15`, `-15`, `+15`, `0o17` and `0xf`; `nil` for other
  /// text, or if `Int` cannot hold it.
  static func integer(_ text: String) -> Int? {
    guard isInteger(text.utf8) else { return nil }
    if text.hasPrefix("0o") { return Int(text.dropFirst(2), radix: 8) }
    if text.hasPrefix("0x") { return Int(text.dropFirst(2), radix: 16) }
    return Int(text)
  }

  /// Returns a finite number, whole or not; `nil` for other text, infinities and NaN.
  static func number(_ text: String) -> Double? {
    if let whole = integer(text) { return Double(whole) }
    guard NumberSyntax.isDecimal(text.utf8), let value = Double(text), value.isFinite else {
      return nil
    }
    return value
  }

  private static func isInteger(_ text: String.UTF8View) -> Bool {
    let bytes = Array(text.prefix(2))
    if bytes == Array("0o".utf8) {
      let digits = text.dropFirst(2)
      return !digits.isEmpty && digits.allSatisfy { (0x30...0x37).contains($0) }
    }
    if bytes == Array("0x".utf8) {
      let digits = text.dropFirst(2)
      return !digits.isEmpty && digits.allSatisfy { NumberSyntax.hexValue($0) != nil }
    }
    let digits = NumberSyntax.withoutSign(text[...])
    return !digits.isEmpty && digits.allSatisfy(NumberSyntax.isDigit)
  }

  private static func isSpecial(_ text: String) -> Bool {
    let unsigned = text.hasPrefix("-") || text.hasPrefix("+") ? String(text.dropFirst()) : text
    return [".inf", ".Inf", ".INF"].contains(unsigned) || [".nan", ".NaN", ".NAN"].contains(text)
  }
}
