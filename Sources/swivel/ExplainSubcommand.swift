// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Daemon
import Diagnosis
import Glibc
import Scenarios

/// `swivel explain`: one step of a scenario, in as much detail as wanted.
struct ExplainSubcommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Explain one step of a scenario, or a code: who was asked, who is to blame.",
    discussion: """
      Without --step it explains the first step with a conflict, or the last one.

      EXAMPLES
        swivel explain examples/scenarios/hidden-menu-window.yaml
        swivel explain story.yaml --step 2 --full
        swivel explain story.yaml --short
        swivel explain SW0301
            the page of a code
        swivel explain story.yaml --json | jq '.windows[] | select(.culprit).window'
      """)

  @Argument(help: ArgumentHelp("The scenario file, or a code.", valueName: "file"))
  var file: String?

  @Flag(help: "List all codes.")
  var codes = false

  @Option(help: ArgumentHelp("The step, 0 for the set-up.", valueName: "number"))
  var step: Int?

  @Option(help: ArgumentHelp("A rule set instead of the file's own.", valueName: "name"))
  var rules: String?

  @Flag(help: "One line.")
  var short = false

  @Flag(help: "Everything that was written down.")
  var full = false

  @OptionGroup var words: LanguageOption

  @Flag(help: "Everything as one JSON document.")
  var json = false

  func validate() throws {
    if file == nil, !codes { throw ValidationError("name a scenario file, or a code") }
  }

  func run() throws {
    if codes { return print(CodePage.index) }
    guard let file else { return }
    if CodeName.isLike(file), access(file, F_OK) != 0 {
      return print(CodePage(try CodeName.resolve(file)).text(style: words.style))
    }
    if let rules { _ = try RuleSetName.resolve(rules, option: "--rules") }
    let simulation = Simulation(try Scenario.load(path: file, rules: rules))
    let chosen = step ?? simulation.mostTelling
    guard simulation.steps.indices.contains(chosen) else {
      throw CommandFailure(
        .badInput, "no step \(chosen) in \(file); it has 0 to \(simulation.steps.count - 1)")
    }
    let detail: Explanation.Detail = full ? .full : short ? .short : .standard
    let explanation = simulation.explanation(step: chosen, style: words.style)
    print(json ? explanation.json.pretty() : explanation.text(detail))
  }
}
