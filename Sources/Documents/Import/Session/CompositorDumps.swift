// SPDX-License-Identifier: Apache-2.0
import Desktop
import Formats
import Orientation
import Text

extension SwayTree {
  /// Returns the enabled outputs of a tree, with Wayland's transforms; sway's own count clockwise.
  static func dumpedOutputs(in tree: JSONValue) -> [DesktopOutput] {
    let names = outputs(in: tree)
    return (tree["nodes"]?.array ?? []).compactMap { node in
      guard let name = node["name"]?.string, names.contains(name), node["active"]?.bool != false
      else { return nil }
      let word = node["transform"]?.string ?? "normal"
      return DesktopOutput(
        name: name, mode: node["current_mode"]?.screenSize,
        transform: Transform(name: word, in: .sway) ?? .normal)
    }
  }
}

/// Hyprland's lists of clients and monitors, which refer to each other by number.
struct HyprlandDump {
  private var clients: [JSONValue] = []
  private var monitors: [JSONValue] = []

  mutating func read(_ value: JSONValue) -> Bool {
    guard let list = value.array, let first = list.first else { return false }
    if first["address"] != nil, first["class"] != nil {
      clients += list
    } else if first["activeWorkspace"] != nil, first["name"] != nil {
      monitors += list
    } else {
      return false
    }
    return true
  }

  /// The enabled monitors; Hyprland numbers transforms as Wayland does.
  var outputs: [DesktopOutput] {
    monitors.filter { $0["disabled"]?.bool != true }.compactMap { item in
      guard let name = item["name"]?.string else { return nil }
      let number = item["transform"]?.int.flatMap { UInt8(exactly: $0) } ?? 0
      return DesktopOutput(
        name: name, mode: item.screenSize, transform: Transform(rawValue: number) ?? .normal)
    }
  }

  var windows: [DesktopWindow] { HyprlandTree.windows(clients, on: monitors).map(\.window) }
}

struct NiriDump {
  private var list: [JSONValue] = []
  private var workspaces: [JSONValue] = []
  private(set) var outputs: [DesktopOutput] = []

  mutating func read(_ value: JSONValue) -> Bool {
    if let items = value.array, let first = items.first {
      if first["app_id"] != nil, first["is_focused"] != nil {
        list += items
      } else if first["idx"] != nil, first["is_active"] != nil {
        workspaces += items
      } else {
        return false
      }
      return true
    }
    guard let members = value.object, !members.isEmpty,
      members.allSatisfy({ $0.value["modes"]?.array != nil })
    else { return false }
    for member in members {
      // A disabled output has no logical geometry.
      guard let logical = member.value["logical"], !logical.isNull else { continue }
      let current = member.value["current_mode"]?.int.flatMap { Int(exactly: $0) }
      let mode = current.flatMap { member.value["modes"]?[$0]?.screenSize }
      outputs.append(
        DesktopOutput(
          name: member.name, mode: mode,
          transform: Self.transform(logical["transform"]?.string ?? "Normal")))
    }
    return true
  }

  /// Parses a transform, which niri prints as `Normal`, `_90` or `Flipped90`.
  private static func transform(_ word: String) -> Transform {
    let lower = word.lowercased()
    let plain = lower.hasPrefix("_") ? String(lower.dropFirst()) : lower
    let dashed =
      plain.hasPrefix("flipped") && plain != "flipped" && !plain.contains("-")
      ? "flipped-" + plain.dropFirst("flipped".count) : plain
    return Transform(name: dashed, in: .wayland) ?? .normal
  }

  var windows: [DesktopWindow] {
    var state = NiriState()
    state.replaceWorkspaces(workspaces)
    state.replaceWindows(list)
    return state.windows.map(\.window)
  }
}

enum KWinDump {
  /// Parses replies of `queryWindowInfo` or `getWindowInfo`, with one `key: value` per line; a
  /// blank line or a repeated key begins another window.
  ///
  /// A window with neither `resourceClass` nor `desktopFile` is left out. Reading stops after more
  /// than `most` windows. A text with more than `most` keys in one window is not KWin's, and the
  /// result is empty.
  static func windows(in text: DumpText, atMost most: Int) -> [DesktopWindow] {
    var windows: [DesktopWindow] = []
    var facts: [Substring: Substring] = [:]
    func finish() {
      defer { facts = [:] }
      guard facts["resourceClass"] != nil || facts["desktopFile"] != nil else { return }
      var window = DesktopWindow(id: 0)
      let file = facts["desktopFile"] ?? ""
      window.appID = UntrustedText(String(file.isEmpty ? facts["resourceClass"] ?? "" : file))
      window.title = UntrustedText(String(facts["caption"] ?? ""))
      window.fullscreen = facts["fullscreen"] == "true"
      window.minimized = facts["minimized"] == "true"
      window.activated = facts["active"] == "true"
      window.maximized =
        facts["maximizeHorizontal"] == "1" && facts["maximizeVertical"] == "1"
      windows.append(window)
    }
    var last = 0
    for line in text.lines {
      // The caller rejects a dump with more windows.
      guard windows.count <= most else { break }
      guard facts.count <= most else { return [] }
      // `lines` leaves out blank lines, which end a window.
      if line.number > last + 1 { finish() }
      last = line.number
      guard let colon = line.text.utf8.firstIndex(of: UInt8(ascii: ":")) else { continue }
      let key = line.text[..<colon]
      let value = line.text[line.text.utf8.index(after: colon)...].drop { $0 == " " }
      if facts[key] != nil { finish() }
      facts[key] = value
    }
    finish()
    return windows
  }

  /// Returns the enabled outputs from `kscreen-doctor -j`, which prints rotations as the flags 1,
  /// 2, 4 and 8.
  static func outputs(in value: JSONValue) -> [DesktopOutput] {
    (value["outputs"]?.array ?? []).compactMap { item in
      guard let name = item["name"]?.string, item["enabled"]?.bool == true else { return nil }
      let turns: [Int64: Transform] = [1: .normal, 2: .rotated90, 4: .rotated180, 8: .rotated270]
      let mode = (item["modes"]?.array ?? []).first { mode in
        mode["id"] != nil && mode["id"] == item["currentModeId"]
      }
      return DesktopOutput(
        name: name, mode: mode?["size"]?.screenSize,
        transform: item["rotation"]?.int.flatMap { turns[$0] } ?? .normal)
    }
  }
}
