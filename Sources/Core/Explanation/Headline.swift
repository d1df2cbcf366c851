// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation
import Text

struct Headline: Sendable {
  let evidence: Evidence
  let code: ExplanationCode
  let outcome: Outcome
  /// The result; empty if the reason states the result.
  private(set) var what = ""
  private(set) var why = ""

  var verdict: Verdict { evidence.verdict }

  init(_ evidence: Evidence) {
    self.evidence = evidence
    let verdict = evidence.verdict
    if evidence.turnsOutputs, [.turned, .unchanged, .split].contains(evidence.outcome),
      verdict.conflicts.isEmpty
    {
      // A desktop has no status bar, its outputs rotate even without a page, and windows can also turn
      // because their output is removed.
      let isTurned = !evidence.turnedOutputs.isEmpty
      code = isTurned ? .turned : .unchanged
      outcome = isTurned ? .turned : .unchanged
    } else {
      code = evidence.code
      outcome = evidence.outcome
    }
    (what, why) = evidence.isPartlyBlocked ? partlyBlocked : sentence
  }

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

  func say(_ phrase: HeadlinePhrase, _ parameters: String...) -> String {
    phrase.filled(evidence.language, parameters)
  }

  var text: String {
    what.isEmpty || why.isEmpty ? what + why : say(.join, what, why)
  }

