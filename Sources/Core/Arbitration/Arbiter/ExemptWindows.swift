// SPDX-License-Identifier: Apache-2.0
import Orientation

/// Diagnostic windows: kept beside the scene, so no rule set can see them.
struct ExemptWindows: Sendable, Hashable {
  private(set) var windows: [Window]

  init(_ windows: [Window]) { self.windows = windows }

  /// Whether an event concerns a diagnostic window; its own traits are kept beside the scene.
  mutating func take(_ event: Event) -> Bool {
    if case .addExempt(let window, _) = event {
      windows.append(window)
      return true
    }
    guard case .window(let id, let event) = event,
      let index = windows.firstIndex(where: { $0.id == id })
    else { return false }
    switch event {
    case .remove: windows.remove(at: index)
    case .show: windows[index].isHidden = false
    case .hide: windows[index].isHidden = true
    default: break
    }
    return true
  }

  /// The scene after an exempt window's event; only the key can be concerned.
  func after(_ event: Event, in scene: Scene) -> Scene {
    var scene = scene
    if case .addExempt(let window, makesKey: true) = event { scene.makeKey(window.id) }
    guard case .window(let id, let event) = event else { return scene }
    switch event {
    case .makeKey: scene.makeKey(id)
    case .remove, .hide:
      let wasKey = scene.keyWindow == id
      scene.keyHistory.removeAll { $0 == id }
      if wasKey { scene.reassignKeyWindow() }
    case .resignKey: scene.keyHistory.removeAll { $0 == id }
    default: break
    }
    return scene
  }

  /// They turn with the status bar.
  mutating func follow(_ orientation: InterfaceOrientation) {
    for index in windows.indices { windows[index].orientation = orientation }
  }
}
