// SPDX-License-Identifier: Apache-2.0
import Formats

/// One option of a plug-in as somebody has set it; the plug-in's manifest says what is valid.
public struct PluginSetting: Equatable, Sendable {
  /// The option's name.
  public var name: String
  /// The value, not checked yet.
  public var value: Node
  /// Where the name stands.
  public var mark: Mark

  /// Sets an option.
  public init(name: String, value: Node, mark: Mark) {
    self.name = name
    self.value = value
    self.mark = mark
  }
}
