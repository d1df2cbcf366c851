// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation

extension Evidence {
  /// Why nobody asked a window, in a few words.
  func notAskedReason(_ id: WindowID) -> String {
    if isExempt(id) { return "diagnostic" }
    guard let window = window(id) else { return "gone" }
    if !isThere(id) { return "removed" }
    if window.isFollower { return "follower" }
    if isDesktop {
      if let reason = desktopReason(window) { return reason }
    } else {
      if window.root == nil { return "no root" }
      if let gate = verdict.gates.last(where: { $0.window == id && $0.gate == .takesPart }),
        !gate.isPassed
      {
        return window.isHidden ? "hidden" : "takes no part"
      }
      if window.disableCount > 0, verdict.moves.contains(.putOff(id)) { return "disabled" }
    }
    if verdict.asked.isEmpty { return haltReason }
    if let subject = verdict.event.window, subject != id {
      return window.isHidden ? "hidden" : "about \(quoted(subject)) only"
    }
    return window.isHidden ? "hidden" : "another window decides"
  }

  // The first line tells it at length.
  private var haltReason: String {
    switch halt.rule {
    case .w1, .f10: verdict.after.device.isRotationLocked ? "rotation lock" : "nobody was"
    case .w2, .b1: verdict.after.device.orientation.isFlat ? "device flat" : "device unknown"
    case .w10: "output held"
    case .e6: "refused"
    default: "nobody was"
    }
  }

  private func desktopReason(_ window: Window) -> String? {
    if window.isHidden { return "hidden" }
    if window.shell.isMinimized { return "minimised" }
    if let output = window.shell.output,
      verdict.after.outputs.first(where: { $0.id == output })?.isManaged != true
    {
      return "other output"
    }
    if verdict.gates.contains(where: { $0.rule == .w6 && $0.window != window.id }) {
      return "the focused window is fullscreen"
    }
    if verdict.after.keyWindow != window.id, !verdict.asked.isEmpty, !window.shell.mayVeto {
      return "not focused, no veto"
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
