// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation

/// The reason why a window was not asked, in words.
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
      if window.disableCount > 0, evidence.verdict.moves.contains(.putOff(id)) {
        return say(.disabled)
      }
    }
    if evidence.verdict.asked.isEmpty { return haltReason }
    if let subject = evidence.verdict.event.window, subject != id {
      return window.isHidden
        ? say(.hidden)
        : say(.aboutOther, evidence.quoted(subject))
    }
    return window.isHidden
      ? say(.hidden) : say(.otherDecides)
  }

  // A short reason, as the headline gives it at length.
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
  /// The window that an event concerns; `nil` for the device, the app and outputs.
  var window: WindowID? {
    switch self {
    case .window(let id, _): id
    case .add(let window, _), .addExempt(let window, _): window.id
    default: nil
    }
  }
}
