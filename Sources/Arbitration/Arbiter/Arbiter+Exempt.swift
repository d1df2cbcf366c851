// SPDX-License-Identifier: Apache-2.0
import Orientation

extension Arbiter {
  /// Whether an event concerns a diagnostic window; its own traits are kept beside the scene.
  mutating func takeExempt(_ event: Event) -> Bool {
    if case .addExempt(let window, _) = event {
      exempt.append(window)
      return true
    }
    guard case .window(let id, let event) = event,
      let index = exempt.firstIndex(where: { $0.id == id })
    else { return false }
    switch event {
    case .remove: exempt.remove(at: index)
    case .show: exempt[index].isHidden = false
    case .hide: exempt[index].isHidden = true
    default: break
    }
    return true
  }

  /// The scene after an exempt window's event; only the key can be concerned.
  func afterExempt(_ event: Event) -> Scene {
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
}
