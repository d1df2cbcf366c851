// SPDX-License-Identifier: Apache-2.0
import Orientation

extension UIKitDecision {
  /// Another controller became topmost; it is asked for mask and preference (format:presenting).
  mutating func present(_ id: WindowID) {
    guard let window = scene.window(id), let root = window.root, takesPart(window) else { return }
    if traits.arbitration != .autonomous {
      guard let decider = decider(), decider.id == id else { return }
    }
    guard let target = presentation(window, root.topmost(traits)) else { return }
    switch traits.arbitration {
    case .autonomous: turn(window, to: target)
    case .keyOnly, .sceneWide: turnAll(to: target, by: id)
    case .intersection:
      if target != bar { turn(to: target, only: nil) }
    }
  }

  private mutating func presentation(
    _ window: Window, _ controller: Controller
  ) -> InterfaceOrientation? {
    // Nobody is asked and everything is allowed, the bar's orientation first (P-2).
    if isMultitasking { return bar }
    guard let preferred = askPreferred(window, controller) else {
      isMissingAnswers = true
      return nil
    }
    if let preferred {
      guard let own = askSupported(window, controller, proposed: preferred) else {
        isMissingAnswers = true
        return nil
      }
      guard own.allows(preferred) else {
        raise(.x3, window, controller)
        return nil
      }
      return preferred
    }
    let mask = effectiveMask(window, controller, proposed: bar, raises: false)
    guard let mask else { return nil }
    if mask.isEmpty {
      // Only a controller that would turn makes the empty set an exception (B-5).
      guard autorotates(window, controller, proposed: bar), !isMissingAnswers else { return nil }
      _ = effectiveMask(window, controller, proposed: bar)
      return nil
    }
    if mask.allows(bar) { return bar }
    if let device = scene.device.orientation.interface, mask.allows(device) { return device }
    return mask.first
  }
}
