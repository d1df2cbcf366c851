// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Configuration
import Daemon
import Experiments
import Formats
import Scenarios

struct SimulateSubcommand: ParsableCommand {
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, json
  }

  static let configuration = CommandConfiguration(
    commandName: "simulate",
    abstract: "Play a scenario file through the arbiter and explain every step.",
    usage: "swivel simulate <file> ... [<options>]",
    discussion: """
      A scenario describes a device, an app, its windows and the events that they receive. The \
      function that decides is the one that `swivel run` uses. The first line of the text names \
      the window to blame, if there is one. Each step follows, with the windows that were asked and their \
      answers.

      EXAMPLES
        swivel simulate examples/scenarios/hidden-menu-window.yaml
        swivel simulate story.yaml --rules uikit-8+follow-key
            the same scenario with a cure
        swivel simulate story.yaml --format json | jq '.steps[].outcome'
        swivel simulate --check examples/*/*.yaml
            check the expectations in the files; prints one line for each that fails

      EXIT CODES
        0  played; with --check every expectation is met
        1  with --check: an expectation is not met
        2  a file has a mistake; the message names the place and the valid values
      """)

  @Argument(help: ArgumentHelp("Scenario files.", valueName: "file"))
  var files: [String]

  @OptionGroup var rules: RulesOption

  @Option(help: ArgumentHelp("text or json (one file only).", valueName: "format"))
  var format: Format = .text

  @OptionGroup var words: LanguageOption

  @Flag(help: "Only check the expectations of the files.")
  var check = false

  func validate() throws {
    if format == .json, !check, files.count > 1 {
      throw ValidationError("--format json takes one file: one document is printed")
    }
  }

  func run() throws {
    try rules.check()
    if check { return try checkAll() }
    for (index, file) in files.enumerated() {
      let simulation = Simulation(try Scenario.load(path: file, rules: rules.name))
      switch format {
      case .json: print(simulation.json.pretty())
      case .text:
        if index > 0 { print() }
        print(simulation.text(style: words.style))
      }
    }
  }

  // A file that is invalid does not prevent the check of the following files.
  private func checkAll() throws {
    var status: Int32 = 0
    for file in files {
      do throws(InputError) {
        let simulation = Simulation(try Scenario.load(path: file, rules: rules.name))
        let failures = simulation.failures()
        for failure in failures { print(failure) }
        if !failures.isEmpty { status = max(status, 1) }
      } catch {
        CommandLineRun.complain(error.description)
        status = 2
      }
    }
    if status != 0 { throw ExitCode(status) }
  }
}

struct CompareSubcommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Play one scenario under several rule sets and name the rules that differ.",
    discussion: """
      Without --rules the scenario is played under every rule set of the file's family: all \
      versions of UIKit, or the one rule set of another platform.

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

  @OptionGroup var json: JSONOption

  func run() throws {
    for name in rules { _ = try RuleSetName.resolve(name, option: "--rules") }
    let comparison = try Comparison(path: file, rules: rules)
    json.print(comparison.json, or: comparison.text, terminator: "")
  }
}
