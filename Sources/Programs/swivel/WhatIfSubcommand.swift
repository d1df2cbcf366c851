// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Configuration
import Control
import Daemon
import Explanation
import Formats
import Glibc
import Recording
import Experiments
import Scenarios
import Text

/// `swivel whatif`: the history decided again with other answers.
struct WhatIfSubcommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "whatif",
    abstract: "Decide again with other answers, and say what would have come of it.",
    discussion: """
      From one decision on, windows answer what you say instead of what they answered; everything \
      else happens as it did. The decision is one of the running daemon (a number of `swivel \
      history`, or `last`), a step of a scenario or a decision of a recording; of a file without \
      --step it is the first with a conflict, or the last. Nothing is turned by it.

      ANSWERS
        menu=NO            menu=YES (to every orientation)     menu=default (nothing written)
        menu=follow-key    it answers what the page's window answers
        menu=leave         it is not there (also: close, exempt)
        menu=hidden        menu=shown
        page=P,R           these orientations only: P portrait, U upside down, R landscape-right,
                           L landscape-left, or their names
        page+=R  page-=R   the orientations it supported, with or without some
        app=YES  delegate=P,R  device=YES  lock=off            settings, where the rules have them

      EXAMPLES
        swivel whatif last 'foot=NO'
        swivel whatif 118 'menu=follow-key'
        swivel whatif story.yaml --step 2 'menu=NO' 'page+=R'

      EXIT CODES
        0  done, also if nothing would have changed
        1  no daemon answers, or it has no such decision
        2  a mistake in the file or in an answer; the message says what is valid
      """)

  @Argument(
    help: ArgumentHelp(
      "A decision's number or `last`, a scenario or a recording.", valueName: "what"))
  var subject: String

  @Argument(help: ArgumentHelp("Changed answers, such as 'menu=follow-key'.", valueName: "answer"))
  var edits: [String] = []

  @Option(help: ArgumentHelp("The step of a file, 0 for the first.", valueName: "number"))
  var step: Int?

  @Option(help: ArgumentHelp("A rule set instead of the scenario's own.", valueName: "name"))
  var rules: String?

  @OptionGroup var words: LanguageOption

  @Flag(help: "Print JSON.")
  var json = false

  func run() throws {
    guard !edits.isEmpty else {
      let isEdit = unsafe subject.contains("=") && access(subject, F_OK) != 0
      throw CommandFailure(
        .badInput,
        isEdit
          ? "the decision is missing: `swivel whatif last \(UntrustedText(subject).argument)`"
          : "no changed answer; write one or more of \(AnswerEdit.forms)")
    }
    if let rules { _ = try RuleSetName.resolve(rules, option: "--rules") }
    if subject == "last" { return try live(nil) }
    if subject.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int32(subject) {
      return try live(Int(number))
    }
    let bytes = try InputFile.read(path: subject, atMost: RecordingReader.maximumBytes)
    guard RecordingReader.isRecording(bytes) else {
      let scenario = try Scenario.load(path: subject, rules: rules)
      return show(try WhatIf(scenario, step: step, edits: edits))
    }
    guard rules == nil else {
      throw CommandFailure(.badInput, "--rules goes with a scenario; a recording has its own")
    }
    let reader = try RecordingReader(bytes, file: subject)
    show(try WhatIf(reader, decision: step, edits: edits))
  }

  private func show(_ result: WhatIf) {
    print(json ? result.json(style: words.style).pretty() : result.text(style: words.style))
  }

  private func live(_ number: Int?) throws {
    guard rules == nil, step == nil else {
      throw CommandFailure(.badInput, "--rules and --step go with a file")
    }
    let result = try LiveDaemon.ask(.whatIf(number, edits, words.style), mistake: .badInput)
    print(json ? result["whatif"]?.pretty() ?? "" : result["text"]?.string ?? "")
  }
}
