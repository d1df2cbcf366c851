// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Configuration
import Formats
import Sensing

extension RunPlan {
  /// The configuration that holds: the file's, overruled by the command line.
  ///
  /// A file that is named has to be there; without one the defaults hold.
  static func configuration(
    _ options: RunOptions, _ environment: (String) -> String?
  ) throws(InputError) -> Configuration {
    var chosen: Configuration
    if let path = options.configuration {
      chosen = try .load(path: path)
    } else {
      chosen = try .loadDefault(in: environment)
    }
    if let name = options.rules {
      if !name.hasPrefix(RuleSetCatalog.pluginPrefix) {
        _ = try RuleSetName.resolve(name, option: "--rules")
      }
      chosen.rules = name
    }
    if let name = options.judge {
      guard Judges.names.contains(name) else {
        throw Mark(file: "--judge", line: 0, column: 0).error(
          "unknown judge \(Quoting.quoted(name))", valid: Judges.names, near: name)
      }
      chosen.judge.name = name
    }
    if !options.outputs.isEmpty {
      chosen.outputs = options.outputs
      // What the command line names turns, whatever the file says of it.
      chosen.outputRules.insert(
        contentsOf: options.outputs.map { OutputRule(match: Glob($0), policy: .auto) }, at: 0)
    }
    return chosen
  }
}
