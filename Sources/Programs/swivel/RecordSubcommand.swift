// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Control
import Daemon
import Explanation
import Formats
import Recording
import Scenarios
import Text

struct RecordSubcommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "record",
    abstract: "Record the running daemon, or play a scenario and record that.",
    discussion: """
      A recording is a file of JSON Lines: the initial state of the run, then every event in its \
      order with its decisions, and a hash over all decisions so far. Swivel's developers can replay \
      it, so it belongs to a report of a bug; `swivel report` writes a page to read. It contains no titles \
      of windows, but the names of applications and outputs: read it before you send it. \
      docs/recordings.md describes the format.

      The recording begins with the daemon's start and ends with --stop or with the daemon. A daemon \
      that has forgotten its first decisions cannot be recorded; `swivel run --record` records from \
      the start. Readings of the sensor are recorded from now on.

      EXAMPLES
        swivel record session.jsonl
        swivel record --stop
        swivel record story.jsonl --scenario story.yaml
        swivel replay story.jsonl

      EXIT CODES
        0  done
        1  no daemon answers, or it cannot record; the message names the reason
        2  the usage is wrong, or the scenario has a mistake
      """)

  @Argument(help: ArgumentHelp("The new file.", valueName: "file"))
  var file: String?

  @Flag(help: "End the recording of the running daemon.")
  var stop = false

  @Option(help: ArgumentHelp("The scenario to play instead.", valueName: "file"))
  var scenario: String?

  @OptionGroup var rules: RulesOption

  func run() throws {
    try rules.check()
    if stop {
      guard file == nil, scenario == nil else {
        throw CommandFailure(.badInput, "--stop takes no file; the daemon knows the file")
      }
      return try end()
    }
    guard let file else {
      throw CommandFailure(.badInput, "a recording needs a file's name, or --stop to end one")
    }
    guard let scenario else {
      guard rules.name == nil else {
        throw CommandFailure(.badInput, "--rules needs --scenario; the daemon has its own rules")
      }
      return try begin(file)
    }
    try play(scenario, into: file)
  }

  private func play(_ scenario: String, into file: String) throws {
    let simulation = Simulation(try Scenario.load(path: scenario, rules: rules.name))
    let output = try RecordingFile(path: file)
    let text = simulation.recording(program: ProgramVersion.text)
    if let problem = output.write(String(text.dropLast())) {
      throw CommandFailure(.failed, "\(file): \(problem)")
    }
    print("recorded \(counted(simulation.steps.count, "decision")) in \(file)")
  }

  private func begin(_ file: String) throws {
    let result = try LiveDaemon.ask(.record(FilePath.absolute(file)))
    let path = UntrustedText(result["recording"]?.string ?? file).name(columns: 200)
    let count = counted(result["decisions"]?.int ?? 0, "decision")
    print("recording in \(path), so far \(count); `swivel record --stop` ends the recording")
  }

  private func end() throws {
    let result = try LiveDaemon.ask(.record(nil))
    let path = UntrustedText(result["recording"]?.string ?? "?").name(columns: 200)
    let count = counted(result["decisions"]?.int ?? 0, "decision")
    print("recorded \(count) in \(path), chain \(result["chain"]?.string ?? "-")")
  }
}
