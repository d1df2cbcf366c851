// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Formats
import Text

/// The names of controllers: those in a scene's windows, and all that a file gives or implies.
///
/// The former are looked up but never iterated, as the order of a hashed collection is undefined.
struct ControllerNames {
  private var windows: [String: WindowID] = [:]
  private var names: [WindowID: [String]] = [:]
  /// The names given so far in the tree being read.
  private var claimed: Set<String> = []
  /// All names that the file gives or implies, in the order of the file, for expectations.
  private(set) var all: [String] = []
  private var known: Set<String> = []

  /// Returns the window with a controller of this name; `nil` if there is none.
  func window(of name: String) -> WindowID? { windows[name] }

  /// Replaces the controllers of a window.
  mutating func set(_ id: WindowID, _ root: Controller?) {
    for name in names.removeValue(forKey: id) ?? [] where windows[name] == id {
      windows[name] = nil
    }
    if let root { add(root, in: id) }
  }

  /// Updates the names after an event of a window.
  mutating func take(_ event: WindowEvent, on id: WindowID, in scene: Scene) {
    switch event {
    // Controllers presented or pushed leave the names below unchanged.
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

  /// Adds a name for expectations.
  mutating func note(_ name: String) {
    if known.insert(name).inserted { all.append(name) }
  }

  func free(_ name: String) -> String {
    guard isTaken(name) else { return name }
    var number = 2
    while isTaken("\(name).\(number)") { number += 1 }
    return "\(name).\(number)"
  }

  /// Claims a controller's name, which has to be free and not reserved.
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
