// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation

/// The line that stands alone: number, outcome, what happened and who is to blame.
struct Headline: Sendable {
  let evidence: Evidence
  let code: ExplanationCode
  /// The outcome, as a person would call it.
  let outcome: Outcome
  /// What happened; empty where the reason says it all.
  private(set) var what = ""
  /// Why, naming the culprit.
  private(set) var why = ""

  var verdict: Verdict { evidence.verdict }

  init(_ evidence: Evidence) {
    self.evidence = evidence
    let verdict = evidence.verdict
    if evidence.isDesktop, [.unchanged, .split].contains(verdict.outcome),
      verdict.conflicts.isEmpty
    {
      // A desktop has no bar, and its outputs turn without a page too.
      let isTurned = !evidence.turnedOutputs.isEmpty
      code = isTurned ? .turned : .unchanged
      outcome = isTurned ? .turned : .unchanged
    } else {
      code = ExplanationCode(verdict)
      outcome = verdict.outcome
    }
    (what, why) = sentence
  }

  /// The outcome in one word.
  var word: String {
    switch outcome {
    case .turned: say(.turned)
    case .split: say(.split)
    case .blocked: say(.blocked)
    case .deferred: say(.deferred)
    case .unchanged: say(.unchanged)
    case .refused: say(.refused)
    case .exception: say(.exception)
    }
  }

  /// A phrase of the first line in the reader's language.
  func say(_ phrase: HeadlinePhrase, _ parameters: String...) -> String {
    phrase.filled(evidence.language, parameters)
  }

  /// What and why in one sentence.
  var text: String {
    what.isEmpty || why.isEmpty ? what + why : say(.join, what, why)
  }

  private var sentence: (String, String) {
    switch code {
    case .split, .hijack, .hijackAtCreation, .stuck, .keyboardSplit, .reverseSplit: split
    case .vetoByWindow, .vetoBySetting: veto
    case .blockedByPage: blocked
    case .emptyIntersection, .preferredNotSupported, .exception, .refused: failed
    case .forwardingCycle: cycle
    case .deferred: deferred
    case .turned: turned
    default: unchanged
    }
  }

  private var unchanged: (String, String) {
    guard evidence.barMoved, !evidence.isDesktop, verdict.event != .setUp else {
      return ("", evidence.halt.words)
    }
    let writers = evidence.windows.filter { evidence.wroteBar($0.id) }
    let reasons = writers.map { said($0.id) }
    let bar = verdict.after.statusBar.orientation.name
    let page = say(verdict.page == nil ? .noPage : .pageWasThere)
    return (say(.barTurnedTo, bar, page), list(reasons))
  }

  private var deferred: (String, String) {
    let held = verdict.moves.compactMap { move in
      if case .putOff(let id) = move { id } else { nil }
    }
    if held.isEmpty {
      return (say(.turnWaits), say(.waitsForForeground))
    }
    let names = held.map { said($0) }
    return (say(.turnWaits), names.joined(separator: comma))
  }

  private var turned: (String, String) {
    if evidence.isDesktop { return (evidence.movedWords, desktopReason) }
    guard let new = verdict.page?.orientation.name else {
      return (say(.barTurnedTo, verdict.after.statusBar.orientation.name, say(.noPage)), unasked)
    }
    guard let before = verdict.pageBefore, let page = verdict.page else {
      return (say(.barAndPage, new), "")
    }
    let what =
      before.window == page.window
      ? "\(before.orientation.name) -> \(new)"
      : say(.pageIsNow, evidence.quoted(page.window), new)
    if evidence.wasAsked(page.window) {
      return (
        what,
        evidence.say(
          AnswerPhrase.of, evidence.quoted(page.window), evidence.pageWords(page.window))
      )
    }
    let deciders = Set(verdict.asked.map(\.window)).sorted()
    let reasons = deciders.map { said($0) }
    return (what, reasons.isEmpty ? unasked : reasons.joined(separator: comma))
  }

  // Why something turned although nobody was asked.
  private var unasked: String {
    if case .output(.transform) = verdict.event { return say(.byOther) }
    if verdict.gates.contains(where: { $0.rule == .p2 }) {
      return say(.multitasking)
    }
    if verdict.gates.contains(where: { $0.rule == .b12 }) {
      return say(.noRoot)
    }
    return evidence.eventWords
  }

  /// Which focused window decided on a desktop, or that there is none.
  private var desktopReason: String {
    if case .output(.transform) = verdict.event { return unasked }
    if verdict.gates.contains(where: { $0.rule == .w14 }) { return evidence.say(HaltPhrase.byUser) }
    if verdict.after.device.isRotationLocked { return evidence.lockWords }
    if let key = verdict.after.keyWindow, evidence.wasAsked(key),
      let window = evidence.window(key)
    {
      let phrase = window.shell.isFullscreen ? HeadlinePhrase.fullscreen : .focusedWindow
      return say(phrase, evidence.quoted(key), evidence.answerWords(key))
    }
    return say(.follows)
  }

  private var cycle: (String, String) {
    let circle = verdict.asked.first { $0.rule == .m13 || $0.rule == .c4 }
    let names = evidence.culprits.map { evidence.called($0) }
    let what =
      circle.map { say(.circleChain, list(names), $0.chain()) } ?? say(.circle, list(names))
    return (what, say(.classDefault))
  }

  /// Names in running text: `a, b and c`.
  func list(_ names: [String]) -> String {
    guard let last = names.last, names.count > 1 else { return names.first ?? "" }
    let comma = evidence.say(AnswerPhrase.comma)
    return evidence.say(AnswerPhrase.and, names.dropLast().joined(separator: comma), last)
  }

  private var comma: String { evidence.say(LayoutPhrase.listSeparator) }

  private func said(_ id: WindowID) -> String {
    evidence.say(AnswerPhrase.of, evidence.called(id), evidence.answerWords(id))
  }
}
