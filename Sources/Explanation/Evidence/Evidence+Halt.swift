// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation

extension Evidence {
  /// The first gate at which the whole decision stopped, or why there was nothing to decide.
  var halt: Halt {
    if let halt = missingCall { return halt }
    if let gate = stoppingGate { return Halt(words: words(gate), rule: gate.rule) }
    if let halt = silentHalt { return halt }
    if verdict.asked.isEmpty { return Halt(words: say(HaltPhrase.nobodyAsked, eventWords)) }
    if let wanted, wanted == verdict.page?.orientation {
      return Halt(words: say(HaltPhrase.standsAt, wanted.name))
    }
    // Something was asked for and did not come: then a rule of the platform kept it.
    if verdict.outcome == .blocked, let gate = verdict.gates.last(where: { $0.gate != .takesPart })
    {
      return Halt(words: say(HaltPhrase.keptBy, gate.rule.rawValue), rule: gate.rule)
    }
    return Halt(words: say(HaltPhrase.standsAsWanted))
  }

  private var stoppingGate: GateRecord? {
    let whole = verdict.gates.filter { $0.window == nil }
    // One output that turns is enough; the others are not what stopped it.
    let passes = whole.contains { $0.gate == .output && $0.isPassed }
    return whole.first { !$0.isPassed && !($0.gate == .output && passes) }
  }

  private func words(_ gate: GateRecord) -> String {
    switch gate.gate {
    case .rotationLock: return lockWords
    case .deviceSetting where gate.rule == .w14: return say(HaltPhrase.byUser)
    case .deviceOrientation where gate.rule == .f2 || gate.rule == .formatDevice:
      return say(HaltPhrase.alreadyAt, verdict.after.device.orientation.name)
    case .deviceOrientation: return flatWords
    case .takesPart: return say(HaltPhrase.noneTakesPart)
    case .output:
      return say(gate.rule == .w3 ? HaltPhrase.noOutput : .heldByOther)
    case .background: return say(HaltPhrase.background)
    default: return say(HaltPhrase.stoppedAt, gate.gate.rawValue)
    }
  }

  /// That rotation is locked, and to what.
  var lockWords: String {
    guard isDesktop, let lock = verdict.after.device.userLock else {
      return say(HaltPhrase.locked)
    }
    return say(HaltPhrase.lockedTo, lock.rawValue)
  }

  private var flatWords: String {
    let device = verdict.after.device.orientation
    return device.isFlat
      ? say(HaltPhrase.flat, device.name) : say(HaltPhrase.unknown)
  }

  // UIKit's sets ask nobody in these cases and record no gate, so the event itself says why.
  private var silentHalt: Halt? {
    let scene = verdict.after
    switch verdict.event {
    case .setUp: return Halt(words: say(HaltPhrase.placed), rule: .formatSetUp)
    case .device(.rotationLock(let isLocked)) where verdict.asked.isEmpty:
      return Halt(words: say(isLocked ? HaltPhrase.lockWentOn : .lockWentOff), rule: lockRule)
    case .device(.generating): return Halt(words: say(HaltPhrase.notifications), rule: .n1)
    case .device where scene.device.isRotationLocked:
      return Halt(words: say(HaltPhrase.locked), rule: lockRule)
    case .device where verdict.before.device.orientation == scene.device.orientation:
      return Halt(
        words: say(HaltPhrase.alreadyAt, scene.device.orientation.name), rule: .formatDevice)
    case .device where scene.device.orientation.interface == nil:
      return Halt(words: flatWords, rule: .b1)
    case .device where !scene.isForeground:
      return Halt(words: say(HaltPhrase.background))
    case .device where isDesktop && !scene.outputs.contains(where: \.isManaged):
      return Halt(words: say(HaltPhrase.noOutput), rule: .w3)
    case .window(_, .push), .window(_, .pop), .window(_, .select):
      return isDesktop ? nil : Halt(words: say(HaltPhrase.pushPop), rule: .b6)
    case .app(.setStatusBar):
      return Halt(words: say(HaltPhrase.appBar), rule: .b11)
    default: return nil
    }
  }

  // A call that has no effect in this version, or while nobody is asked.
  private var missingCall: Halt? {
    let (call, rule, traits): (String, RuleID, KeyPath<UIKitTraits, Bool>)
    switch verdict.event {
    case .window(_, .requestGeometry):
      (call, rule, traits) = ("request-geometry", .e4, \.hasGeometryRequests)
    case .window(_, .setNeedsUpdate):
      (call, rule, traits) = ("set-needs-update", .e2, \.hasGeometryRequests)
    case .app(.attemptRotation): (call, rule, traits) = ("attempt-rotation", .e2, \.allowsAttempts)
    case .app(.setStatusBar): (call, rule, traits) = ("set-status-bar", .b11, \.allowsManualBar)
    default: return nil
    }
    guard let uikit = RuleSetCatalog.make(rulesID)?.uikit else { return nil }
    guard uikit[keyPath: traits] else {
      return Halt(words: say(HaltPhrase.noSuchCall, SafeText.name(rulesID), call), rule: rule)
    }
    // No mask is asked for, so none can be the empty one that B-11 wants.
    guard case .app(.setStatusBar) = verdict.event, uikit.isMultitasking(verdict.after) else {
      return nil
    }
    return Halt(words: say(HeadlinePhrase.multitasking), rule: .p2)
  }

  private var lockRule: RuleID { isDesktop ? .w1 : .f10 }
}
