// SPDX-License-Identifier: Apache-2.0
import CSwivelPlugin
public import Configuration
public import Formats
import Text

/// A plug-in's manifest, a file beside the library, which is read without running the library's
/// code.
public struct PluginManifest: Sendable, Equatable {
  /// The suffix of every manifest's file name.
  public static let suffix = ".swivel-plugin.json"
  /// The version of the manifest's format.
  public static let schema = 1
  /// The largest manifest that is read, in bytes.
  static let maximumBytes = 256 << 10
  /// The valid budgets of a call, in microseconds.
  static let budgets = 1...1_000_000

  /// The manifest's own path.
  public var path: String
  /// The plug-in's name in configurations, verdicts and explanations; a rule set's follows
  /// `plugin:`.
  public var id: String
  /// The kind of the plug-in.
  public var kind: PluginKind
  /// The version of the C interface that the plug-in requires.
  public var abi: PluginABI
  /// The path of the library.
  public var library: String
  /// The time limit of one call.
  public var budget: Duration
  /// The options in the order of the file.
  public var options: [PluginOption]
  /// A summary in one line; empty for none.
  public var summary: String

  /// Reads a manifest; throws if it cannot be read, or `parse` throws.
  public static func load(path: String) throws(InputError) -> PluginManifest {
    try parse(try InputFile.read(path: path, atMost: maximumBytes), file: path)
  }

  /// Parses a manifest; `file` is its path, beside which the library must be.
  ///
  /// Throws if the text is not JSON, a value is invalid, or this program does not provide the
  /// version of the interface.
  public static func parse(_ bytes: [UInt8], file: String) throws(InputError) -> PluginManifest {
    // The file must be JSON, so that other programs can read it. The YAML parser then reads it with
    // the places for error messages.
    _ = try JSONValue.parse(bytes, file: file)
    return try PluginManifest(try Document.parse(bytes, file: file).root, path: file)
  }

  private init(_ root: Node, path: String) throws(InputError) {
    self.path = path
    var map = try root.map()
    let schema = try map.require("swivel-plugin")
    _ = try schema.int(in: Self.schema...Self.schema)
    let idNode = try map.require("id")
    id = try idNode.string()
    guard PluginName.isValid(id) else { throw PluginName.error(id, at: idNode) }
    kind = try map.require("kind").oneOf(PluginKind.self)
    let abiNode = try map.require("abi")
    var abiMap = try abiNode.map()
    abi = PluginABI(
      major: try abiMap.require("major").int(in: 1...1_000),
      minor: try abiMap.require("minor").int(in: 0...1_000))
    try abiMap.finish()
    let libraryNode = try map.require("library")
    let name = try libraryNode.string()
    // The library must be beside the manifest, so that a manifest cannot name a system library.
    guard !name.isEmpty, !name.hasPrefix("."), !name.contains("/"), !name.utf8.contains(0) else {
      throw libraryNode.error(
        "the library \(UntrustedText(name).quoted)",
        valid: ["the name of a file beside the manifest"])
    }
    library = FilePath.directory(of: path) + name
    budget = CallBudget.usual
    if let node = map.take("budget-microseconds") {
      budget = .microseconds(try node.int(in: Self.budgets))
    }
    summary = try map.take("summary")?.string() ?? ""
    options =
      try map.take("options")?.sequence { node throws(InputError) in try PluginOption(node) } ?? []
    try map.finish()
    for (index, option) in options.enumerated()
    where options[..<index].contains(where: { $0.name == option.name }) {
      throw root.error("two options called \(UntrustedText(option.name).quoted)")
    }
    guard abi.runsHere else {
      throw abiNode.error(
        "version \(abi) of the plug-in interface",
        valid: ["\(PluginABI.own.major).0 to \(PluginABI.own)"])
    }
  }

  /// Returns the values of all options by name: the configured ones and otherwise the defaults;
  /// throws for an unknown option or an invalid value.
  public func values(_ given: [PluginSetting]) throws(InputError) -> [String: String] {
    var values: [String: String] = [:]
    for option in options { values[option.name] = option.standard }
    for setting in given {
      guard let option = options.first(where: { $0.name == setting.name }) else {
        throw setting.mark.error(
          "the unknown option \(UntrustedText(setting.name).quoted) of the plug-in \(id)",
          valid: options.map(\.name), near: setting.name)
      }
      values[setting.name] = try option.value(setting.value)
    }
    return values
  }
}

/// The kind of a plug-in; raw values are those of manifests.
public enum PluginKind: String, Sendable, Hashable, CaseIterable {
  case policy
  case ruleSet = "rule-set"
  case sensor

  var number: UInt32 {
    switch self {
    case .policy: SWIVEL_KIND_POLICY
    case .ruleSet: SWIVEL_KIND_RULE_SET
    case .sensor: SWIVEL_KIND_SENSOR
    }
  }
}

/// The rules for names of plug-ins and of their options.
public enum PluginName {
  /// The longest name, in bytes.
  public static let longest = 64
  /// The rule for names, as error messages state it.
  public static let rule = "1 to 64 lower-case letters, digits, - and ., a letter first"

