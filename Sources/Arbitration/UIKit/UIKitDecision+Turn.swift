// SPDX-License-Identifier: Apache-2.0
import Orientation

extension UIKitDecision {
  /// The device asks for an orientation (M-2, B-1 to B-3).
  mutating func turn(to target: InterfaceOrientation, only: WindowID?) {
    // A real display on which nothing is shown follows the device (W-4).
    if scene.windows.isEmpty, !scene.outputs.isEmpty {
      return sink.move(.statusBar(to: target, by: nil))
    }
    switch traits.arbitration {
    case .autonomous: turnEachForItself(to: target, only: only)
    case .keyOnly, .sceneWide:
      guard let decider = decider() else { return nobodyTakesPart() }
      let rule: RuleID = traits.arbitration == .sceneWide ? .m23 : .formatArbitration
      sink.gate(GateRecord(window: decider.id, gate: .arbitration, isPassed: true, rule: rule))
      guard !isDisabled(decider) else { return }
      if accepts(decider, target) { turnAll(to: target, by: decider.id) }
    case .intersection: turnIfAllAgree(to: target)
    }
  }

  /// Says that there is no window that could decide.
  mutating func nobodyTakesPart() {
    let rule: RuleID = traits.arbitration == .sceneWide ? .m23 : .formatVoter
    sink.gate(GateRecord(window: nil, gate: .takesPart, isPassed: false, rule: rule))
  }

  private mutating func turnEachForItself(to target: InterfaceOrientation, only: WindowID?) {
    if scene.windows.isEmpty { return nobodyTakesPart() }
    for index in scene.windows.indices {
      if let only, scene.windows[index].id != only { continue }
      let window = scene.windows[index]
      guard takesPart(window), !isDisabled(window) else { continue }
      if accepts(window, target) { turn(window, to: target) }
      if raised != nil { return }
    }
  }

  private mutating func turnIfAllAgree(to target: InterfaceOrientation) {
    var agreed = true
    for index in scene.windows.indices {
      let window = scene.windows[index]
      guard takesPart(window) else { continue }
      if isDisabled(window) || !accepts(window, target) { agreed = false }
      if raised != nil { return }
    }
    guard agreed else { return }
    guard let decider = decider() else { return nobodyTakesPart() }
    turnAll(to: target, by: decider.id)
  }

  /// Whether a window is asked at all; says why not.
  mutating func takesPart(_ window: Window) -> Bool {
    if rules.takesPart(window, in: scene) { return true }
    let rule: RuleID = window.isFollower ? .m9 : window.root == nil ? .m7 : .formatVoter
    sink.gate(GateRecord(window: window.id, gate: .takesPart, isPassed: false, rule: rule))
    return false
  }

  /// Whether autorotation is disabled for a window; the turn is then put off (M-15).
  mutating func isDisabled(_ window: Window) -> Bool {
    guard window.disableCount > 0 else { return false }
    sink.gate(GateRecord(window: window.id, gate: .disableCount, isPassed: false, rule: .m15))
    sink.move(.putOff(window.id))
    return true
  }

  /// Whether a window itself would turn to an orientation: the two gates B-2 and B-3.
  mutating func accepts(_ window: Window, _ target: InterfaceOrientation) -> Bool {
    guard let root = window.root else {
      // The app's main window without a root turns by the app's mask alone (B-12).
      let mask = isMultitasking ? .all : appMask(window).intersection(scene.device.mask)
      let isPassed = mask.allows(target)
      sink.gate(
        GateRecord(window: window.id, gate: .effectiveMask, isPassed: isPassed, rule: .b12))
      return isPassed
    }
    let controller = root.topmost(traits)
    if isLocked(window, controller) { return false }
    guard autorotates(window, controller, proposed: target) else { return false }
    guard let mask = effectiveMask(window, controller, proposed: target) else { return false }
    let isPassed = mask.allows(target)
    sink.gate(GateRecord(window: window.id, gate: .effectiveMask, isPassed: isPassed, rule: .b3))
    return isPassed
  }

  /// Whether the controller's wish to keep the orientation is granted (E-8).
  mutating func isLocked(_ window: Window, _ controller: Controller) -> Bool {
    guard traits.hasOrientationLock, let wish = controller.prefersOrientationLocked else {
      return false
    }
    sink.asked(
      Asked(
        window: window.id, controller: controller.id, question: .orientationLocked,
        answer: .flag(wish), origin: .written, rule: .e8))
    guard wish, scene.isFullSize else { return false }
    sink.gate(GateRecord(window: window.id, gate: .orientationLock, isPassed: false, rule: .e8))
    return true
  }

  /// The window that decides for all: the page's, or the scene's (format:arbitration, format:scene).
  func decider() -> Window? {
    guard traits.arbitration == .sceneWide else {
      guard let index = scene.pageIndex else { return nil }
      let window = scene.windows[index]
      return rules.takesPart(window, in: scene) ? window : nil
    }
    var best: Window?
    for window in scene.windows
    where rules.isVoter(window, in: scene) && !window.isHidden && window.size == nil
      && window.controlsStatusBar
    {
      if let found = best, found.level > window.level { continue }
      best = window
    }
    if let best { return best }
    let voters = scene.windows.filter { rules.isVoter($0, in: scene) }
    return voters.first { $0.id == scene.keyWindow } ?? voters.first
      ?? scene.windows.first { rules.takesPart($0, in: scene) }
  }
}
