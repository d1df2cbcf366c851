// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Daemon
import Explanation
import Formats
import Recording
import Experiments
import Scenarios
import Text

struct ShrinkSubcommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "shrink",
    abstract: "Find the shortest list of events that shows the same symptom.",
    discussion: """
      Events of a scenario or a recording are removed while the decision has the same code and \
      the same culprits. The result is 1-minimal: without any one of its events the symptom does \
      not occur. It is a scenario that expects the symptom, so that `swivel simulate --check` can \
      check it, or a recording if the new file's name ends in .jsonl. The summary names the \
      decision from which on the symptom was inevitable.

      EXAMPLES
        swivel shrink bug.jsonl --step 9876
        swivel shrink story.yaml -o small.yaml && swivel simulate --check small.yaml
        swivel shrink session.jsonl -o small.jsonl

      EXIT CODES
        0  done
        2  the file has a mistake or no conflict, or scenario files cannot express
           its events
      """)

  @Argument(help: ArgumentHelp("A scenario or a recording.", valueName: "file"))
  var file: String

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The new file; without it the scenario is printed.", valueName: "file"))
  var output: String?

  @Option(
    help: ArgumentHelp(
      "The step or decision with the symptom (default: the first with a conflict).",
      valueName: "number"))
  var step: Int?

  @OptionGroup var rules: RulesOption

  func run() throws {
    let (found, title) = try shrunk()
    let text: String
    if let output, output.hasSuffix(".jsonl") {
      text = found.recording(program: ProgramVersion.text)
    } else {
      do throws(ScenarioWritingError) {
        text = try found.scenario(title: title)
      } catch {
        throw CommandFailure(
          .badInput,
          "\(file): \(error.description); a recording holds everything: "
            + "swivel shrink \(UntrustedText(file).argument) -o small.jsonl")
      }
    }
    guard let output else { return print(text, terminator: "") }
    let destination = try RecordingFile(path: output)
    if let problem = destination.write(String(text.dropLast())) {
      throw CommandFailure(.failed, "\(output): \(problem)")
    }
    print((found.summary + ["written to \(output)"]).joined(separator: "\n"))
  }

  private func shrunk() throws -> (Shrink, String) {
    switch try RunFile(path: file, rules: rules) {
    case .scenario(let scenario):
      let title = scenario.title.isEmpty ? file : scenario.title
      return (try Shrink(scenario, step: step), "\(title), shrunk")
    case .recording(let reader):
      return (try Shrink(reader, decision: step), "\(file), shrunk")
    }
  }
}
