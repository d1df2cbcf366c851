// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation

/// Why nobody asked a window, in words.
struct NotAskedReason {
  private let evidence: Evidence

  init(_ evidence: Evidence) { self.evidence = evidence }

  /// Why nobody asked a window, in a few words.
  func text(_ id: WindowID) -> String {
    if evidence.isExempt(id) { return evidence.say(BlockPhrase.diagnostic) }
    guard let window = evidence.window(id) else { return evidence.say(BlockPhrase.gone) }
    if !evidence.isThere(id) { return evidence.say(BlockPhrase.removed) }
    if window.isFollower { return evidence.say(BlockPhrase.follower) }
    if evidence.isDesktop {
      if let reason = desktopReason(window) { return reason }
    } else {
      if window.root == nil { return evidence.say(BlockPhrase.noRoot) }
      if let gate = evidence.verdict.gates.last(where: { $0.window == id && $0.gate == .takesPart }
      ),
        !gate.isPassed
      {
        return window.isHidden ? evidence.say(BlockPhrase.hidden) : evidence.say(BlockPhrase.noPart)
      }
      if window.disableCount > 0, evidence.verdict.moves.contains(.putOff(id)) {
        return evidence.say(BlockPhrase.disabled)
      }
    }
    if evidence.verdict.asked.isEmpty { return haltReason }
    if let subject = evidence.verdict.event.window, subject != id {
      return window.isHidden
        ? evidence.say(BlockPhrase.hidden)
        : evidence.say(BlockPhrase.aboutOther, evidence.quoted(subject))
    }
    return window.isHidden
      ? evidence.say(BlockPhrase.hidden) : evidence.say(BlockPhrase.otherDecides)
  }

  // The first line tells it at length.
  private var haltReason: String {
    switch evidence.blockReason.rule {
    case .w1, .w13, .f10:
      evidence.verdict.after.device.isRotationLocked
        ? evidence.say(BlockPhrase.lockReason) : evidence.say(BlockPhrase.nobodyWas)
    case .w2, .b1:
      evidence.verdict.after.device.orientation.isFlat
        ? evidence.say(BlockPhrase.flatReason) : evidence.say(BlockPhrase.unknownReason)
    case .w10: evidence.say(BlockPhrase.outputHeld)
    case .w14: evidence.say(BlockPhrase.usersWord)
    case .e6: evidence.say(BlockPhrase.refused)
    default: evidence.say(BlockPhrase.nobodyWas)
    }
  }

  private func desktopReason(_ window: Window) -> String? {
    if window.isHidden { return evidence.say(BlockPhrase.hidden) }
    if window.shell.isMinimized { return evidence.say(BlockPhrase.minimised) }
    if let output = window.shell.output,
      evidence.verdict.after.outputs.first(where: { $0.id == output })?.isManaged != true
    {
      return evidence.say(BlockPhrase.otherOutput)
    }
    if evidence.verdict.gates.contains(where: { $0.rule == .w6 && $0.window != window.id }) {
      return evidence.say(BlockPhrase.focusFullscreen)
    }
    if evidence.verdict.after.keyWindow != window.id, !evidence.verdict.asked.isEmpty,
      !window.shell.mayVeto
    {
      return evidence.say(BlockPhrase.notFocused)
    }
    return nil
  }
}

extension Event {
  /// The window that an event is about; nil for the device, the app and outputs.
  var window: WindowID? {
    switch self {
    case .window(let id, _): id
    case .add(let window, _), .addExempt(let window, _): window.id
    default: nil
    }
  }
}
