// SPDX-License-Identifier: Apache-2.0
import Orientation

/// One decision about the internal display of a ChromeOS device while it is being made.
struct ChromeOSDecision<Sink: DecisionSink> {
  let scene: Scene
  var sink: Sink

  var settings: ChromeOSSettings { scene.device.chromeOS }
  var panel: PanelNature { scene.device.panel }
  var current: InterfaceOrientation { scene.statusBar.orientation }

  init(scene: Scene, sink: Sink) {
    self.scene = scene
    self.sink = sink
  }

  mutating func run() {
    let target: InterfaceOrientation
    var source: WindowID?
    if pass(.deviceSetting, settings.allowsAutoRotation, .cr1) {
      let found = resolve()
      source = found.window
      target = rotation(under: found)
    } else {
      _ = pass(.deviceSetting, true, .cr18)
      target = scene.device.userRotation ?? current
    }
    for move in scene.movesToShow(target, by: source) { sink.move(move) }
  }

  /// What the sensor makes of a lock (CR-2, CR-7, CR-15).
  private mutating func rotation(under found: Found) -> InterfaceOrientation {
    let mask = found.lock.mask(on: panel)
    let gate: GateRecord.Gate = found.isUsers ? .rotationLock : .orientationLock
    let window = found.isUsers ? nil : found.window
    let isFree = found.lock == .any || found.lock.isClass
    guard pass(gate, isFree, found.isHeld ? .cr16 : .cr2, window) else {
      return mask.first ?? current
    }
    let felt = scene.device.orientation.edgeUp.map {
      InterfaceOrientation(transform: $0.transform, on: panel)
    }
    _ = pass(.deviceOrientation, felt != nil, .cr4)
    if let felt {
      let rule: RuleID = found.lock.isClass ? .cr15 : .cr7
      if pass(found.isUsers ? gate : .effectiveMask, mask.allows(felt), rule, window) {
        return felt
      }
    }
    return mask.allows(current) ? current : primary(mask)
  }

  // A class means its primary orientation when the display shows another class.
  private func primary(_ mask: OrientationMask) -> InterfaceOrientation {
    [.portrait, .landscapeRight].first { mask.allows($0) } ?? mask.first ?? current
  }

  /// Records a gate and says whether it was passed.
  mutating func pass(
    _ gate: GateRecord.Gate, _ isPassed: Bool, _ rule: RuleID, _ window: WindowID? = nil
  ) -> Bool {
    sink.gate(GateRecord(window: window, gate: gate, isPassed: isPassed, rule: rule))
    return isPassed
  }
}
