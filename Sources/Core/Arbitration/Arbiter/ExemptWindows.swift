// SPDX-License-Identifier: Apache-2.0
import Orientation

/// The diagnostic windows, kept beside the scene, so that no rule set sees them.
struct ExemptWindows: Sendable, Hashable {
  private(set) var windows: [Window]

  init(_ windows: [Window]) { self.windows = windows }

  /// Applies an event to the diagnostic windows; returns whether the event concerns one.
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

  /// Returns the scene after a diagnostic window's event, which changes the key window at most.
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

  /// Rotates the diagnostic windows with the status bar.
  mutating func follow(_ orientation: InterfaceOrientation) {
    for index in windows.indices { windows[index].orientation = orientation }
  }
}
