// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation

/// What can be done about an outcome: plain suggestions, the safest first, each tried before.
struct Remedies: Sendable {
  let evidence: Evidence
  let code: ExplanationCode
  let trial: RemedyTrial
  /// The suggestions; empty where nothing is wrong, or nothing of what could be said would help.
  private(set) var lines: [String] = []

  init(_ evidence: Evidence, _ code: ExplanationCode, rules: any RuleSet) {
    self.evidence = evidence
    self.code = code
    trial = RemedyTrial(evidence, code, rules: rules)
    lines = found
  }

  private var verdict: Verdict { evidence.verdict }

  /// A suggestion in the reader's language.
  func say(_ phrase: RemedyPhrase, _ parameters: String...) -> String {
    phrase.filled(evidence.language, parameters)
  }

  private var found: [String] {
    switch code {
    case .hijack, .keyboardSplit: windows.flatMap { stray($0) }
    case .hijackAtCreation: windows.flatMap { early($0) }
    case .stuck: stuck
    case .reverseSplit:
      windows.filter { helps($0, following($0)) }.map {
        say(.letFollow, evidence.quoted($0), follow)
      }
    case .vetoByWindow: windows.flatMap { vetoing($0) }
    case .vetoBySetting: settings
    case .blockedByPage: blocked
    case .emptyIntersection, .preferredNotSupported, .exception, .refused: failed
    case .forwardingCycle:
      windows.contains { trial.helps(trial.amending([.window($0, .agrees)])) }
        ? [say(.answerSelf)] : []
    case .deferred: deferred
    case .split: apart
    default: []
    }
  }

  /// Whether all there is to say is that nothing can be done.
  var isNone: Bool { code == .vetoBySetting && evidence.mainConflict?.culprits == [.device] }

  /// A rule set with a cure under which the same can be tried; nil if none applies.
  var cure: String? {
    // Android's and ChromeOS's sets have no variants.
    guard !evidence.rulesID.contains("+"),
      RuleSetCatalog.make("\(evidence.rulesID)+\(Cure.followKey.rawValue)") != nil
    else { return nil }
    switch code {
    case .hijack, .hijackAtCreation, .stuck, .keyboardSplit, .reverseSplit, .vetoByWindow:
      return "\(evidence.rulesID)+\(Cure.followKey.rawValue)"
    default: return nil
    }
  }

  /// The windows that the conflict is blamed on.
  var windows: [WindowID] {
    (evidence.mainConflict?.culprits ?? []).compactMap {
      if case .window(let id) = $0 { id } else { nil }
    }
  }

  private var follow: String {
    guard evidence.rulesID.hasPrefix("uikit") else {
      return say(.follow)
    }
    guard let page = verdict.page?.window, let window = evidence.window(page) else {
      return say(.followCure)
    }
    return say(.followPage, SafeText.name(window.name))
  }

  private func following(_ id: WindowID) -> RemedyTrial.Edit {
    trial.amending([.window(id, .follows)])
  }

  /// Whether a change of one window helps: alone, or once every other culprit follows the page.
  private func helps(_ id: WindowID, _ change: RemedyTrial.Edit) -> Bool {
    if trial.helps(change) { return true }
    let others = windows.filter { $0 != id }
    guard !others.isEmpty else { return false }
    let rest = trial.amending(others.map { .window($0, .follows) })
    return trial.helps { scene in
      change(&scene)
      rest(&scene)
    }
  }

  /// What to do about a window that decides and should not.
  func stray(_ id: WindowID) -> [String] {
    guard let window = evidence.window(id) else { return [] }
    let name = evidence.quoted(id)
    var lines: [String] = []
    if window.disableCount > 0, helps(id, trial.editing(id) { $0.disableCount = 0 }) {
      lines.append(say(.balanceOf, name))
    }
    if helps(id, following(id)) { lines.append(say(.letFollow, name, follow)) }
    guard window.isHidden else { return lines }
    if helps(id, trial.editing(id) { $0.root = nil }) { lines.append(say(.takeRoot)) }
    if helps(id, trial.amending([.window(id, .leaves)])) { lines.append(say(.createItLate)) }
    return lines
  }

  private func early(_ id: WindowID) -> [String] {
    let name = evidence.quoted(id)
    let mask = verdict.page.flatMap { verdict.supported(by: .window($0.window)) }
    let stand = mask.map { Amendment.Stand.supports($0) } ?? .standard
    var lines: [String] = []
    if helps(id, trial.amending([.window(id, .leaves)])) { lines.append(say(.createLate, name)) }
    if helps(id, following(id)) { lines.append(say(.letFollow, name, follow)) }
    if helps(id, trial.amending([.window(id, stand)])) { lines.append(say(.maskFirst, name)) }
    return lines
  }

  private var stuck: [String] {
    // Whoever is gone has nothing to answer any more.
    let there = windows.filter { evidence.isThere($0) && helps($0, following($0)) }
    return again + there.map { say(.letFollowAlone, evidence.quoted($0), follow) }
  }

  /// The first way to have the bar written once more.
  private var again: [String] {
    if trial.helps(then: .app(.attemptRotation)) { return [say(.writeAgain)] }
    guard let page = verdict.page?.window, let root = evidence.window(page)?.root else { return [] }
    if trial.helps(then: .window(page, .setNeedsUpdate)) { return [say(.announceAgain)] }
    return trial.helps(then: .window(page, .setRoot(root)))
      ? [say(.rootAgain, evidence.quoted(page))] : []
  }

  /// What to do if bar and page differ without another window's doing.
  private var apart: [String] {
    guard let page = verdict.page else { return [] }
    if trial.helps(trial.editing(page.window) { $0.controlsStatusBar = true }) {
      return [say(.controlBar)]
    }
    return trial.helps(then: .app(.setStatusBar(page.orientation)))
      ? [say(.putBack, page.orientation.name)] : []
  }

  private var deferred: [String] {
    let held = verdict.moves.compactMap { if case .putOff(let id) = $0 { id } else { nil } }
    let ending = trial.retrial.ending { scene in
      for id in held { trial.editing(id) { $0.disableCount = 0 }(&scene) }
    }
    let turns = held.contains { id in
      ending?.scene.window(id)?.orientation != verdict.after.window(id)?.orientation
    }
    return turns ? [say(.balance)] : []
  }

  private func vetoing(_ id: WindowID) -> [String] {
    guard evidence.isDesktop, let window = evidence.window(id) else { return stray(id) }
    guard helps(id, trial.editing(id) { $0.shell.mayVeto = false }) else { return [] }
    let app = window.shell.appID
    let rule = app.isEmpty ? say(.ruleMatching) : say(.ruleFor, SafeText.quoted(app))
    return [say(.takeVeto, evidence.quoted(id), rule)]
  }
}
