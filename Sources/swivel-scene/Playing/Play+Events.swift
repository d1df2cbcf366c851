// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation
import Scenarios
import WaylandClient

extension Play {
  /// Does what an event says; false if no client could.
  func play(_ event: ScenarioEvent) throws -> Bool {
    switch event.action {
    case .launch: true
    case .reading: try turn(to: script.device)
    case .event(.device(let event)): try play(event)
    case .event(.window(let id, let event)): try play(event, in: id)
    case .event(.add(let window, let makesKey)): try add(window, makesKey: makesKey)
    case .event(.addExempt(let window, let makesKey)):
      try add(window, makesKey: makesKey, isExempt: true)
    // Answers are given anew to every question.
    case .event(.app(.setPolicy)): true
    case .event(.app(.attemptRotation)): try invalidate(Array(windows.values))
    case .event, .tablet: false
    }
  }

  private func play(_ event: DeviceEvent) throws -> Bool {
    switch event {
    case .turned(let orientation): return try turn(to: orientation)
    case .rotationLock(let isLocked):
      try stage.await { try $0.lock(locked: isLocked ? 1 : 0) }
      return true
    case .forced, .generating, .setting: return false
    }
  }

  private func play(_ event: WindowEvent, in id: WindowID) throws -> Bool {
    guard let window = windows[id] else { return false }
    switch event {
    case .remove:
      window.remove()
      windows[id] = nil
    case .show: try window.show()
    case .hide: try window.hide()
    case .makeKey: try window.makeKey()
    case .setRoot(let root): try window.setTraits(root: root)
    case .setNeedsUpdate: try window.invalidate()
    default: return false
    }
    return true
  }

  private func turn(to orientation: DeviceOrientation) throws -> Bool {
    let value = SwivelDeviceV1.Orientation(rawValue: UInt32(orientation.rawValue))
    try stage.await { try $0.turn(orientation: value) }
    return true
  }

  private func add(_ window: Window, makesKey: Bool, isExempt: Bool = false) throws -> Bool {
    try add(window, isExempt: isExempt)
    if makesKey { try windows[window.id]?.makeKey() }
    return true
  }

  private func invalidate(_ windows: [StageWindow]) throws -> Bool {
    for window in windows { try window.invalidate() }
    return true
  }
}
