// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Control
import Daemon
import Explanation
import Formats
import Glibc
import Experiments
import Text

struct WhatIfSubcommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "whatif",
    abstract: "Decide again with other answers, and show the result.",
    usage: "swivel whatif <what> [<answer> ...] [<options>]",
    discussion: """
      From one decision on, the given answers replace those of the windows; all other events stay \
      the same. The decision is one of the running daemon (a number of `swivel history`, or \
      `last`), a step of a scenario or a decision of a recording. In a file without --step it is \
      the first one with a conflict, or the last one. No output is turned.

      ANSWERS
        menu=NO            menu=YES (to every orientation)
        menu=default       nothing written
        menu=follow-key    the window answers as the page's window
        menu=leave         the window is absent (also: close, exempt)
        menu=hidden        menu=shown
        page=P,R           these orientations only: P portrait, U upside down,
                           R landscape-right, L landscape-left, or their names
        page+=R  page-=R   the supported orientations, with or without some
        app=YES  delegate=P,R  device=YES  lock=off
                           settings, where the rules have them

      EXAMPLES
        swivel whatif last 'foot=NO'
        swivel whatif 118 'menu=follow-key'
        swivel whatif story.yaml --step 2 'menu=NO' 'page+=R'

      EXIT CODES
        0  done, even if no decision changes
        1  no daemon answers, or it has no such decision
        2  the file or an answer has a mistake; the message names the valid values
      """)

  @Argument(
    help: ArgumentHelp(
      "A decision's number or `last`, a scenario or a recording.", valueName: "what"))
  var subject: String

  @Argument(help: ArgumentHelp("Changed answers, such as 'menu=follow-key'.", valueName: "answer"))
  var edits: [String] = []

  @Option(help: ArgumentHelp("The step of a file, 0 for the first.", valueName: "number"))
  var step: Int?

  @OptionGroup var rules: RulesOption

  @OptionGroup var words: LanguageOption

  @OptionGroup var json: JSONOption

  func run() throws {
    guard !edits.isEmpty else {
      let isEdit = unsafe subject.contains("=") && access(subject, F_OK) != 0
      throw CommandFailure(
        .badInput,
        isEdit
          ? "the decision is missing: `swivel whatif last \(UntrustedText(subject).argument)`"
          : "no changed answer; write one or more of \(AnswerEdit.forms)")
    }
    switch try DecisionSubject(subject, step: step, rules: rules) {
    case .daemon(let number):
      let result = try LiveDaemon.ask(.whatIf(number, edits, words.style), mistake: .badInput)
      json.print(result["whatif"] ?? .null, or: result["text"]?.string ?? "")
    case .file(.scenario(let scenario)): show(try WhatIf(scenario, step: step, edits: edits))
    case .file(.recording(let reader)): show(try WhatIf(reader, decision: step, edits: edits))
    }
  }

  private func show(_ result: WhatIf) {
    json.print(result.json(style: words.style), or: result.text(style: words.style))
  }
}
