// SPDX-License-Identifier: Apache-2.0
import Formats

extension Scenario {
  /// Reads a scenario file; `rules` overrules the file's own rule set.
  public static func load(
    path: String, rules: String? = nil
  ) throws(InputError) -> Scenario {
    try ScenarioReader.read(try Document.load(path: path), override: rules)
  }

  /// Reads a scenario from text; `file` is the name used in messages.
  public static func parse(
    _ text: String, file: String, rules: String? = nil
  ) throws(InputError) -> Scenario {
    try ScenarioReader.read(try Document.parse(text, file: file), override: rules)
  }
}
