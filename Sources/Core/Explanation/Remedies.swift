// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Counterfactuals
import Orientation
import Text

/// The suggestions for an outcome; each suggested change was tried by another decision.
struct Remedies: Sendable {
  let evidence: Evidence
  let code: ExplanationCode
  private let trial: RemedyTrial
  private let check: FixCheck?
  /// The suggestions, or a line that the device never allows the orientation; empty if nothing is
  /// wrong, if no known suggestion helps otherwise, and on a desktop, which has `DesktopFixes`.
  private(set) var lines: [String] = []

  init(_ evidence: Evidence, _ code: ExplanationCode, rules: any RuleSet, check: FixCheck? = nil) {
    self.evidence = evidence
    self.code = code
    self.check = check
    trial = RemedyTrial(evidence, code, rules: rules)
    lines = found
  }

  private var verdict: Verdict { evidence.verdict }

  func say(_ phrase: RemedyPhrase, _ parameters: String...) -> String {
    phrase.filled(evidence.language, parameters)
  }

  private var found: [String] {
    if evidence.turnsOutputs { return [] }
    return switch code {
    case .hijack, .keyboardSplit: windows.flatMap { stray($0) }
    case .hijackAtCreation: windows.flatMap { early($0) }
    case .stuck: stuck
    case .reverseSplit:
      windows.filter { helps($0, following($0)) }.map { follow($0) }
    case .vetoByWindow: windows.flatMap { stray($0) }
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

  /// Whether the only line states that no change helps.
  var isNone: Bool { code == .vetoBySetting && evidence.mainCulprits == [.device] }

  /// The name of the rule set with a cure, for repeating the run; `nil` if no cure applies.
  var cure: String? {
    // A cure is suggested only for UIKit's rule sets, and only if none is in use.
    guard !evidence.rulesID.contains("+"), !evidence.turnsOutputs,
      RuleSetCatalog.make("\(evidence.rulesID)+\(Mitigation.followKey.rawValue)") != nil
    else { return nil }
    switch code {
    case .hijack, .hijackAtCreation, .stuck, .keyboardSplit, .reverseSplit, .vetoByWindow:
      return "\(evidence.rulesID)+\(Mitigation.followKey.rawValue)"
    default: return nil
    }
  }

  var windows: [WindowID] { evidence.mainCulprits.compactMap { $0.window } }

  private func follow(_ id: WindowID) -> String {
    let changes = [Intervention(.party(.window(id)), .follows)]
    return evidence.checked(followed(id), check?(changes, trial.counterfactual.rules))
  }

  private func followed(_ id: WindowID) -> String {
    let name = evidence.quotedName(of: id)
    guard evidence.scope == .window else { return say(.follow, name) }
    guard let page = verdict.page?.window, let window = evidence.window(page) else {
      return say(.followCure, name)
    }
    return say(.followPage, name, UntrustedText(window.name).name())
  }

  private func following(_ id: WindowID) -> RemedyTrial.Edit {
    trial.amending([.window(id, .follows)])
  }

  /// Returns whether a change of one window helps, alone or if all other culprits follow the key
  /// window.
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

  func stray(_ id: WindowID) -> [String] {
    guard let window = evidence.window(id) else { return [] }
    let name = evidence.quotedName(of: id)
    var lines: [String] = []
    if window.disableCount > 0, helps(id, trial.editing(id) { $0.disableCount = 0 }) {
      lines.append(say(.balanceOf, name))
    }
    if helps(id, following(id)) { lines.append(follow(id)) }
    guard window.isHidden else { return lines }
    if helps(id, trial.editing(id) { $0.root = nil }) { lines.append(say(.takeRoot)) }
    if helps(id, trial.amending([.window(id, .leaves)])) { lines.append(say(.createItLate)) }
    return lines
  }

  private func early(_ id: WindowID) -> [String] {
    let name = evidence.quotedName(of: id)
    let mask = verdict.page.flatMap { verdict.supported(by: .window($0.window)) }
    let override = mask.map { Intervention.Override.supports($0) } ?? .standard
    var lines: [String] = []
    if helps(id, trial.amending([.window(id, .leaves)])) { lines.append(say(.createLate, name)) }
    if helps(id, following(id)) { lines.append(follow(id)) }
    if helps(id, trial.amending([.window(id, override)])) { lines.append(say(.maskFirst, name)) }
    return lines
  }

  private var stuck: [String] {
    // Removed windows have no answers that could be changed.
    let there = windows.filter { evidence.isThere($0) && helps($0, following($0)) }
    return again + there.map { say(.followAlone, follow($0)) }
  }

  /// The first suggestion that makes a window write the status bar again.
  private var again: [String] {
    if trial.helps(then: .app(.attemptRotation)) { return [say(.writeAgain)] }
    guard let page = verdict.page?.window, let root = evidence.window(page)?.root else { return [] }
    if trial.helps(then: .window(page, .setNeedsUpdate)) { return [say(.announceAgain)] }
    return trial.helps(then: .window(page, .setRoot(root)))
      ? [say(.rootAgain, evidence.quotedName(of: page))] : []
  }

  /// The suggestions for a split that no window caused.
  private var apart: [String] {
    guard let page = verdict.page else { return [] }
    if trial.helps(trial.editing(page.window) { $0.controlsStatusBar = true }) {
      return [say(.controlBar)]
    }
    return trial.helps(then: .app(.setStatusBar(page.orientation)))
      ? [say(.putBack, evidence.word(page.orientation))] : []
  }

  private var deferred: [String] {
    let held = evidence.deferred
    let ending = trial.counterfactual.ending { scene in
      for id in held { trial.editing(id) { $0.disableCount = 0 }(&scene) }
    }
    let turns = held.contains { id in
      ending?.scene.window(id)?.orientation != verdict.after.window(id)?.orientation
    }
    return turns ? [say(.balance)] : []
  }

  private var wanted: String { verdict.requested.map { evidence.word($0) } ?? say(.theOrientation) }

  var settings: [String] {
    evidence.mainCulprits.flatMap { setting($0) }
  }

  private func setting(_ party: Party) -> [String] {
    let mask = verdict.requested?.mask ?? []
    switch party {
    case .app: return widening(.app, by: mask, say(.addToList, wanted))
    case .delegate: return widening(.delegate, by: mask, say(.delegateInclude, wanted))
    // The device never allows the orientation, so the line states that no change helps.
    case .device: return [say(.deviceNever)]
    case .window(let id):
      return trial.helps(trial.amending([.window(id, .agrees)]))
        ? [say(.letAccept, evidence.quotedName(of: id), wanted)] : []
    }
  }

  private func widening(_ party: Party, by mask: OrientationMask, _ line: String) -> [String] {
    let wider = (evidence.mask(of: party) ?? []).union(mask)
    return trial.helps(trial.amending([Intervention(.party(party), .supports(wider))]))
      ? [line] : []
  }

  var blocked: [String] {
    guard let page = verdict.page, evidence.wasAsked(page.window) else { return [] }
    let root = page.controller.map { UntrustedText($0).quotedName() } ?? say(.thePage)
    if case .app(.setStatusBar) = verdict.event {
      guard let controller = page.controller else { return [] }
      let helps = trial.helps(
        trial.writing(controller) {
          $0.autorotate = false
          $0.supported = []
        })
      return helps ? [say(.manualMode, root)] : []
    }
    let mask = (evidence.vote(page.window)?.mask ?? []).union(verdict.requested?.mask ?? [])
    // Only the answers of the page's controller change; whatever else restricts the page stays.
    let change =
      page.controller.map { trial.writing($0, { $0.accept(mask) }) }
      ?? trial.amending([.window(page.window, .agrees)])
    return trial.helps(change) ? [say(.letAnswer, root, wanted)] : []
  }

  var failed: [String] {
    guard let error = verdict.error else { return announced }
    guard error.rule != .e5 else { return outside(error) }
    guard let controller = error.controller else { return [] }
    let root = UntrustedText(controller).quotedName()
    switch error.rule {
    case .x3: return preferred(error, controller, root)
    case .x2:
      let supports = trial.helps(trial.writing(controller) { $0.accept(.all, turns: nil) })
      let refuses = trial.helps(trial.writing(controller) { $0.autorotate = false })
      return either(
        supports, refuses, say(.supportOne, root), say(.supportAny, root), say(.sayNo, root))
    default:
      let supports = trial.helps(trial.writing(controller) { $0.accept(.all, turns: nil) })
      let mask = evidence.vote(error.window)?.mask ?? []
      let letters = mask.letters(evidence.language)
      var lines = supports ? [say(.supportAllowed, root)] : []
      let culprits = evidence.mainCulprits
      if culprits.contains(.app) { lines += widening(.app, by: mask, say(.addOneToList, letters)) }
      if culprits.contains(.delegate) {
        lines += widening(.delegate, by: mask, say(.delegateIncludeOne, letters))
      }
      return lines
    }
  }

  private func preferred(_ error: RotationError, _ controller: String, _ root: String) -> [String] {
    let own = evidence.vote(error.window)?.mask ?? []
    let wanted = evidence.preferred(of: error)
    let mask = own.letters(evidence.language)
    let supports = trial.helps(
      trial.writing(controller) { $0.accept(own.union(wanted?.mask ?? []), turns: nil) })
    let prefers =
      own.first.map { first in trial.helps(trial.writing(controller) { $0.preferred = first }) }
      ?? false
    return either(
      supports, prefers, say(.supportPreferred, root, mask), say(.supportIt, root),
      say(.preferOther, root, mask))
  }

  /// Returns suggestions for a refused request: another mask to request, or the party that would
  /// have to allow it (E-5).
  private func outside(_ error: RotationError) -> [String] {
    guard case .window(let asker, .requestGeometry(let wanted)) = verdict.event else { return [] }
    let possible = InterfaceOrientation.fallbackOrder.filter {
      trial.helps(instead: .window(asker, .requestGeometry($0.mask)))
    }.reduce(into: OrientationMask()) { $0.formUnion($1.mask) }
    let decider = evidence.lastMask
    let controller = decider?.controller ?? ""
    let own = decider?.mask ?? []
    let widens = trial.helps(trial.writing(controller) { $0.accept(own.union(wanted), turns: nil) })
    let letters = possible.letters(evidence.language)
    let root = UntrustedText(controller).quotedName()
    var lines = either(
      !possible.isEmpty, widens, say(.askWithin, letters, root), say(.askFor, letters),
      say(.widen, root))
    for party in evidence.outside {
      switch party {
      case .app, .delegate: lines += setting(party)
      case .window(let id) where id != asker: lines += stray(id)
      case .window, .device: break
      }
    }
    return lines
  }

  /// The suggestions that replace writing the device's orientation (E-2, E-4).
  private var announced: [String] {
    guard case .device(.forced(let value)) = verdict.event, let target = value.interface,
      let page = verdict.page, page.orientation != target
    else { return [] }
    let announces =
      page.controller.map {
        trial.helps(
          instead: .window(page.window, .setNeedsUpdate),
          trial.writing($0) { $0.accept(target.mask, turns: nil) })
      } ?? false
    let requests = trial.helps(instead: .window(page.window, .requestGeometry(target.mask)))
    return either(announces, requests, say(.announce), say(.announceMask), say(.requestIt))
  }

  private func either(
    _ first: Bool, _ second: Bool, _ both: String, _ one: String, _ other: String
  ) -> [String] {
    first && second ? [both] : first ? [one] : second ? [other] : []
  }
}

extension DeclaredPolicy {
  /// Sets the mask of the present method and of that of iOS 5, and the answer on autorotation
  /// unless `turns` is `nil`.
  fileprivate mutating func accept(_ mask: OrientationMask, turns: Bool? = true) {
    if let turns { autorotate = turns }
    supported = mask
    legacy = mask
  }
}

/// The trial of a suggestion by another decision, so that ineffective ones are omitted.
private struct RemedyTrial: Sendable {
  typealias Edit = (inout Scene) -> Void

  enum Goal: Sendable {
    case agreement
    /// The page, or the display, rotates to one of these orientations.
    case turn(OrientationMask)
    case bar(InterfaceOrientation)
    case noError
    case noCycle
  }

  let counterfactual: Counterfactual
  let goal: Goal

  init(_ evidence: Evidence, _ code: ExplanationCode, rules: any RuleSet) {
    let verdict = evidence.verdict
    counterfactual = Counterfactual(of: verdict, rules: rules)
    switch (code, verdict.event) {
    case (.forwardingCycle, _): goal = .noCycle
    case (_, .device(.forced(let value))) where code == .refused:
      goal = .turn(value.interface?.mask ?? [])
    case (_, .app(.setStatusBar(let wanted))) where code == .blockedByPage: goal = .bar(wanted)
    case (.blockedByPage, _), (.vetoByWindow, _), (.vetoBySetting, _), (.deferred, _):
      goal = .turn(verdict.requested?.mask ?? [])
    default: goal = verdict.error == nil ? .agreement : .noError
    }
  }

  func helps(_ change: Edit) -> Bool { reached(counterfactual.ending(changing: change)) }

  func helps(instead event: Event, _ change: Edit = { _ in }) -> Bool {
    reached(counterfactual.ending(of: event, changing: change))
  }

  func helps(then event: Event) -> Bool {
    reached(counterfactual.ending(of: event, in: counterfactual.verdict.after))
  }

  func amending(_ interventions: [Intervention]) -> Edit {
    { scene in
      for intervention in interventions { counterfactual.rules.amend(&scene, with: intervention) }
    }
  }

  func editing(_ id: WindowID, _ change: @escaping (inout Window) -> Void) -> Edit {
    { scene in
      guard let index = scene.index(of: id) else { return }
      change(&scene.windows[index])
    }
  }

  /// Returns a change of one controller's declared policy; the policies of its containers stay.
  func writing(_ controller: String, _ change: @escaping (inout DeclaredPolicy) -> Void) -> Edit {
    { scene in
      for index in scene.windows.indices {
        scene.windows[index].root?.change(controller) { found in
          var policy = found.declared ?? DeclaredPolicy()
          change(&policy)
          found.policy = .declared(policy)
        }
      }
    }
  }

  private func reached(_ ending: CounterfactualResult?) -> Bool {
    guard let ending, ending.error == nil else { return false }
    let isDisplay = counterfactual.rules.scope != .window
    let bar = ending.scene.statusBar.orientation
    switch goal {
    case .agreement:
      let seesOthers = counterfactual.verdict.conflicts.contains { $0.kind == .reverseSplit }
      return OrientationSummary(ending.scene, counterfactual.rules, seesOthers: seesOthers).agrees
    case .turn(let wanted):
      return (isDisplay ? bar : ending.page?.orientation).map { wanted.allows($0) } ?? false
    case .bar(let wanted): return bar == wanted
    case .noError: return true
    case .noCycle: return !ending.isCyclic
    }
  }
}