  /// Returns whether a text is a valid name.
  public static func isValid(_ name: String) -> Bool {
    guard let first = name.utf8.first, (0x61...0x7A).contains(first), name.utf8.count <= longest
    else { return false }
    return name.utf8.allSatisfy { byte in
      (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == 0x2D || byte == 0x2E
    }
  }

  static func error(_ name: String, at node: Node) -> InputError {
    node.error("the name \(UntrustedText(name).quoted)", valid: [rule])
  }
}

/// A version of the C interface.
public struct PluginABI: Sendable, Hashable, CustomStringConvertible {
  /// The major version, which changes with incompatible changes; part of the entry function's name.
  public var major: Int
  /// The minor version, which grows with additions.
  public var minor: Int

  /// The version that this program provides.
  public static let own = PluginABI(major: Int(SWIVEL_ABI_MAJOR), minor: Int(SWIVEL_ABI_MINOR))
  /// The name of the function that a library must export.
  public static let entry = "swivel_plugin_entry_v\(own.major)"

  /// Whether this program can load a plug-in for this version.
  public var runsHere: Bool { major == Self.own.major && minor <= Self.own.minor }

  /// The usual notation, such as `1.0`.
  public var description: String { "\(major).\(minor)" }
}

/// The error of a library that cannot be used, in words for the user.
public struct PluginError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The plug-in's name.
  public let id: String
  /// The cause and, if one is known, the remedy.
  public let reason: String

  init(_ manifest: PluginManifest, _ reason: String) {
    id = manifest.id
    self.reason = reason
  }

  /// One line with the plug-in's name.
  public var description: String { "plug-in \"\(id)\": \(reason)" }
}

/// A plug-in's option, as its manifest declares it.
public struct PluginOption: Sendable, Equatable {
  /// The type of an option's values.
  public enum Kind: Sendable, Equatable {
    case bool
    case int(ClosedRange<Int>)
    case number(ClosedRange<Double>)
    case text
    case choice([String])
  }

  /// The option's name in manifests and configurations.
  public var name: String
  /// The type of the values.
  public var kind: Kind
  /// The default value, as text.
  public var standard: String
  /// A summary in one line; empty for none.
  public var summary: String

  init(_ node: Node) throws(InputError) {
    var map = try node.map()
    let nameNode = try map.require("name")
    name = try nameNode.string()
    guard PluginName.isValid(name) else { throw PluginName.error(name, at: nameNode) }
    let type = try map.require("type")
    let types = ["bool", "int", "number", "text", "choice"]
    let range = map.take("range")
    let choices = map.take("choices")
    switch types[try type.oneOf(types)] {
    case "bool": kind = .bool
    case "int": kind = .int(try Self.bounds(range) { node throws(InputError) in try node.int() })
    case "number":
      kind = .number(try Self.bounds(range) { node throws(InputError) in try node.double() })
    case "text": kind = .text
    default:
      let words = try map.require("choices", choices).strings()
      guard !words.isEmpty else { throw node.error("an option with nothing to choose from") }
      kind = .choice(words)
    }
    if let range, !kind.hasRange { throw range.error("a range of an option that has none") }
    if let choices, !kind.hasChoices { throw choices.error("choices of an option that has none") }
    summary = try map.take("summary")?.string() ?? ""
    let standardNode = try map.require("default")
    standard = ""
    try map.finish()
    standard = try value(standardNode)
  }

  /// Returns a configured value as text; throws if its type or range is wrong.
  public func value(_ node: Node) throws(InputError) -> String {
    switch kind {
    case .bool: try node.bool() ? "true" : "false"
    case .int(let range): "\(try node.int(in: range))"
    case .number(let range): "\(try node.double(in: range))"
    case .text: try node.string()
    case .choice(let words): words[try node.oneOf(words)]
    }
  }

  private static func bounds<Number: Comparable>(
    _ node: Node?, _ read: (Node) throws(InputError) -> Number
  ) throws(InputError) -> ClosedRange<Number> where Number: PluginNumber {
    guard let node else { return Number.everything }
    let ends = try node.sequence(count: 2)
    let (low, high) = (try read(ends[0]), try read(ends[1]))
    guard low <= high else { throw node.error("a range that ends before it begins") }
    return low...high
  }
}

extension PluginOption.Kind {
  fileprivate var hasRange: Bool {
    switch self {
    case .int, .number: true
    case .bool, .text, .choice: false
    }
  }

  fileprivate var hasChoices: Bool { if case .choice = self { true } else { false } }
}

extension MapReader {
  /// Returns the value of a key that was read, or throws the error that the key is missing.
  fileprivate mutating func require(_ key: String, _ taken: Node?) throws(InputError) -> Node {
    if let taken { return taken }
    return try require(key)
  }
}

private protocol PluginNumber: Comparable {
  /// The range of an option that declares none.
  static var everything: ClosedRange<Self> { get }
}

extension Int: PluginNumber {
  static var everything: ClosedRange<Int> { Int(Int32.min)...Int(Int32.max) }
}

extension Double: PluginNumber {
  static var everything: ClosedRange<Double> {
    -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude
  }
}
