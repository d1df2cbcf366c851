// SPDX-License-Identifier: Apache-2.0
public import Formats
import Text

/// One entry of a configuration's `plugins`: a plug-in to load, and its options.
public struct PluginChoice: Equatable, Sendable {
  /// The plug-in's name, or the path of its manifest.
  public var id: String
  /// The options that the configuration sets.
  public var options: [PluginSetting]
  /// The place of the entry.
  public var mark: Mark

  /// Creates an entry.
  public init(id: String, options: [PluginSetting] = [], mark: Mark) {
    self.id = id
    self.options = options
    self.mark = mark
  }
}

extension PluginChoice: ConfigurationTable {
  static var blank: PluginChoice { PluginChoice(id: "", mark: Mark(file: "")) }
  static var sample: String { "{id: portrait-reader}" }

  static let keys: [ConfigurationKey<PluginChoice>] = [
    .init(
      "id", \.id, .text, unset: "required", "The plug-in's name, or the path of its manifest."
    ).required(),
    .init("options", \.options, .options, "Options that the plug-in's manifest has."),
  ]

  mutating func finish(_ node: Node) { mark = node.mark }
}

extension Codec<[PluginSetting]> {
  fileprivate static let options = Codec(schema: ["type": "object"], form: "a map") {
    node throws(InputError) in
    try node.pairs().map { PluginSetting(name: $0.name, value: $0.value, mark: $0.mark) }
  } write: {
    .object($0.map { .init($0.name, JSONValue($0.value)) })
  }
}

extension Codec<PluginChoice> {
  private static let entry = Codec.map(
    orShort: Codec(schema: ["type": "string"], form: "a name") { node throws(InputError) in
      PluginChoice(id: try node.string(), mark: node.mark)
    } write: {
      $0.options.isEmpty ? .string($0.id) : $0.map
    })
}

extension Codec<[PluginChoice]> {
  /// A codec for a list in which no plug-in occurs twice.
  static let plugins = Codec(
    schema: list(Codec<PluginChoice>.entry).schema(), form: list(Codec<PluginChoice>.entry).form()
  ) { node throws(InputError) in
    guard node.kind == .sequence else {
      throw node.error(node.found, valid: ["a list", "such as [portrait-reader]"])
    }
    var choices: [PluginChoice] = []
    for item in try node.sequence() {
      let choice = try Codec<PluginChoice>.entry.read(item)
      guard !choices.contains(where: { $0.id == choice.id }) else {
        throw item.error(ConfigurationPhrase.pluginTwice(UntrustedText(choice.id).quoted))
      }
      choices.append(choice)
    }
    return choices
  } write: {
    .array($0.map(Codec<PluginChoice>.entry.write))
  }
}

/// One configured option of a plug-in; the plug-in's manifest defines its valid values.
public struct PluginSetting: Equatable, Sendable {
  /// The option's name.
  public var name: String
  /// The value, not yet validated.
  public var value: Node
  /// The place of the name.
  public var mark: Mark
}
