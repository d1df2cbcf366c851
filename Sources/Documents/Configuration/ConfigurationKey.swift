// SPDX-License-Identifier: Apache-2.0
import Formats
import Orientation
import Text

/// One key of a map in the configuration file, declared once, in the `keys` of its struct.
struct ConfigurationKey<Owner: ConfigurationTable>: Sendable {
  let name: String
  /// One sentence about the key's meaning, with units, for the schema, the example and the
  /// reference.
  let summary: String
  /// Further sentences for the reference, in Markdown.
  let details: String
  /// The accepted values, in Markdown.
  let form: @Sendable () -> String
  let schema: @Sendable () -> JSONValue
  /// The value that applies if the key is missing; `nil` if no value has the same effect.
  let standard: @Sendable () -> JSONValue?
  /// The text that describes a missing key, in place of `standard`.
  let unset: String?
  /// The value's lines in the example; a single line is written beside the key, several lines below
  /// it, and without lines the example leaves the key out.
  private(set) var example: @Sendable () -> [String]
  private(set) var isRequired = false
  /// The name of the key that replaces this one, which is still read; `nil` for a current key.
  private(set) var replacement: String?
  private(set) var read: @Sendable (inout MapReader, inout Owner) throws(InputError) -> Void
  private(set) var write: @Sendable (Owner) -> JSONValue?
  /// Returns this key if it is not written, otherwise the unwritten keys inside its value; empty if
  /// `written` suppresses the key.
  private(set) var missing: @Sendable (Owner) -> [MissingKey]

  init<Value>(
    _ name: String, _ path: any WritableKeyPath<Owner, Value> & Sendable, _ codec: Codec<Value>,
    unset: String? = nil, example: String? = nil, _ summary: String, details: String = ""
  ) {
    self.init(
      name, codec, standard: { codec.write(Owner.blank[keyPath: path]) }, unset: unset,
      example: example, summary, details: details
    ) { owner, value in
      owner[keyPath: path] = value
    } get: { owner in
      owner[keyPath: path]
    }
  }

  /// Creates a key that is missing if its value is `nil`; `standard` is the value that then
  /// applies.
  init<Value>(
    _ name: String, _ path: any WritableKeyPath<Owner, Value?> & Sendable, _ codec: Codec<Value>,
    standard: JSONValue? = nil, unset: String? = nil, example: String? = nil, _ summary: String,
    details: String = ""
  ) {
    self.init(
      name, codec, standard: { standard }, unset: unset, example: example, summary,
      details: details
    ) { owner, value in
      owner[keyPath: path] = value
    } get: { owner in
      owner[keyPath: path]
    }
  }

  private init<Value>(
    _ name: String, _ codec: Codec<Value>, standard: @escaping @Sendable () -> JSONValue?,
    unset: String?, example: String?, _ summary: String, details: String,
    set: @escaping @Sendable (inout Owner, Value) -> Void,
    get: @escaping @Sendable (Owner) -> Value?
  ) {
    self.name = name
    self.summary = summary
    self.details = details
    self.unset = unset
    self.standard = standard
    write = { get($0).map(codec.write) }
    missing = { owner in
      guard let value = get(owner) else {
        return [MissingKey(name: name, meaning: unset ?? standard()?.flow ?? "not set")]
      }
      return codec.missing(value).map { $0.inside(name) }
    }
    (form, schema) = (codec.form, codec.schema)
    self.example = {
      let lines = example?.split(separator: "\n").map(String.init) ?? codec.example()
      return lines.isEmpty ? standard().map { [$0.flow] } ?? [] : lines
    }
    read = { map, owner throws(InputError) in
      if let node = map.take(name) { set(&owner, try codec.read(node)) }
    }
  }

  /// Converts the key to a key of another struct, whose map includes this map's keys.
  func inside<Outer>(
    _ path: any WritableKeyPath<Outer, Owner> & Sendable
  ) -> ConfigurationKey<Outer> {
    ConfigurationKey<Outer>(self, path)
  }

  private init<Inner>(
    _ key: ConfigurationKey<Inner>, _ path: any WritableKeyPath<Owner, Inner> & Sendable
  ) {
    (name, summary, details, form) = (key.name, key.summary, key.details, key.form)
    (schema, standard, unset, example) = (key.schema, key.standard, key.unset, key.example)
    (isRequired, replacement) = (key.isRequired, key.replacement)
    read = { map, owner throws(InputError) in try key.read(&map, &owner[keyPath: path]) }
    write = { key.write($0[keyPath: path]) }
    missing = { key.missing($0[keyPath: path]) }
  }

  func required() -> Self {
    let read = read
    var key = self
    key.isRequired = true
    key.read = { [name] map, owner throws(InputError) in
      _ = try map.require(name)
      try read(&map, &owner)
    }
    return key
  }

  func replaced(by name: String) -> Self {
    var key = self
    key.replacement = name
    return key
  }

  /// Returns the key as one that is written only if `isWritten` returns true; otherwise `missing`
  /// does not list it either.
  func written(_ isWritten: @escaping @Sendable (Owner) -> Bool) -> Self {
    let (write, missing) = (write, missing)
    var key = self
    key.write = { isWritten($0) ? write($0) : Optional.none }
    key.missing = { isWritten($0) ? missing($0) : [] }
    return key
  }

