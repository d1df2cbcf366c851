// SPDX-License-Identifier: Apache-2.0
import Configuration

/// Options as configurations have them.
enum Settings {
  /// Returns all options of all plug-ins of a configuration.
  static func of(_ yaml: String) throws -> [PluginSetting] {
    try Configuration.parse(yaml, file: "config.yaml").plugins.flatMap(\.options)
  }
}
