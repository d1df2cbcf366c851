// SPDX-License-Identifier: Apache-2.0
import Arbitration

/// The windows of a scenario: every name gets its number in the order of creation.
struct NameTable {
  struct Entry {
    var name: String
    var mark: Mark
    /// Whether it exists at the point that the reader has reached.
    var isAlive = false
  }

  static let reserved = ["app", "delegate", "device", "default"]

  private(set) var windows: [Entry] = []

  /// Finds all names beforehand, because a window may be named before it is created.
  mutating func collect(windows list: Node?, events: Node?) throws(InputError) {
    for node in try list?.sequence() ?? [] {
      try add(node, isUnique: true)
    }
    for event in try events?.sequence() ?? [] {
      guard let added = try event.pairs().first(where: { $0.name == "add" }) else { continue }
      try add(added.value, isUnique: false)
    }
  }

  private mutating func add(_ node: Node, isUnique: Bool) throws(InputError) {
    guard let id = try node.pairs().first(where: { $0.name == "id" }) else {
      throw node.error("a window without an id", valid: ["id"])
    }
    let name = try id.value.string()
    if name.isEmpty || Self.reserved.contains(name) {
      throw id.value.error("window id \(Quoting.quoted(name)), which is reserved or empty")
    }
    if isUnique, let other = windows.first(where: { $0.name == name }) {
      throw id.value.error(
        "window id \(Quoting.quoted(name)) a second time (first in line \(other.mark.line))")
    }
    windows.append(Entry(name: name, mark: id.value.mark))
  }

  /// Creates the next window of a name; an error if one of that name exists.
  mutating func create(_ name: String, at node: Node) throws(InputError) -> WindowID {
    if let alive = windows.first(where: { $0.name == name && $0.isAlive }) {
      throw node.error(
        "window id \(Quoting.quoted(name)), which exists already (line \(alive.mark.line))")
    }
    let index = windows.firstIndex { $0.name == name && $0.mark == node.mark } ?? 0
    windows[index].isAlive = true
    return WindowID(Int32(index))
  }

  /// The existing window that a node names.
  func existing(_ node: Node) throws(InputError) -> WindowID {
    let name = try node.string()
    if let index = windows.lastIndex(where: { $0.name == name && $0.isAlive }) {
      return WindowID(Int32(index))
    }
    let alive = windows.filter(\.isAlive).map(\.name)
    if windows.contains(where: { $0.name == name }) {
      throw node.error(
        "window \(Quoting.quoted(name)), which does not exist at this point", valid: alive)
    }
    throw node.error("unknown window \(Quoting.quoted(name))", valid: alive, near: name)
  }

  /// The window that a node names, existing now or later; `others` may stand there as well.
  func any(_ node: Node, orElse others: [String] = []) throws(InputError) -> WindowID {
    let name = try node.string()
    let found =
      windows.lastIndex { $0.name == name && $0.isAlive }
      ?? windows.firstIndex { $0.name == name }
    guard let found else {
      throw node.error(
        "unknown window \(Quoting.quoted(name))", valid: others + windows.map(\.name),
        near: name)
    }
    return WindowID(Int32(found))
  }

  /// The window is gone from here on.
  mutating func remove(_ id: WindowID) { windows[Int(id.rawValue)].isAlive = false }
}
