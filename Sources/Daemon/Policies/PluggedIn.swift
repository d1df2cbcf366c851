// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Configuration
import Formats
import Plugins
import Sensors

/// What a run has of plug-ins, and what became of those that it wanted.
struct PluggedIn {
  private(set) var list: PluginList
  private(set) var problems: [String] = []
  private var wanted: [String] = []

  init(_ list: PluginList) { self.list = list }

  /// Loads what a configuration lists.
  mutating func load(_ choices: [PluginChoice], _ search: PluginSearch) {
    wanted = choices.map(\.id)
    // Before a policy has a host, its words go where all notes go.
    // They are out before the library goes on, for it may be the last thing that is heard.
    problems += list.load(choices, from: search) {
      LineQueue.errors.write("swivel: \($0)")
      LineQueue.errors.flush()
    }
  }

  /// The rule set of a name; the default one where a plug-in was to bring it and cannot.
  mutating func ruleSet(_ name: String) throws(InputError) -> any RuleSet {
    if let found = list.ruleSet(named: name) { return found }
    guard name.hasPrefix(RuleSetCatalog.pluginPrefix) else {
      return try RuleSetName.resolve(name, option: "rules")
    }
    let standard = try RuleSetName.resolve(Configuration.defaultRules, option: "rules")
    let brought = list.ruleSets.map(\.id).joined(separator: ", ")
    problems.append(
      "no plug-in brings the rule set \(Quoting.quoted(name))"
        + (brought.isEmpty ? "" : " (there is \(brought))") + "; \(standard.id) decides instead")
    return standard
  }

  /// The applier that a plug-in is to bring; nil for the words of the program's own.
  func applier(_ word: String) throws(CommandFailure) -> PluginList.Applier? {
    guard word.hasPrefix(RuleSetCatalog.pluginPrefix) else { return nil }
    let name = String(word.dropFirst(RuleSetCatalog.pluginPrefix.count))
    if let found = list.appliers.first(where: { $0.name == name }) { return found }
    throw CommandFailure(
      Mark(file: "--applier", line: 0, column: 0).error(
        "no plug-in brings the applier \(Quoting.quoted(name)); this program has to be linked with "
          + "one", valid: list.appliers.map(\.name), near: name))
  }

  /// The sensor chosen; the device's own where a plug-in was to bring it and cannot.
  mutating func sensor(_ choice: SensorChoice) throws(CommandFailure) -> SensorChoice {
    guard case .plugin(let name) = choice, !list.sources.contains(where: { $0.name == name })
    else { return choice }
    guard wanted.contains(name) else {
      let valid = list.sources.map(\.name)
      throw CommandFailure(
        Mark(file: "--sensor", line: 0, column: 0).error(
          "no plug-in brings the sensor \(Quoting.quoted(name)); list it under plugins in the "
            + "configuration", valid: valid, near: name))
    }
    problems.append("the sensor \(name) is not there; the device's own is looked for instead")
    return .device(.auto)
  }
}
