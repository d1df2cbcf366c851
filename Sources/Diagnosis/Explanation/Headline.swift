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
  var word: String { outcome.rawValue }

  /// What and why in one sentence.
  var text: String { [what, why].filter { !$0.isEmpty }.joined(separator: " - ") }

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
    let reasons = writers.map { "\(evidence.called($0.id)) \(evidence.answerWords($0.id))" }
    let bar = verdict.after.statusBar.orientation.name
    let page = verdict.page == nil ? "there is no page" : "the page was there already"
    return ("the status bar turned to \(bar), \(page)", list(reasons))
  }

  private var deferred: (String, String) {
    let held = verdict.moves.compactMap { move in
      if case .putOff(let id) = move { id } else { nil }
    }
    if held.isEmpty {
      return ("the turn waits", "the app is in the background and looks again in the foreground")
    }
    let names = held.map { "\(evidence.called($0)) \(evidence.answerWords($0))" }
    return ("the turn waits", names.joined(separator: ", "))
  }

  private var turned: (String, String) {
    if evidence.isDesktop { return (evidence.movedWords, desktopReason) }
    let new = verdict.page?.orientation.name ?? "?"
    guard let before = verdict.pageBefore, let page = verdict.page else {
      return ("status bar and page are \(new)", "")
    }
    let what =
      before.window == page.window
      ? "\(before.orientation.name) -> \(new)"
      : "the page is now \(evidence.quoted(page.window)), \(new)"
    if evidence.wasAsked(page.window) {
      return (what, "\(evidence.quoted(page.window)) \(evidence.pageWords(page.window))")
    }
    let deciders = Set(verdict.asked.map(\.window)).sorted()
    let reasons = deciders.map { "\(evidence.called($0)) \(evidence.answerWords($0))" }
    return (what, reasons.isEmpty ? unasked : reasons.joined(separator: ", "))
  }

  // Why something turned although nobody was asked.
  private var unasked: String {
    if case .output(.transform) = verdict.event { return "somebody else turned the output" }
    if verdict.gates.contains(where: { $0.rule == .p2 }) {
      return "under pad multitasking no page is asked"
    }
    if verdict.gates.contains(where: { $0.rule == .b12 }) {
      return "a window without a root turns by the app's mask alone"
    }
    return evidence.eventWords
  }

  /// Which focused window decided on a desktop, or that there is none.
  private var desktopReason: String {
    if case .output(.transform) = verdict.event { return unasked }
    if let key = verdict.after.keyWindow, evidence.wasAsked(key),
      let window = evidence.window(key)
    {
      let size = window.shell.isFullscreen ? "fullscreen " : ""
      return "focused \(size)window \(evidence.quoted(key)) \(evidence.answerWords(key))"
    }
    return "no focused window, the output follows the device"
  }

  private var cycle: (String, String) {
    let circle = verdict.asked.first { $0.rule == .m13 || $0.rule == .c4 }
    let names = evidence.culprits.map { evidence.called($0) }
    let what = "\(list(names)) asked in a circle"
    let chain = circle.map { ": \($0.chain)" } ?? ""
    return (what + chain, "the class default answered instead")
  }

  /// Names in running text: `a, b and c`.
  func list(_ names: [String]) -> String {
    guard let last = names.last, names.count > 1 else { return names.first ?? "" }
    return names.dropLast().joined(separator: ", ") + " and " + last
  }
}
