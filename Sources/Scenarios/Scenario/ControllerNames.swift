// SPDX-License-Identifier: Apache-2.0
import Arbitration

/// The names of the controllers in a scene's windows, and the window that each is in.
///
/// They are looked up, never gone through: the order of a hashed collection is nobody's business.
struct ControllerNames {
  private var windows: [String: WindowID] = [:]
  private var names: [WindowID: [String]] = [:]

  /// The window in which a controller of a name hangs; nil when it is nowhere.
  func window(of name: String) -> WindowID? { windows[name] }

  /// A window has these controllers from now on, and no others.
  mutating func set(_ id: WindowID, _ root: Controller?) {
    for name in names.removeValue(forKey: id) ?? [] where windows[name] == id {
      windows[name] = nil
    }
    if let root { add(root, in: id) }
  }

  /// What an event has made of a window that it concerns.
  mutating func take(_ event: WindowEvent, on id: WindowID, in scene: Scene) {
    switch event {
    // What comes on top leaves the names below alone.
    case .present(let presentation): add(presentation.controller, in: id)
    case .push(let controller): add(controller, in: id)
    case .setRoot, .dismiss, .pop, .remove: set(id, scene.window(id)?.root)
    default: break
    }
  }

  private mutating func add(_ controller: Controller, in id: WindowID) {
    var below = [controller]
    while let next = below.popLast() {
      windows[next.id] = id
      names[id, default: []].append(next.id)
      if let presented = next.presented { below.append(presented.controller) }
      below += next.container?.children ?? []
    }
  }
}
