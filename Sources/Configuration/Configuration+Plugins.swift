// SPDX-License-Identifier: Apache-2.0

extension Configuration {
  /// The plug-ins that windows are to be answered by, each once.
  public var pluginNames: [String] {
    var names: [String] = []
    for name in [policy.plugin] + windows.map(\.policy.plugin) {
      if let name, !names.contains(name) { names.append(name) }
    }
    return names
  }
}
