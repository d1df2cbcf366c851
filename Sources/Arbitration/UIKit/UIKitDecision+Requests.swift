// SPDX-License-Identifier: Apache-2.0
import Orientation

extension UIKitDecision {
  /// A mask changed and says so: the scene moves at once if it has to or may (E-2, E-3).
  mutating func update(_ id: WindowID) {
    guard let window = speaker(for: id) else { return nobodyTakesPart() }
    guard window.id == id, let root = window.root else {
      // Only the window that decides for the scene can move it.
      return sink.gate(GateRecord(window: id, gate: .takesPart, isPassed: false, rule: .e2))
    }
    if traits.arbitration == .intersection { return placeTogether(window) }
    let controller = root.topmost(traits)
    // A granted lock holds what is shown as long as the mask has it (E-8).
    let isHeld = isLocked(window, controller)
    guard let target = placement(window, controller, heedsDevice: !isHeld) else { return }
    if let device = scene.device.orientation.interface {
      sink.gate(
        GateRecord(window: id, gate: .effectiveMask, isPassed: target == device, rule: .e2))
    }
    move(window, to: target)
  }

  /// The app asks for one of some orientations; without a common one it gets error 101 (E-4, E-5).
  mutating func request(_ wanted: OrientationMask, for id: WindowID) {
    guard let window = speaker(for: id), let root = window.root else { return nobodyTakesPart() }
    if wanted.legal.isEmpty {
      return sink.gate(
        GateRecord(window: window.id, gate: .effectiveMask, isPassed: false, rule: .e4))
    }
    let controller = root.topmost(traits)
    guard let mask = effectiveMask(window, controller, proposed: bar) else { return }
    let common = mask.intersection(wanted)
    guard let first = common.first else {
      // The error goes to whoever asked, whichever window's mask stood in the way.
      raised = RotationError(
        name: .sceneError101, rule: .e5, window: id,
        controller: scene.window(id)?.root?.topmost(traits).id)
      return
    }
    if common.allows(bar) { return move(window, to: bar) }
    if let device = scene.device.orientation.interface, common.allows(device) {
      return move(window, to: device)
    }
    move(window, to: first)
  }

  /// Whose mask an update or a request is held against: its own, or the one that decides for all.
  private func speaker(for id: WindowID) -> Window? {
    guard traits.arbitration == .autonomous else { return decider() }
    return scene.window(id).flatMap { rules.takesPart($0, in: scene) ? $0 : nil }
  }

  private mutating func move(_ window: Window, to target: InterfaceOrientation) {
    if traits.arbitration == .autonomous {
      turn(window, to: target)
    } else {
      turnAll(to: target, by: window.id)
    }
  }

  /// The app sets the bar itself; only while the page's mask is 0 does that do anything (B-11).
  mutating func setStatusBar(_ wanted: InterfaceOrientation) {
    // Under multitasking no mask is asked for, so there is no manual mode (P-2).
    guard wanted != .unknown, !isMultitasking, let page = scene.pageIndex,
      let controller = scene.windows[page].root?.topmost(traits)
    else { return nobodyTakesPart() }
    let window = scene.windows[page]
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
