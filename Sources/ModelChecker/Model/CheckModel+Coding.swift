// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation

extension CheckModel {
  /// The scene of a state; with `isBlank` nobody's orientation is told.
  ///
  /// A blank scene makes the rule function name everything that it would turn.
  func scene(_ state: PackedState, isBlank: Bool = false, isBarBlank: Bool = false) -> Scene {
    let template = templates[state.settingsIndex]
    var scene = template
    scene.windows.removeAll(keepingCapacity: true)
    for index in ids.indices where state.present >> UInt64(index) & 1 == 1 {
      var window = template.windows[index]
      window.isHidden = state.hidden >> UInt64(index) & 1 == 1
      window.orientation = isBlank ? .unknown : Self.orientation(state.orientation(index))
      scene.windows.append(window)
    }
    scene.keyHistory = state.key < ids.count ? [ids[state.key]] : []
    let bar = Self.orientation(state.bar)
    scene.statusBar.orientation = isBarBlank ? .unknown : bar
    scene.device.orientation = CheckEvent.device(state.device)
    if let managedOutput {
      let output = scene.outputs[managedOutput]
      scene.outputs[managedOutput].desired = bar.transform(on: output.panel) ?? output.desired
    }
    return scene
  }

  static func orientation(_ index: Int) -> InterfaceOrientation {
    InterfaceOrientation(rawValue: UInt8(index + 1)) ?? .unknown
  }

  /// The state of a scene; nil for an orientation that a state cannot hold.
  ///
  /// A scene does not tell windows that left from those still to come; `gone` does.
  func encode(_ scene: Scene, settingsIndex: Int, gone: UInt64) -> PackedState? {
    var state = PackedState()
    state.hidden = gone
    for window in scene.windows {
      guard let index = ids.firstIndex(of: window.id), window.orientation != .unknown else {
        return nil
      }
      let bit = UInt64(1) << UInt64(index)
      state.present |= bit
      state.hidden = window.isHidden ? state.hidden | bit : state.hidden & ~bit
      state.turn(bit, to: Int(window.orientation.rawValue) - 1)
    }
    guard scene.statusBar.orientation != .unknown else { return nil }
    state.key = scene.keyWindow.flatMap { ids.firstIndex(of: $0) } ?? PackedState.none
    if state.key < ids.count, state.present >> UInt64(state.key) & 1 == 0 {
      state.key = PackedState.none
    }
    state.bar = Int(scene.statusBar.orientation.rawValue) - 1
    state.device = CheckEvent.index(scene.device.orientation)
    state.settingsIndex = settingsIndex
    return state
  }

  /// A scene without what a state holds and without what no decision reads.
  ///
  /// Windows that are not there are taken from another template, or from the stack.
  func template(_ scene: Scene, like other: Int?) -> Scene {
    var template = scene
    template.windows = stack.windows.indices.map { index in
      let there = scene.windows.first { $0.id == ids[index] }
      var window =
        there ?? other.map { templates[$0].windows[index] } ?? stack.windows[index].window
      window.isHidden = false
      window.orientation = .unknown
      window.needsTurn = false
      return window
    }
    template.keyHistory = []
    template.statusBar = StatusBar()
    template.device.orientation = .portrait
    template.device.felt = .portrait
    template.hasPendingTurn = false
    for index in template.outputs.indices {
      template.outputs[index].desired = template.outputs[index].initial
      template.outputs[index].transform = template.outputs[index].initial
    }
    return template
  }

  /// The number of a scene's settings; new ones get the next number.
  func intern(_ scene: Scene, like other: Int) -> Int {
    let template = template(scene, like: other)
    if let found = templates.firstIndex(of: template) { return found }
    guard templates.count < 16 else {
      broken = .settings
      return other
    }
    if template.device.isRotationLocked {
      tables.pointee.lockedRests |= 1 << UInt16(templates.count)
    }
    templates.append(template)
    return templates.count - 1
  }
}
