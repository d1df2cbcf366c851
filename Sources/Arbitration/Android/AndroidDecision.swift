// SPDX-License-Identifier: Apache-2.0
import Orientation

/// One decision about Android's default display while it is being made.
struct AndroidDecision<Sink: DecisionSink> {
  let scene: Scene
  var sink: Sink

  var device: Device { scene.device }
  var settings: AndroidSettings { scene.device.android }
  /// The rotation that stands.
  var last: AndroidRotation { AndroidRotation(scene.statusBar.orientation, on: device.panel) }

  init(scene: Scene, sink: Sink) {
    self.scene = scene
    self.sink = sink
  }

  mutating func run() {
    let found = walk(scene.windowsFromTop)
    let rotation = rotation(for: found)
    for move in scene.movesToShow(rotation.orientation(on: device.panel), by: found.source) {
      sink.move(move)
    }
  }

  /// Records a gate and says whether it was passed.
  mutating func pass(
    _ gate: GateRecord.Gate, _ isPassed: Bool, _ rule: RuleID, _ window: WindowID? = nil
  ) -> Bool {
    sink.gate(GateRecord(window: window, gate: gate, isPassed: isPassed, rule: rule))
    return isPassed
  }
}
