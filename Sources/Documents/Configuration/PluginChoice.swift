// SPDX-License-Identifier: Apache-2.0
public import Formats
import Text

/// One entry of a configuration's `plugins`: a library that is to be loaded, and its options.
public struct PluginChoice: Equatable, Sendable {
  /// Its name, or the path of its manifest.
  public var id: String
  /// The options that are set.
  public var options: [PluginSetting]
  /// Where it is chosen.
  public var mark: Mark

  /// Chooses a plug-in.
  public init(id: String, options: [PluginSetting] = [], mark: Mark) {
    self.id = id
    self.options = options
    self.mark = mark
  }

  /// Reads a name, or a map of `id` and `options`.
  init(_ node: Node) throws(InputError) {
    guard node.kind == .mapping else {
      self.init(id: try node.string(), mark: node.mark)
      return
    }
    var map = try node.map()
    let id = try map.require("id").string()
    let pairs = try map.take("options")?.pairs() ?? []
    try map.finish()
    self.init(
      id: id,
      options: pairs.map { PluginSetting(name: $0.name, value: $0.value, mark: $0.mark) },
      mark: node.mark)
  }

  /// Reads the list of all, in which nobody is named twice.
  static func list(_ node: Node) throws(InputError) -> [PluginChoice] {
    var choices: [PluginChoice] = []
    for item in try node.sequence() {
      let choice = try PluginChoice(item)
      guard !choices.contains(where: { $0.id == choice.id }) else {
        throw item.error("the plug-in \(UntrustedText(choice.id).quoted) a second time")
      }
      choices.append(choice)
    }
    return choices
  }
}

/// One option of a plug-in as somebody has set it; the plug-in's manifest says what is valid.
public struct PluginSetting: Equatable, Sendable {
  /// The option's name.
  public var name: String
  /// The value, not checked yet.
  public var value: Node
  /// Where the name stands.
  public var mark: Mark
}