  /// Returns the key as one that is written only if its value differs from the default; otherwise
  /// `missing` lists it.
  func writtenIfChanged() -> Self {
    let (name, write, standard, unset, missing) = (name, write, standard, unset, missing)
    var key = self
    key.write = { owner in
      let value = write(owner)
      return value == standard() ? Optional.none : value
    }
    key.missing = { owner in
      guard write(owner) == standard() else { return missing(owner) }
      return [MissingKey(name: name, meaning: unset ?? standard()?.flow ?? "not set")]
    }
    return key
  }

  func leftOutOfExample() -> Self {
    var key = self
    key.example = { [] }
    return key
  }

  /// Returns the key as one that is rejected if `problem`, called after the preceding keys are
  /// read, returns a text.
  func refused(_ problem: @escaping @Sendable (Owner) -> Message?) -> Self {
    let read = read
    var key = self
    key.read = { [name] map, owner throws(InputError) in
      if let problem = problem(owner), let node = map.take(name) { throw node.error(problem) }
      try read(&map, &owner)
    }
    return key
  }

  fileprivate var describedSchema: JSONValue {
    var members: [JSONValue.Member] = [.init("description", .string(summary))]
    if replacement != nil { members.append(.init("deprecated", true)) }
    members += schema().object ?? []
    let standard = standard()
    switch standard {
    case .bool, .int, .string: members.append(.init("default", standard ?? .null))
    default: break
    }
    return .object(members)
  }

  fileprivate var exampleLines: [String] {
    let example = example()
    guard !example.isEmpty, replacement == nil else { return [] }
    let isBlock = example.count > 1
    return comment + [isBlock ? "\(name):" : "\(name): \(example[0])"]
      + (isBlock ? example.map { "  \($0)" } : [])
  }

  private var comment: [String] {
    var lines = ["#"]
    for word in summary.split(separator: " ") {
      if (lines.last ?? "").count + 1 + word.count > 96 { lines.append("#") }
      lines[lines.count - 1] += " \(word)"
    }
    return lines
  }
}

/// A struct of the configuration whose keys form a map.
protocol ConfigurationTable: Sendable {
  /// The value of an empty map.
  static var blank: Self { get }
  /// A valid map on one line, which errors show.
  static var sample: String { get }
  /// The keys, in the order in which they are read and written.
  static var keys: [ConfigurationKey<Self>] { get }
  /// Constraints in the schema that involve several keys.
  static var schemaRules: [JSONValue.Member] { get }
  /// Called when all keys have been read; throws for an invalid combination of values.
  mutating func finish(_ node: Node) throws(InputError)
}

extension ConfigurationTable {
  static var schemaRules: [JSONValue.Member] { [] }
  mutating func finish(_ node: Node) throws(InputError) {}

  init(_ node: Node) throws(InputError) {
    guard node.kind == .mapping else {
      let names = Self.keys.filter { $0.replacement == nil }.map(\.name)
      throw node.error(
        node.found, valid: ["a map of \(names.joined(separator: ", "))", "such as \(Self.sample)"])
    }
    self = Self.blank
    var map = try node.map()
    for key in Self.keys { try key.read(&map, &self) }
    try map.finish()
    try finish(node)
  }

  var map: JSONValue {
    .object(Self.keys.compactMap { key in key.write(self).map { .init(key.name, $0) } })
  }

  /// The keys that `map` leaves out, including those of nested maps, except the keys that `written`
  /// suppresses.
  var missingKeys: [MissingKey] { Self.keys.flatMap { $0.missing(self) } }

  static var schema: JSONValue {
    let required = keys.filter(\.isRequired).map { JSONValue.string($0.name) }
    return .object(
      [.init("type", "object"), .init("additionalProperties", false)]
        + (required.isEmpty ? [] : [.init("required", .array(required))])
        + [.init("properties", .object(keys.map { .init($0.name, $0.describedSchema) }))]
        + schemaRules)
  }

  static var example: [String] { keys.flatMap(\.exampleLines) }
}

/// The reading, writing and description of a key's values.
struct Codec<Value: Sendable>: Sendable {
  let read: @Sendable (Node) throws(InputError) -> Value
  let write: @Sendable (Value) -> JSONValue
  let schema: @Sendable () -> JSONValue
  let form: @Sendable () -> String
  /// The value's lines in the example; empty if the default is used as the example.
  let example: @Sendable () -> [String]
  fileprivate(set) var missing: @Sendable (Value) -> [MissingKey] = { _ in [] }
  fileprivate var sample: String?

  /// Creates a codec; the daemon never evaluates `schema`, `form` and `example`.
  init(
    schema: @autoclosure @escaping @Sendable () -> JSONValue,
    form: @autoclosure @escaping @Sendable () -> String,
    example: @autoclosure @escaping @Sendable () -> [String] = [],
    read: @escaping @Sendable (Node) throws(InputError) -> Value,
    write: @escaping @Sendable (Value) -> JSONValue
  ) {
    (self.schema, self.form, self.example) = (schema, form, example)
    (self.read, self.write) = (read, write)
  }

