// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Daemon
import Scenarios

/// `swivel record`: a simulated run as a recording.
struct RecordSubcommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "record",
    abstract: "Play a scenario and record everything that replay needs.",
    discussion: """
      A recording is JSON Lines: what the run starts from, then every event in its order and what \
      was decided, with a hash over all decisions so far. It holds no titles of windows. \
      docs/recordings.md describes it.

      A real session is recorded by `swivel run --record FILE`.

      EXAMPLES
        swivel record story.jsonl --scenario story.yaml
        swivel replay story.jsonl
      """)

  @Argument(help: ArgumentHelp("The new file.", valueName: "file"))
  var file: String

  @Option(help: ArgumentHelp("The scenario to play.", valueName: "file"))
  var scenario: String?

  @Option(help: ArgumentHelp("A rule set instead of the scenario's own.", valueName: "name"))
  var rules: String?

  func run() throws {
    if let rules { _ = try RuleSetName.resolve(rules, option: "--rules") }
    guard let scenario else {
      throw CommandFailure(
        .badInput,
        "--scenario is missing: name the scenario to play; a real session is recorded by "
          + "`swivel run --record FILE`")
    }
    let simulation = Simulation(try Scenario.load(path: scenario, rules: rules))
    let output = try RecordingFile(path: file)
    let text = simulation.recording(program: ProgramVersion.text)
    if let problem = output.write(String(text.dropLast())) {
      throw CommandFailure(.failed, "\(file): \(problem)")
    }
    print("recorded \(simulation.steps.count) decisions in \(file)")
  }
}
