// SPDX-License-Identifier: Apache-2.0
import Orientation

extension UIKitDecision {
  /// A mask changed and says so: the scene moves at once if it has to or may (E-2, E-3).
  mutating func update(_ id: WindowID) {
    guard let decider = decider(), decider.id == id, let root = decider.root else { return }
    guard let target = placement(decider, root.topmost(traits)) else { return }
    turnAll(to: target, by: id)
  }

  /// The app asks for one of some orientations; without a common one it gets error 101 (E-4, E-5).
  mutating func request(_ wanted: OrientationMask) {
    guard let decider = decider(), let root = decider.root else { return }
    if wanted.legal.isEmpty { return }
    let controller = root.topmost(traits)
    guard let mask = effectiveMask(decider, controller, proposed: bar) else { return }
    let common = mask.intersection(wanted)
    guard let first = common.first else {
      raised = RotationError(
        name: .sceneError101, rule: .e5, window: decider.id, controller: controller.id)
      return
    }
    if common.allows(bar) { return turnAll(to: bar, by: decider.id) }
    if let device = scene.device.orientation.interface, common.allows(device) {
      return turnAll(to: device, by: decider.id)
    }
    turnAll(to: first, by: decider.id)
  }

  /// The app sets the bar itself; only while the page's mask is 0 does that do anything (B-11).
  mutating func setStatusBar(_ wanted: InterfaceOrientation) {
    guard wanted != .unknown, let page = scene.pageIndex else { return }
    let window = scene.windows[page]
    guard let controller = window.root?.topmost(traits) else { return }
    guard let mask = controllerMask(window, controller, proposed: wanted) else {
      isMissingAnswers = true
      return
    }
    let isPassed = mask.rawValue == 0
    sink.gate(GateRecord(window: window.id, gate: .effectiveMask, isPassed: isPassed, rule: .b11))
    guard isPassed, bar != wanted else { return }
    bar = wanted
    sink.move(.statusBar(to: wanted, by: .app))
  }
}
