// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation
import Text

struct BlockReason: Sendable {
  var words: String
  var rule: RuleID?
}

extension Evidence {
  var blockReason: BlockReason {
    if let reason = missingCall { return reason }
    if let gate = stoppingGate { return BlockReason(words: words(gate), rule: gate.rule) }
    if let reason = silentReason { return reason }
    if verdict.asked.isEmpty, !turnsOutputs {
      return BlockReason(words: say(BlockPhrase.nobodyAsked, EventWords(self).text))
    }
    if turnsOutputs, verdict.outcome != .blocked, let stays = DesktopSentences(self).reasonToStay {
      return BlockReason(words: stays)
    }
    let output = turnsOutputs ? verdict.after.outputs.first { $0.isManaged } : nil
    if let wanted, wanted == output?.orientation ?? verdict.page?.orientation {
      return BlockReason(
        words: turnsOutputs
          ? say(DesktopPhrase.standsAt) : say(BlockPhrase.standsAt, word(wanted)))
    }
    // An orientation was requested and not reached, so a rule of the platform prevented it.
    if verdict.outcome == .blocked, let gate = verdict.gates.last(where: { $0.gate != .takesPart })
    {
      return BlockReason(words: say(BlockPhrase.keptBy, gate.rule.rawValue), rule: gate.rule)
    }
    return BlockReason(
      words: turnsOutputs ? say(DesktopPhrase.standsAsWanted) : say(BlockPhrase.standsAsWanted))
  }

  var isTurn: Bool { if case .device(.turned) = verdict.event { true } else { false } }

  private var stoppingGate: GateRecord? {
    let whole = verdict.gates.filter { $0.window == nil }
    // If one output rotates, the gates of other outputs did not stop the decision.
    let passes = whole.contains { $0.gate == .output && $0.isPassed }
    return whole.first { !$0.isPassed && !($0.gate == .output && passes) }
  }

  private func words(_ gate: GateRecord) -> String {
    switch gate.gate {
    case .rotationLock: return lockWords
    case .deviceSetting where gate.rule == .w14: return DesktopSentences(self).byUser
    case .deviceOrientation where gate.rule == .f2 || gate.rule == .formatDevice:
      return alreadyAt
    case .deviceOrientation: return flatWords
    case .takesPart: return say(BlockPhrase.noneTakesPart)
    case .output:
      return gate.rule == .w3 ? say(BlockPhrase.noOutput) : DesktopSentences(self).hold
    case .background: return say(BlockPhrase.background)
    default: return say(BlockPhrase.stoppedAt, gate.gate.rawValue)
    }
  }

  /// Whether the user's lock stopped the decision under another rule set than UIKit's; `swivel
  /// unlock` would end the lock.
  var isStoppedByLock: Bool {
    scope != .window && verdict.after.device.isRotationLocked
      && verdict.gates.contains { $0.window == nil && $0.gate == .rotationLock && !$0.isPassed }
  }

  var lockWords: String {
    guard turnsOutputs, let lock = verdict.after.device.userLock.flatMap({ vocabulary.lock($0) })
    else { return say(BlockPhrase.locked) }
    return say(BlockPhrase.lockedTo, lock)
  }

  private var alreadyAt: String {
    let held = vocabulary.device(verdict.after.device.orientation)
    return turnsOutputs
      ? say(DesktopPhrase.alreadyHeld, held) : say(BlockPhrase.alreadyAt, held)
  }

  private var flatWords: String {
    let device = verdict.after.device.orientation
    if turnsOutputs { return say(device.isFlat ? DesktopPhrase.flat : .unknown) }
    return device.isFlat
      ? say(BlockPhrase.flat, device.name) : say(BlockPhrase.unknown)
  }

  // In these cases a rule set may ask no window and record no gate; the event gives the reason.
  private var silentReason: BlockReason? {
    let scene = verdict.after
    switch verdict.event {
    case .setUp:
      return BlockReason(
        words: turnsOutputs ? say(DesktopPhrase.start) : say(BlockPhrase.placed),
        rule: .formatSetUp)
    case .device(.rotationLock(let isLocked)) where verdict.asked.isEmpty:
      return BlockReason(
        words: say(isLocked ? BlockPhrase.lockWentOn : .lockWentOff), rule: lockRule)
    case .device(.generating): return BlockReason(words: say(BlockPhrase.notifications), rule: .n1)
    case .device where scene.device.isRotationLocked:
      return BlockReason(words: say(BlockPhrase.locked), rule: lockRule)
    case .device where verdict.before.device.orientation == scene.device.orientation:
      // On a desktop, changes of settings and locks also cause decisions.
      if turnsOutputs, !isTurn { return nil }
      return BlockReason(words: alreadyAt, rule: .formatDevice)
    case .device where scene.device.orientation.interface == nil:
      return BlockReason(words: flatWords, rule: .b1)
    case .device where !scene.isForeground:
      return BlockReason(words: say(BlockPhrase.background))
    case .window(_, .push), .window(_, .pop), .window(_, .select):
      return turnsOutputs ? nil : BlockReason(words: say(BlockPhrase.pushPop), rule: .b6)
    case .app(.setStatusBar):
      return BlockReason(words: say(BlockPhrase.appBar), rule: .b11)
    default: return nil
    }
  }

