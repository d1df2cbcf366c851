// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Formats
import Text

/// The names of a scenario's windows, which are numbered in creation order.
struct NameTable {
  struct Entry {
    var name: String
    var mark: Mark
  }

  static let reserved = ["app", "delegate", "device", "default"]

  private(set) var windows: [Entry] = []
  /// For each name, the indices of its entries in creation order.
  private var places: [String: [Int]] = [:]
  private var created: [String: Int] = [:]
  /// The index of the entry for each name that exists at the current event.
  private var alive: [String: Int] = [:]

  /// Collects all names in advance, since a window may be named before it is created.
  mutating func collect(windows list: Node?, events: Node?) throws(InputError) {
    for node in try list?.sequence() ?? [] {
      try add(node, isUnique: true)
    }
    for event in try events?.sequence() ?? [] {
      guard let added = try event.pairs().first(where: { $0.name == "add" }) else { continue }
      try add(added.value, isUnique: false)
    }
  }

  static func check(_ name: String, _ kind: String, _ node: Node) throws(InputError) {
    if name.isEmpty { throw node.error("an empty \(kind) id; give it a name") }
    guard reserved.contains(name) else { return }
    throw node.error(
      "\(kind) id \(UntrustedText(name).quoted), which is reserved; "
        + "\(reserved.joined(separator: ", ")) name something else: choose another")
  }

  private mutating func add(_ node: Node, isUnique: Bool) throws(InputError) {
    guard let id = try node.pairs().first(where: { $0.name == "id" }) else {
      throw node.error("a window without an id", valid: ["id"])
    }
    let name = try id.value.string()
    try Self.check(name, "window", id.value)
    if isUnique, let other = places[name]?.first {
      throw id.value.error(
        "window id \(UntrustedText(name).quoted) a second time "
          + "(first in line \(windows[other].mark.line))")
    }
    places[name, default: []].append(windows.count)
    windows.append(Entry(name: name, mark: id.value.mark))
  }

  mutating func create(_ name: String, at node: Node) throws(InputError) -> WindowID {
    if let other = alive[name] {
      throw node.error(
        "window id \(UntrustedText(name).quoted), which exists already "
          + "(line \(windows[other].mark.line))")
    }
    // Windows are created in the order in which `collect` found them.
    let position = created[name, default: 0]
    created[name] = position + 1
    let index = places[name].flatMap { $0.indices.contains(position) ? $0[position] : nil } ?? 0
    alive[name] = index
    return WindowID(Int32(index))
  }

  func existing(_ node: Node) throws(InputError) -> WindowID {
    let name = try node.string()
    if let index = alive[name] { return WindowID(Int32(index)) }
    let valid = windows.indices.filter { alive[windows[$0].name] == $0 }.map { windows[$0].name }
    if places[name] != nil {
      throw node.error(
        "window \(UntrustedText(name).quoted), which does not exist at this point", valid: valid)
    }
    throw node.error("unknown window \(UntrustedText(name).quoted)", valid: valid, near: name)
  }

  func isAlive(_ name: String) -> Bool { alive[name] != nil }

  /// Returns the window that has a node's name at the current event or, if there is none, at
  /// another; errors also list `others`.
  func any(_ node: Node, orElse others: [String] = []) throws(InputError) -> WindowID {
    let name = try node.string()
    guard let found = alive[name] ?? places[name]?.first else {
      throw node.error(
        "unknown window \(UntrustedText(name).quoted)", valid: others + windows.map { $0.name },
        near: name)
    }
    return WindowID(Int32(found))
  }

  mutating func remove(_ id: WindowID) { alive[windows[Int(id.rawValue)].name] = nil }
}
