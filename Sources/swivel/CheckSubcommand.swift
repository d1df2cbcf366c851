// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Daemon
import Diagnosis
import Glibc
import Scenarios

/// `swivel check`: every sequence of events that a scenario's windows allow.
struct CheckSubcommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Prove that nothing the windows of a scenario can do breaks the screen, or show how.",
    discussion: """
      Looks at every sequence of show, hide, focus, turn, lock, add and remove of the windows of \
      a scenario, with their answers as given. Ten properties are each proved, broken by the \
      shortest list of events, or left open with the reason. What was left out of the search is \
      listed with why nothing is lost by it.

      EXAMPLES
        swivel check examples/scenarios/hidden-menu-window.yaml
        swivel check story.yaml --rules uikit-8+follow-key
            whether the cure holds, whatever happens
        swivel check story.yaml --answers any --limit 5000000
            whatever the windows answer
        swivel check story.yaml --json | jq -r '.properties[] | select(.script).script'
            the scenarios that break something; each can be given to simulate
        swivel check story.yaml --promela stack.pml
            the same stack as a model for Spin

      EXIT CODES
        0  every property is proved
        1  a property is broken
        2  a file or an option is wrong
        3  a limit, an interruption or the kind of stack left something open
      """)

  @Argument(help: ArgumentHelp("The scenario file.", valueName: "file"))
  var file: String

  @Option(help: ArgumentHelp("A rule set instead of the file's own.", valueName: "name"))
  var rules: String?

  enum Answers: String, ExpressibleByArgument, CaseIterable {
    case given, any
  }

  @Option(
    help: ArgumentHelp("given: as the file has them; any: every combination.", valueName: "which"))
  var answers: Answers = .given

  @Option(help: ArgumentHelp("The most states to find.", valueName: "states"))
  var limit = 50_000_000

  @Option(help: ArgumentHelp("The most memory for them, in MiB.", valueName: "mib"))
  var memory = 1024

  @Flag(help: "Keep the key in every state, also where no decision reads it.")
  var whole = false

  @Flag(help: "Say on standard error how long the search took.")
  var time = false

  @Flag(help: "One JSON document instead of text.")
  var json = false

  @Option(help: ArgumentHelp("Write a model for Spin there, and check nothing.", valueName: "path"))
  var promela: String?

  func validate() throws {
    if limit < 1 || memory < 1 {
      throw ValidationError("--limit and --memory have to be at least 1")
    }
  }

  func run() throws {
    if let rules { _ = try RuleSetName.resolve(rules, option: "--rules") }
    do {
      if let promela { return try writeModel(to: promela) }
      let interruption = Interruption()
      let progress = ProgressLine()
      let bounds = CheckBounds(states: limit, memory: memory)
      let check = try ScenarioCheck(
        path: file, rules: rules, bounds: bounds, isWhole: whole, withAnyAnswers: answers == .any
      ) {
        state in
        progress.show(state)
        return !interruption.isWanted
      }
      progress.clear()
      if time { CommandLineRun.complain(Self.speed(check.report)) }
      print(json ? check.json.pretty() : check.text, terminator: json ? "\n" : "")
      if check.report.isViolated { throw ExitCode(1) }
      if check.report.isUndecided { throw ExitCode(3) }
    } catch let limit as CheckLimit {
      CommandLineRun.complain("this stack cannot be checked: \(limit)")
      throw ExitCode(3)
    }
  }

  private static func speed(_ report: CheckReport) -> String {
    let parts = report.searchTime.components
    let microseconds = parts.seconds * 1_000_000 + parts.attoseconds / 1_000_000_000_000
    let rate = Int64(report.states) * 1_000_000 / max(1, microseconds)
    return "\(report.states) states in \(microseconds) us, \(rate) states/s"
  }

  private func writeModel(to path: String) throws {
    let scenario = try Scenario.load(path: file, rules: rules)
    let model = try Check.promela(CheckStack(scenario), isWhole: whole)
    guard let file = fopen(path, "w") else {
      throw CommandFailure(.badInput, "--promela: that file cannot be written")
    }
    fputs(model, file)
    fclose(file)
  }
}
