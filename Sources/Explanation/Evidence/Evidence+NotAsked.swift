// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation

extension Evidence {
  /// Why nobody asked a window, in a few words.
  func notAskedReason(_ id: WindowID) -> String {
    if isExempt(id) { return say(BlockPhrase.diagnostic) }
    guard let window = window(id) else { return say(BlockPhrase.gone) }
    if !isThere(id) { return say(BlockPhrase.removed) }
    if window.isFollower { return say(BlockPhrase.follower) }
    if isDesktop {
      if let reason = desktopReason(window) { return reason }
    } else {
      if window.root == nil { return say(BlockPhrase.noRoot) }
      if let gate = verdict.gates.last(where: { $0.window == id && $0.gate == .takesPart }),
        !gate.isPassed
      {
        return window.isHidden ? say(BlockPhrase.hidden) : say(BlockPhrase.noPart)
      }
      if window.disableCount > 0, verdict.moves.contains(.putOff(id)) {
        return say(BlockPhrase.disabled)
      }
    }
    if verdict.asked.isEmpty { return haltReason }
    if let subject = verdict.event.window, subject != id {
      return window.isHidden
        ? say(BlockPhrase.hidden) : say(BlockPhrase.aboutOther, quoted(subject))
    }
    return window.isHidden ? say(BlockPhrase.hidden) : say(BlockPhrase.otherDecides)
  }

  // The first line tells it at length.
  private var haltReason: String {
    switch blockReason.rule {
    case .w1, .w13, .f10:
      verdict.after.device.isRotationLocked
        ? say(BlockPhrase.lockReason) : say(BlockPhrase.nobodyWas)
    case .w2, .b1:
      verdict.after.device.orientation.isFlat
        ? say(BlockPhrase.flatReason) : say(BlockPhrase.unknownReason)
    case .w10: say(BlockPhrase.outputHeld)
    case .w14: say(BlockPhrase.usersWord)
    case .e6: say(BlockPhrase.refused)
    default: say(BlockPhrase.nobodyWas)
    }
  }

  private func desktopReason(_ window: Window) -> String? {
    if window.isHidden { return say(BlockPhrase.hidden) }
    if window.shell.isMinimized { return say(BlockPhrase.minimised) }
    if let output = window.shell.output,
      verdict.after.outputs.first(where: { $0.id == output })?.isManaged != true
    {
      return say(BlockPhrase.otherOutput)
    }
    if verdict.gates.contains(where: { $0.rule == .w6 && $0.window != window.id }) {
      return say(BlockPhrase.focusFullscreen)
    }
    if verdict.after.keyWindow != window.id, !verdict.asked.isEmpty, !window.shell.mayVeto {
      return say(BlockPhrase.notFocused)
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
