// SPDX-License-Identifier: Apache-2.0
import Arbitration

/// The windows of a scene and of the events in it, with the numbers and names of a scenario file.
struct WindowNumbering {
  private struct Entry {
    var old: WindowID
    var new: WindowID
    var name: String
    var isAlive: Bool
  }

  private var entries: [Entry] = []

  /// Numbers the windows there are, then those that are added, each in its order.
  init(_ windows: [Window], _ events: [ScenarioWriter.Entry]) throws(ScenarioWritingError) {
    for window in windows.sorted(by: { $0.id < $1.id }) { try add(window) }
    for entry in events {
      guard case .event(let event) = entry.action else { continue }
      switch event {
      case .add(let window, _), .addExempt(let window, _): try add(window)
      case .window(let id, .remove):
        for index in entries.indices where entries[index].old == id {
          entries[index].isAlive = false
        }
      default: break
      }
    }
  }

  private mutating func add(_ window: Window) throws(ScenarioWritingError) {
    if entries.contains(where: { $0.old == window.id }) {
      throw ScenarioWritingError("a second window of the number \(window.id.rawValue)")
    }
    let isReserved = window.name.isEmpty || NameTable.reserved.contains(window.name)
    let base = isReserved ? "window-\(window.id.rawValue)" : window.name
    var (name, count) = (base, 1)
    while entries.contains(where: { $0.name == name && $0.isAlive }) {
      count += 1
      name = "\(base).\(count)"
    }
    let new = WindowID(Int32(entries.count))
    entries.append(Entry(old: window.id, new: new, name: name, isAlive: true))
  }

  /// The name of a window; nil for one that never exists.
  func name(_ id: WindowID) -> String? { entries.first { $0.old == id }?.name }

  /// The number of a window in the file; one that never exists keeps its own.
  func number(_ id: WindowID) -> WindowID { entries.first { $0.old == id }?.new ?? id }
}
