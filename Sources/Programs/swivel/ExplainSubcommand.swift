// SPDX-License-Identifier: Apache-2.0
import Arbitration
import ArgumentParser
import Control
import Daemon
import Explanation
import Formats
import Glibc
import Recording
import Experiments
import Scenarios
import Text

struct ExplainSubcommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Explain a decision, code or rule: which windows were asked, and which is to blame.",
    usage: "swivel explain [<what>] [<options>]",
    discussion: """
      Without an argument the running daemon explains why the screen did not follow the device \
      the last time, and lists what was decided since; if the screen has followed each time, it \
      explains the last decision. A refusal counts until the device rotates the screen, and for a \
      minute in any case. --last explains the last decision, a number the one that `swivel history` \
      lists under it. With a file, one step of a scenario or one decision of a recording is \
      explained: without --step the recording's last turn that the screen did not follow, \
      otherwise the first step or decision with a conflict, or the last one.

      EXAMPLES
        swivel explain
            why the screen did not turn
        swivel explain --last
        swivel explain 118 --full
        swivel explain examples/scenarios/hidden-menu-window.yaml
        swivel explain story.yaml --step 2 --full
        swivel explain bug.jsonl --step 118 --json
        swivel explain SW0301
            the page of a code
        swivel explain W-5
            a rule that an explanation cites
      """)

  @Argument(
    help: ArgumentHelp(
      "A decision's number or `last`, a scenario, a recording, a code or a rule.", valueName: "what"
    ))
  var subject: String?

  @Flag(help: "Explain the last decision of the running daemon.")
  var last = false

  @Flag(help: "List all codes.")
  var codes = false

  @Option(help: ArgumentHelp("The step of a file, 0 for the first.", valueName: "number"))
  var step: Int?

  @OptionGroup var rules: RulesOption

  @Flag(help: "Print one line.")
  var short = false

  @Flag(help: "Print everything that the decision recorded.")
  var full = false

  @OptionGroup var words: LanguageOption

  @OptionGroup var json: JSONOption

  func validate() throws {
    guard !last || subject == nil else { throw ValidationError("--last takes no argument") }
  }

  func run() throws {
    if codes { return print(CodePage.index) }
    guard let subject = subject ?? (last ? "last" : nil) else {
      guard step == nil, rules.name == nil else { throw DecisionSubject.needsFile }
      return try explainLive(.missedTurn)
    }
    if let id = RuleID(rawValue: subject), unsafe access(subject, F_OK) != 0 {
      return print(Rule[id].text)
    }
    if CodeName.isLike(subject), unsafe access(subject, F_OK) != 0 {
      return print(CodePage(try CodeName.resolve(subject)).text(style: words.style))
    }
    switch try DecisionSubject(subject, step: step, rules: rules) {
    case .daemon(let number): try explainLive(number.map { .number($0) } ?? .last)
    case .file(.scenario(let scenario)): try explain(scenario, in: subject)
    case .file(.recording(let reader)): try explain(reader, in: subject)
    }
  }

  private var detail: Explanation.Detail { full ? .full : short ? .short : .standard }

  private func explainLive(_ subject: ControlRequest.Subject) throws {
    let detail: ControlRequest.Detail = full ? .full : short ? .short : .standard
    let result = try LiveDaemon.ask(.explain(subject, detail, words.style))
    json.print(result["explanation"] ?? .null, or: result["text"]?.string ?? "")
  }

  private func explain(_ scenario: Scenario, in subject: String) throws {
    let simulation = Simulation(scenario)
    let chosen = step ?? simulation.mostTelling
    guard simulation.steps.indices.contains(chosen) else {
      throw CommandFailure(
        .badInput, "no step \(chosen) in \(subject); it has 0 to \(simulation.steps.count - 1)")
    }
    let explanation = simulation.explanation(
      step: chosen, style: words.style, check: simulation.fixCheck)
    json.print(explanation.json, or: explanation.text(detail))
  }

  private func explain(_ reader: RecordingReader, in subject: String) throws {
    // Where each window has its own orientation, a decision with a conflict is more informative
    // than a missed turn.
    if step == nil, reader.header.rules.scope != .window,
      let found = try RecordedMissedTurn(in: reader)
    {
      let number = found.missed.verdict.step
      let explanation = Explanation(
        found.missed, later: found.later, at: found.end, rules: reader.header.rules,
        style: words.style, subject: "\(UntrustedText(subject).argument) --step \(number)",
        names: found.names)
      return json.print(explanation.json, or: explanation.text(detail))
    }
    let found = try RecordedDecision.find(step, in: reader)
    guard let verdict = found.verdict else {
      throw CommandFailure(
        .badInput,
        found.count == 0
          ? "nothing was decided in \(subject)"
          : "no decision \(step ?? 0) in \(subject); it has 0 to \(found.count - 1)")
    }
    let explanation = Explanation(
      verdict, rules: reader.header.rules, style: words.style,
      subject: "\(UntrustedText(subject).argument) --step \(verdict.step)", names: found.names)
    json.print(explanation.json, or: explanation.text(detail))
  }
}
