// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation

extension Headline {
  private var wanted: String { verdict.requested?.name ?? say(.theTurn) }

  /// Who else than the page stopped a turn.
  var veto: (String, String) {
    let culprits = evidence.mainConflict?.culprits ?? []
    if culprits.isEmpty { return (say(.together, wanted), pageWould) }
    let names = list(culprits.map { evidence.called($0) })
    let ids = culprits.compactMap { if case .window(let id) = $0 { id } else { nil } }
    guard !ids.isEmpty else {
      let phrase = culprits.count == 1 ? HeadlinePhrase.notAllowOne : .notAllowMany
      return (say(phrase, names, wanted), pageWould + supported(culprits))
    }
    let what = say(culprits.count == 1 ? .vetoOne : .vetoMany, names, wanted)
    guard ids.count > 1 else {
      let said = ids.map { evidence.say(AnswerPhrase.it, evidence.answerWords($0)) }
      return (what, said.first ?? "")
    }
    let each = ids.map {
      evidence.say(AnswerPhrase.of, evidence.quoted($0), evidence.answerWords($0))
    }
    return (what, list(each))
  }

  /// The page refused by itself, or the whole decision stopped.
  var blocked: (String, String) {
    // Under B-11 the page is not asked to turn, and stops nothing by what it would answer.
    let stop = verdict.page.flatMap { evidence.stance($0.window)?.stop }
    guard let page = verdict.page, let stop, stop.rule != .b11 else {
      let refusing = evidence.refusing.map { id in
        evidence.say(AnswerPhrase.of, evidence.called(id), evidence.answerWords(id))
      }
      return (
        say(.nothingTurned, wanted), refusing.isEmpty ? evidence.halt.words : list(refusing)
      )
    }
    let isFocused = evidence.isDesktop && verdict.after.keyWindow == page.window
    return (
      say(.nothingTurned, wanted),
      say(
        isFocused ? .focusedWindow : .pageWindow, evidence.quoted(page.window),
        evidence.answerWords(page.window))
    )
  }

  private var pageWould: String {
    guard let page = verdict.page else { return say(.pageWould) }
    return say(.wouldTurn, evidence.quoted(page.window))
  }

  // What the settings at fault do allow.
  private func supported(_ culprits: [Party]) -> String {
    let parts = culprits.compactMap { party in
      evidence.mask(of: party).map {
        say(.allows, evidence.called(party), $0.letters(evidence.language))
      }
    }
    return parts.isEmpty
      ? ""
      : say(
        .brackets, parts.joined(separator: evidence.say(LayoutPhrase.listSeparator)))
  }
}