  // The reason why a call has no effect in this version, or under multitasking.
  private var missingCall: BlockReason? {
    guard let uikit = RuleSetCatalog.make(rulesID)?.uikit else { return nil }
    let (call, rule, exists): (String, RuleID, Bool)
    switch verdict.event {
    case .window(_, .requestGeometry):
      (call, rule, exists) = ("request-geometry", .e4, uikit.hasGeometryRequests)
    case .window(_, .setNeedsUpdate):
      (call, rule, exists) = ("set-needs-update", .e2, uikit.hasGeometryRequests)
    case .app(.attemptRotation):
      (call, rule, exists) = ("attempt-rotation", .e2, uikit.allowsAttempts)
    case .app(.setStatusBar): (call, rule, exists) = ("set-status-bar", .b11, uikit.allowsManualBar)
    default: return nil
    }
    guard exists else {
      return BlockReason(
        words: say(BlockPhrase.noSuchCall, UntrustedText(rulesID).name(), call), rule: rule)
    }
    // Rule B-11 requires an empty mask, but under multitasking no mask is requested.
    guard case .app(.setStatusBar) = verdict.event, uikit.isMultitasking(verdict.after) else {
      return nil
    }
    return BlockReason(words: say(HeadlinePhrase.multitasking), rule: .p2)
  }

  private var lockRule: RuleID { turnsOutputs ? .w1 : .f10 }
}

struct NotAskedReason {
  private let evidence: Evidence

  init(_ evidence: Evidence) { self.evidence = evidence }

  private func say(_ phrase: BlockPhrase, _ parameters: String...) -> String {
    phrase.filled(evidence.language, parameters)
  }

  func text(_ id: WindowID) -> String {
    if evidence.isExempt(id) { return say(.diagnostic) }
    guard let window = evidence.window(id) else { return say(.gone) }
    if !evidence.isThere(id) { return say(.removed) }
    if window.isFollower { return say(.follower) }
    if evidence.turnsOutputs {
      if let reason = desktopReason(window) { return reason }
    } else {
      if window.root == nil { return say(.noRoot) }
      if let gate = evidence.verdict.gates.last(where: { $0.window == id && $0.gate == .takesPart }
      ),
        !gate.isPassed
      {
        return window.isHidden ? say(.hidden) : say(.noPart)
      }
      if evidence.verdict.moves.contains(.putOff(id)) { return say(.disabled) }
    }
    if evidence.verdict.asked.isEmpty { return haltReason }
    if let subject = evidence.verdict.event.window, subject != id {
      return window.isHidden
        ? say(.hidden)
        : say(.aboutOther, evidence.quotedName(of: subject))
    }
    return window.isHidden
      ? say(.hidden) : say(.otherDecides)
  }

  // The short form of `blockReason`; the headline has the long form.
  private var haltReason: String {
    switch evidence.blockReason.rule {
    case .w1, .w13, .f10:
      evidence.verdict.after.device.isRotationLocked
        ? say(.lockReason) : say(.nobodyWas)
    case .w2, .b1:
      evidence.verdict.after.device.orientation.isFlat
        ? say(.flatReason) : say(.unknownReason)
    case .w10: say(.outputHeld)
    case .w14: say(.usersWord)
    case .e6: say(.refused)
    default: say(.nobodyWas)
    }
  }

  private func desktopReason(_ window: Window) -> String? {
    if window.isHidden { return say(.hidden) }
    if window.shell.isMinimized { return say(.minimised) }
    if let output = window.shell.output,
      evidence.verdict.after.outputs.first(where: { $0.id == output })?.isManaged != true
    {
      return say(.otherOutput)
    }
    if evidence.verdict.gates.contains(where: { $0.rule == .w6 && $0.window != window.id }) {
      return say(.focusFullscreen)
    }
    if evidence.verdict.after.keyWindow != window.id, !evidence.verdict.asked.isEmpty,
      !window.shell.mayVeto
    {
      return say(.notFocused)
    }
    return nil
  }
}

extension Event {
  var window: WindowID? {
    switch self {
    case .window(let id, _): id
    case .add(let window, _), .addExempt(let window, _): window.id
    default: nil
    }
  }
}
