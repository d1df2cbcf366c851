// SPDX-License-Identifier: Apache-2.0
import Orientation

extension UIKitDecision {
  /// The gate of shouldAutorotate (B-2); passed without a question where there is none.
  mutating func autorotates(
    _ window: Window, _ controller: Controller, proposed: InterfaceOrientation
  ) -> Bool {
    guard traits.asksAutorotate, !isMultitasking else {
      let rule: RuleID = isMultitasking ? .p2 : traits.hasMasks ? .e1 : .a2
      sink.gate(GateRecord(window: window.id, gate: .version, isPassed: true, rule: rule))
      return true
    }
    guard let reply = askAutorotate(window, controller, proposed: proposed) else {
      isMissingAnswers = true
      return false
    }
    sink.gate(GateRecord(window: window.id, gate: .autorotate, isPassed: reply, rule: .b2))
    return reply
  }

  /// App mask and controller's mask and device mask; raises when they share nothing.
  ///
  /// Nil when a live policy is silent or something was raised.
  mutating func effectiveMask(
    _ window: Window, _ controller: Controller, proposed: InterfaceOrientation,
    raises: Bool = true
  ) -> OrientationMask? {
    if isMultitasking { return .all }
    let app = appMask(window)
    guard let own = controllerMask(window, controller, proposed: proposed) else {
      isMissingAnswers = true
      return nil
    }
    let mask = app.intersection(own).intersection(scene.device.mask).legal
    // iOS 5 knows no such exception.
    if mask.isEmpty, raises, traits.hasMasks {
      raise(own.rawValue == 0 ? .x2 : .x1, window, controller)
      return nil
    }
    return mask
  }

  /// The app's mask for a window: a delegate's answer instead of the list (B-4, E-10).
  mutating func appMask(_ window: Window) -> OrientationMask {
    guard traits.appLimits else { return .all }
    if traits.asksSceneDelegate {
      if let mask = scene.app.sceneDelegate {
        tellAppMask(window, mask, by: "scene.delegate", rule: .e10)
        return mask
      }
    } else if let mask = scene.app.delegate?.mask(for: window.id) {
      tellAppMask(window, mask, by: "app.delegate", rule: .b4)
      return mask
    }
    guard let list = scene.app.list(on: scene.device.idiom) else { return standardMask }
    return list.reduce(into: OrientationMask()) { $0.formUnion($1.mask) }
  }

  private mutating func tellAppMask(
    _ window: Window, _ mask: OrientationMask, by controller: String, rule: RuleID
  ) {
    sink.asked(
      Asked(
        window: window.id, controller: controller, question: .appSupported,
        answer: .mask(mask), origin: .written, rule: rule))
  }

  /// The class default and the default of the app: all on a pad, all but upside down on a phone (V-8).
  var standardMask: OrientationMask {
    scene.device.idiom == .pad ? .all : .allButUpsideDown
  }

  /// The controller's own mask, narrowed by what is presented over it; nil while a policy is silent.
  mutating func controllerMask(
    _ window: Window, _ controller: Controller, proposed: InterfaceOrientation
  ) -> OrientationMask? {
    guard var mask = askSupported(window, controller, proposed: proposed) else { return nil }
    var below = controller
    while traits.hasMasks, let over = below.narrowing() {
      guard let narrower = askSupported(window, over, proposed: proposed) else { return nil }
      mask.formIntersection(narrower)
      below = over
    }
    return mask
  }
}