  private var sentence: (String, String) {
    if evidence.turnsOutputs, let found = DesktopSentences(evidence).headline(code) {
      return found
    }
    return switch code {
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
    guard evidence.barMoved, !evidence.turnsOutputs, verdict.event != .setUp else {
      return ("", evidence.blockReason.words)
    }
    let writers = evidence.windows.filter { evidence.wroteBar($0.id) }
    let reasons = writers.map { evidence.said($0.id) }
    let bar = evidence.word(verdict.after.statusBar.orientation)
    let phrase: HeadlinePhrase = verdict.page == nil ? .barTurnedWithoutPage : .barTurnedToPage
    return (say(phrase, bar), list(reasons))
  }

  private var deferred: (String, String) {
    let names = evidence.deferred.map { evidence.said($0) }
    return (
      say(.turnWaits), names.isEmpty ? say(.waitsForForeground) : names.joined(separator: comma)
    )
  }

  private var turned: (String, String) {
    guard let new = verdict.page.map({ evidence.word($0.orientation) }) else {
      let bar = evidence.word(verdict.after.statusBar.orientation)
      return (say(.barTurnedWithoutPage, bar), unasked)
    }
    guard let before = verdict.pageBefore, let page = verdict.page else {
      return (say(.barAndPage, new), "")
    }
    let what =
      before.window == page.window
      ? "\(evidence.word(before.orientation)) -> \(new)"
      : say(.pageIsNow, evidence.quotedName(of: page.window), new)
    if evidence.wasAsked(page.window) { return (what, evidence.pageAnswer(of: page.window)) }
    let deciders = Set(verdict.asked.map { $0.window }).sorted()
    let reasons = deciders.map { evidence.said($0) }
    return (what, reasons.isEmpty ? unasked : reasons.joined(separator: comma))
  }

  // The reason for a rotation for which no window was asked.
  private var unasked: String {
    if case .output(.transform) = verdict.event { return say(.byOther) }
    if verdict.gates.contains(where: { $0.rule == .p2 }) {
      return say(.multitasking)
    }
    if verdict.gates.contains(where: { $0.rule == .b12 }) {
      return say(.noRoot)
    }
    return EventWords(evidence).text
  }

  private var cycle: (String, String) {
    let cycle = verdict.asked.first { $0.rule == .m13 || $0.rule == .c4 }
    let names = evidence.culprits.map { evidence.description(of: $0) }
    let what =
      cycle.map { say(.cycleChain, list(names), $0.chain()) } ?? say(.cycle, list(names))
    return (what, say(.classDefault))
  }

  func list(_ names: [String]) -> String { evidence.list(names, AnswerPhrase.and) }

  private var it: String { evidence.say(AnswerPhrase.it) }

  private var comma: String { evidence.say(LayoutPhrase.listSeparator) }

  var split: (String, String) {
    guard code != .reverseSplit else { return reverse }
    guard let conflict = evidence.mainConflict else { return (difference, nobody) }
    return (difference, because(conflict))
  }

  private var difference: String {
    let bar = evidence.word(verdict.after.statusBar.orientation)
    let page = verdict.page.map { evidence.word($0.orientation) } ?? say(.nowhere)
    switch (evidence.barMoved, evidence.pageMoved) {
    case (true, false): return say(.barTurned)
    case (false, true): return say(.pageTurned)
    case (true, true): return say(.bothTurned, bar, page)
    case (false, false): return say(.bothStand, bar, page)
    }
  }

  private func because(_ conflict: Conflict) -> String {
    let names = conflict.culprits.map { evidence.description(of: $0) }
    switch conflict.kind {
    case .unwritten: return nobody
    case .stuck: return say(.stuck, list(names))
    case .hijackAtCreation:
      guard let step = verdict.barWrittenAt, step != verdict.step else {
        return withPage(say(.atCreation, list(names)))
      }
      return withPage(say(.atCreationStep, list(names), "\(step)"))
    default: return hijack(conflict, names)
    }
  }

  private func hijack(_ conflict: Conflict, _ names: [String]) -> String {
    let ids = conflict.culprits.compactMap { $0.window }
    // If the status bar was not written in this step, the answers of this step did not cause its
    // orientation.
    guard evidence.barMoved else {
      return verdict.barWrittenAt.map { say(.turnedBarAt, list(names), "\($0)") }
        ?? say(.turnedBarBefore, list(names))
    }
    let all = list(ids.map { evidence.said($0) })
    return withPage(ids.count > 1 ? say(.eitherAlone, all) : all)
  }

  private func withPage(_ sentence: String) -> String {
    guard let page = verdict.page, evidence.wasAsked(page.window) else { return sentence }
    return say(.also, sentence, evidence.pageAnswer(of: page.window))
  }

  private var nobody: String {
    guard let page = verdict.page, let window = evidence.window(page.window) else {
      return say(.nobody)
    }
    if !window.controlsStatusBar {
      return say(.mayNotMove, evidence.quotedName(of: page.window))
    }
    if verdict.after.statusBar.writer == .app { return say(.appSet) }
    return say(.nobodyElse)
  }

  private var reverse: (String, String) {
    let each = evidence.mainCulprits.compactMap { $0.window }.map { id in
      let orientation = evidence.window(id).map { evidence.word($0.orientation) } ?? "?"
      let name = evidence.description(of: id)
      return evidence.wasAsked(id)
        ? say(.standsAtSaid, name, orientation, evidence.answer(of: id, as: it))
        : say(.standsAt, name, orientation)
    }
    let page = verdict.page.map { evidence.word($0.orientation) } ?? "?"
    return (say(.agreeAt, page), list(each))
  }

  var failed: (String, String) {
    guard let error = verdict.error else {
      return (say(.deviceWrite), say(.forbids, evidence.rulesID))
    }
    let window = evidence.description(of: error.window)
    let root =
      error.controller.map { say(.inWindow, UntrustedText($0).quotedName(), window) } ?? window
    let name = error.name.rawValue
    let mask = evidence.mask(of: error)?.letters(evidence.language)
    switch error.rule {
    case .x3:
      let preferred = evidence.preferred(of: error)?.name ?? say(.anOrientation)
      return (name, say(.prefers, root, preferred, mask ?? say(.unknown)))
    case .x2: return (say(.noneSuits, name), say(.supportsNone, root))
    case .e5: return (name, outside(error, window))
    default:
      return (say(.noneSuits, name), empty(error, root, mask))
    }
  }

  // Returns the reason why a geometry request was refused: the masks that exclude the request.
  private func outside(_ error: RotationError, _ window: String) -> String {
    let parties = evidence.outside
    if parties.isEmpty || parties == [.window(error.window)] {
      let mask = evidence.mask(of: error)?.letters(evidence.language)
      return say(.outside, window, mask ?? say(.whatItSupports))
    }
    let sides = parties.map { party in
      let mask = evidence.allowed(by: party)?.letters(evidence.language) ?? say(.nothingKnown)
      let phrase: HeadlinePhrase = party.window == nil ? .sideAllows : .supports
      return say(phrase, evidence.description(of: party), mask)
    }
    var wanted = OrientationMask.all
    if case .window(_, .requestGeometry(let mask)) = verdict.event { wanted = mask }
    return say(.outOf, window, wanted.letters(evidence.language), list(sides))
  }

  // Returns a list of the parties whose masks have an empty intersection, with each mask.
  private func empty(_ error: RotationError, _ root: String, _ mask: String?) -> String {
    var sides = [say(.supports, root, mask ?? say(.nothingKnown))]
    for party in evidence.mainCulprits {
      guard let mask = evidence.mask(of: party) else { continue }
      let letters = mask.letters(evidence.language)
      sides.append(say(.sideAllows, evidence.description(of: party), letters))
    }
    return sides.joined(separator: evidence.say(LayoutPhrase.listSeparator))
  }
}

extension Headline {
  private var wanted: String { verdict.requested?.name ?? say(.theTurn) }