  static func choice(_ choices: [(name: String, value: Value)]) -> Codec where Value: Equatable {
    let names = choices.map(\.name)
    return Codec(
      schema: ["enum": .array(names.map { .string($0) })],
      form: names.map { "`\($0)`" }.joined(separator: ", ")
    ) { node throws(InputError) in
      choices[try node.oneOf(names)].value
    } write: { value in
      .string(choices.first { $0.value == value }?.name ?? "")
    }
  }

  static func list<Element>(_ element: Codec<Element>) -> Codec where Value == [Element] {
    Codec(
      schema: ["type": "array", "items": element.schema()],
      form: "a list, each \(element.form())"
    ) {
      node throws(InputError) in
      if node.kind != .sequence, let sample = element.sample {
        throw node.error(node.found, valid: ["a list", "such as [\(sample)]"])
      }
      return try node.sequence(element.read)
    } write: { values in
      .array(values.map(element.write))
    }
  }

  /// Returns a codec that reads a map, or a short form of the map, and writes as `short` does.
  static func map(orShort short: Codec) -> Codec where Value: ConfigurationTable {
    var codec = Codec(
      schema: ["anyOf": [short.schema(), Value.schema]],
      form: "\(short.form()), or \(table.form())", example: Value.example
    ) { node throws(InputError) in
      node.kind == .mapping ? try Value(node) : try short.read(node)
    } write: {
      short.write($0)
    }
    codec.missing = { $0.missingKeys }
    codec.sample = Value.sample
    return codec
  }
}

extension Codec where Value: ConfigurationTable {
  static var table: Codec {
    var codec = Codec(
      schema: Value.schema,
      form: Value.keys.count > 8
        ? "a map" : "a map of \(Value.keys.map { "`\($0.name)`" }.joined(separator: ", "))",
      example: Value.example
    ) { node throws(InputError) in
      try Value(node)
    } write: {
      $0.map
    }
    codec.missing = { $0.missingKeys }
    codec.sample = Value.sample
    return codec
  }
}

extension Codec where Value: RawRepresentable & CaseIterable & Equatable, Value.RawValue == String {
  static var word: Codec { choice(Value.allCases.map { ($0.rawValue, $0) }) }
}

extension Codec<Bool> {
  static let bool = Codec(schema: ["type": "boolean"], form: "`true`, `false`") {
    node throws(InputError) in
    try node.bool()
  } write: {
    .bool($0)
  }
}

extension Codec<String> {
  static let text = Codec(schema: ["type": "string"], form: "text") {
    node throws(InputError) in
    try node.string()
  } write: {
    .string($0)
  }
}

extension Codec<Int64> {
  /// Returns a codec for whole numbers of a unit in the file; the value and `range` count fractions
  /// of the unit, `parts` per unit.
  static func integer(_ range: ClosedRange<Int64>, parts: Int64 = 1) -> Codec {
    let range = Int(range.lowerBound / parts)...Int(range.upperBound / parts)
    return Codec(schema: schema(range), form: "\(range.lowerBound) to \(range.upperBound)") {
      node throws(InputError) in
      Int64(try node.int(in: range)) * parts
    } write: {
      .int($0 / parts)
    }
  }

  fileprivate static func schema(_ range: ClosedRange<Int>) -> JSONValue {
    [
      "type": "integer", "minimum": .int(Int64(range.lowerBound)),
      "maximum": .int(Int64(range.upperBound)),
    ]
  }
}

extension Codec<Duration> {
  static func milliseconds(_ range: ClosedRange<Int>) -> Codec {
    Codec(
      schema: Codec<Int64>.schema(range), form: "\(range.lowerBound) to \(range.upperBound)"
    ) { node throws(InputError) in
      .milliseconds(try node.int(in: range))
    } write: {
      .int($0.milliseconds)
    }
  }
}

extension Codec<[String]> {
  static let names = Codec(
    schema: [
      "anyOf": [
        ["type": "string"],
        ["type": "array", "minItems": 1, "uniqueItems": true, "items": ["type": "string"]],
      ]
    ], form: "a name, or a list of names"
  ) { node throws(InputError) in
    guard node.kind == .sequence else { return [try node.string()] }
    let items = try node.sequence()
    guard !items.isEmpty else { throw node.error("an empty list", valid: ["names"]) }
    var names: [String] = []
    for item in items {
      let name = try item.string()
      guard !names.contains(name) else { throw item.error(ConfigurationPhrase.twice(item.found)) }
      names.append(name)
    }
    return names
  } write: {
    .array($0.map { .string($0) })
  }
}

/// A key that a written configuration leaves out, and the value that applies instead.
struct MissingKey: Sendable {
  /// The names of the enclosing maps and of the key, joined by dots.
  let name: String
  /// The value that applies instead, or words for it.
  let meaning: String

  fileprivate func inside(_ outer: String) -> MissingKey {
    MissingKey(name: "\(outer).\(name)", meaning: meaning)
  }
}
