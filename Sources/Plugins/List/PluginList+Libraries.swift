// SPDX-License-Identifier: Apache-2.0
import Arbitration
public import Configuration

extension PluginList {
  /// Loads the libraries that a configuration lists, and no others; returns what went wrong.
  ///
  /// A library that cannot be used costs a message: whoever would have asked it is answered by the
  /// configuration.
  public mutating func load(
    _ choices: [PluginChoice], from search: PluginSearch, onLine: @escaping (String) -> Void
  ) -> [String] {
    var problems: [String] = []
    for choice in choices {
      // What is linked in needs no library; naming it does no harm.
      if policies.contains(where: { $0.name == choice.id && $0.ring == .linked }) { continue }
      do {
        try load(try search.find(choice), choice.options, onLine)
      } catch {
        problems.append("\(error)")
      }
    }
    return problems
  }

  private mutating func load(
    _ manifest: PluginManifest, _ settings: [PluginSetting], _ onLine: @escaping (String) -> Void
  ) throws {
    // Before any of its code runs, since that is where it can already end us.
    onLine(
      "plug-in \"\(manifest.id)\" is a library in this process: a crash of it ends the daemon, and a "
        + "hang stops it (`swivel plugins check` tries it in another one)")
    let plugin = try LibraryPlugin.load(manifest, settings: settings) {
      onLine("plug-in \"\(manifest.id)\": \($0)")
    }
    switch manifest.kind {
    case .policy:
      try add(
        policy: LibraryPolicy(plugin), named: manifest.id, ring: .library,
        budget: manifest.budget)
    case .ruleSet: try add(ruleSet: LibraryRuleSet(plugin))
    case .sensor:
      let source = try LibrarySource(plugin)
      try add(source: manifest.id) { _ in source }
    }
  }
}
