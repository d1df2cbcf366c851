// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Configuration
import Daemon
import Formats
import Experiments

/// `swivel compare`: one scenario under several rule sets.
struct CompareSubcommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Play one scenario under several rule sets and name the rules that differ.",
    discussion: """
      Without --rules it plays every rule set of the file's own family: all versions of UIKit, or \
      the one that the file is written for.

      EXAMPLES
        swivel compare examples/scenarios/hidden-menu-window.yaml
        swivel compare story.yaml --rules uikit-7 --rules uikit-8
      """)

  @Argument(help: ArgumentHelp("The scenario file.", valueName: "file"))
  var file: String

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp("A rule set to play; may be given several times.", valueName: "name"))
  var rules: [String] = []

  @Flag(help: "Print JSON.")
  var json = false

  func run() throws {
    for name in rules { _ = try RuleSetName.resolve(name, option: "--rules") }
    let comparison = try Comparison(path: file, rules: rules)
    print(json ? comparison.json.pretty() : comparison.text, terminator: json ? "\n" : "")
  }
}
