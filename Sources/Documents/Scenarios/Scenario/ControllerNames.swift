// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Formats
import Text

/// The names of controllers: those in a scene's windows, and all that a file gives or implies.
///
/// The former are looked up, never gone through: the order of a hashed collection is nobody's business.
struct ControllerNames {
  private var windows: [String: WindowID] = [:]
  private var names: [WindowID: [String]] = [:]
  /// The names given so far in the tree that is being read.
  private var claimed: Set<String> = []
  /// Every name that the file gives or implies, in the order of the file, for expectations.
  private(set) var all: [String] = []
  private var known: Set<String> = []

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

  mutating func beginTree() { claimed = [] }

  /// Notes a name for expectations.
  mutating func note(_ name: String) {
    if known.insert(name).inserted { all.append(name) }
  }

  func free(_ name: String) -> String {
    guard isTaken(name) else { return name }
    var number = 2
    while isTaken("\(name).\(number)") { number += 1 }
    return "\(name).\(number)"
  }

  /// Takes a controller's name; it has to be free and unreserved.
  mutating func claim(_ name: String, _ node: Node) throws(InputError) {
    try NameTable.check(name, "controller", node)
    if isTaken(name) {
      throw node.error("controller id \(UntrustedText(name).quoted) a second time")
    }
    claimed.insert(name)
    note(name)
  }

  private func isTaken(_ name: String) -> Bool {
    claimed.contains(name) || window(of: name) != nil
  }
}