  var veto: (String, String) {
    let culprits = evidence.mainCulprits
    if culprits.isEmpty { return (say(.together, wanted), pageWould) }
    let names = list(culprits.map { evidence.description(of: $0) })
    let ids = culprits.compactMap { $0.window }
    guard !ids.isEmpty else {
      let phrase = culprits.count == 1 ? HeadlinePhrase.notAllowOne : .notAllowMany
      return (say(phrase, names, wanted), pageWould(culprits))
    }
    let what = say(culprits.count == 1 ? .vetoOne : .vetoMany, names, wanted)
    let each = ids.map { id in
      evidence.answer(of: id, as: ids.count > 1 ? evidence.quotedName(of: id) : it)
    }
    return (what, list(each))
  }

  private var partlyBlocked: (String, String) {
    let blocked = evidence.blockedOutputs
    let reasons = blocked.map { DesktopSentences(evidence).reason($0) }.reduce(into: [String]()) {
      if !$0.contains($1) { $0.append($1) }
    }
    let names = list(blocked.map { evidence.name(of: $0.output) })
    return (
      say(.outputStayed, names), reasons.joined(separator: evidence.say(EffectPhrase.separator))
    )
  }

  var blocked: (String, String) {
    // Under rule B-11 the page is not asked to rotate, so its answer stops nothing.
    let stop = verdict.page.flatMap { evidence.vote($0.window)?.stop }
    guard let page = verdict.page, let stop, stop.rule != .b11 else {
      let refusing = evidence.refusing.map { evidence.said($0) }
      return (
        say(.nothingTurned, wanted), refusing.isEmpty ? evidence.blockReason.words : list(refusing)
      )
    }
    let window = evidence.say(AnswerPhrase.pageWindow, evidence.quotedName(of: page.window))
    return (say(.nothingTurned, wanted), evidence.answer(of: page.window, as: window))
  }

  private var pageWould: String {
    guard let page = verdict.page else { return say(.pageWould) }
    return say(.wouldTurn, evidence.quotedName(of: page.window))
  }

  // Returns the sentence that the page itself would rotate, with the masks of the settings that
  // prevent it.
  private func pageWould(_ culprits: [Party]) -> String {
    let parts = culprits.compactMap { party in
      evidence.mask(of: party).map {
        say(.allows, evidence.description(of: party), $0.letters(evidence.language))
      }
    }
    return parts.isEmpty
      ? pageWould : say(.wouldTurnAllowed, pageWould, parts.joined(separator: comma))
  }
}
