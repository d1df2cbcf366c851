// SPDX-License-Identifier: Apache-2.0
import Orientation

extension UIKitDecision {
  /// Gives a window its orientation when it is set up, added, shown or given a root (format:placing).
  mutating func place(_ id: WindowID) {
    guard let window = scene.window(id) else { return }
    guard rules.takesPart(window, in: scene), let root = window.root else {
      return followBar(window)
    }
    switch traits.arbitration {
    case .autonomous:
      guard let target = placement(window, root.topmost(traits)) else { return }
      turn(window, to: target)
    case .keyOnly, .sceneWide:
      guard let decider = decider(), decider.id == id, let root = decider.root else {
        return followBar(window)
      }
      guard let target = placement(decider, root.topmost(traits)) else { return }
      turnAll(to: target, by: id)
    case .intersection: placeTogether(window)
    }
  }

  /// The orientation that a controller is placed in; nil when something was raised or is missing.
  mutating func placement(
    _ window: Window, _ controller: Controller, heedsDevice: Bool = true
  ) -> InterfaceOrientation? {
    let device = heedsDevice ? scene.device.orientation.interface : nil
    let proposed = device ?? bar
    let turns = autorotates(window, controller, proposed: proposed)
    if isMissingAnswers { return nil }
    guard
      let mask = effectiveMask(window, controller, proposed: proposed, raises: turns)
    else { return nil }
    if turns, let device, mask.allows(device) { return device }
    if mask.allows(bar) { return bar }
    // Nothing suits: without autorotation the window stays with the bar and nothing is raised.
    return mask.first ?? bar
  }

  /// A window that is not asked takes the bar's orientation.
  private mutating func followBar(_ window: Window) {
    guard window.orientation != bar else { return }
    sink.move(.window(window.id, to: bar))
  }

  // All turn, or none: to the device's orientation, else the bar's, else the first that suits all.
  mutating func placeTogether(_ window: Window) {
    guard let common = commonMask() else { return }
    let device = scene.device.orientation.interface
    let target: InterfaceOrientation
    if let device, common.allows(device) {
      target = device
    } else if common.allows(bar) {
      target = bar
    } else {
      target = common.first ?? bar
    }
    guard target != bar, let decider = decider() else { return followBar(window) }
    turnAll(to: target, by: decider.id)
  }

  /// What every voter accepts, a refusal of autorotation counting as "only as it is now".
  private mutating func commonMask() -> OrientationMask? {
    var common = OrientationMask.all
    for window in scene.windows {
      guard rules.takesPart(window, in: scene), let root = window.root else { continue }
      let controller = root.topmost(traits)
      let turns = autorotates(window, controller, proposed: bar)
      if isMissingAnswers { continue }
      let mask = effectiveMask(window, controller, proposed: bar, raises: turns)
      if raised != nil { return nil }
      common.formIntersection(turns ? mask ?? [] : bar.mask)
    }
    return isMissingAnswers ? nil : common
  }
}
