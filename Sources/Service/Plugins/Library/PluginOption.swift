// SPDX-License-Identifier: Apache-2.0
public import Formats

/// One option of a plug-in, as its manifest declares it.
public struct PluginOption: Sendable, Equatable {
  /// The type of an option's values.
  public enum Kind: Sendable, Equatable {
    case bool
    /// An integer in a range.
    case int(ClosedRange<Int>)
    /// A number in a range.
    case number(ClosedRange<Double>)
    case text
    /// One of some words.
    case choice([String])
  }

  /// The name in manifests and configurations.
  public var name: String
  /// The type of the values.
  public var kind: Kind
  /// The default value, as text.
  public var standard: String
  /// A summary in one line; empty for none.
  public var summary: String

  /// Parses one entry of a manifest's `options`.
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
  /// Returns a value that was already taken, or throws the error of a missing key.
  fileprivate mutating func require(_ key: String, _ taken: Node?) throws(InputError) -> Node {
    if let taken { return taken }
    return try require(key)
  }
}

/// A number type of option ranges.
protocol PluginNumber: Comparable {
  /// The range of an option without one.
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
