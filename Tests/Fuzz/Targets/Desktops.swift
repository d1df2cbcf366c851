// SPDX-License-Identifier: Apache-2.0
import Formats

@testable import Desktop

extension FuzzTarget {
  /// What compositors say of windows at sockets of their own: text, and values of nearly the right shape.
  static let desktops = [
    FuzzTarget(name: "hyprland", seeds: ["Tests/Fuzz/seeds/sway/hyprland.json"]) { bytes in
      var reports = Reports<String>()
      if let parts = try? JSONValue.parseSequence(bytes, file: "hyprland"), parts.count == 3 {
        reports.take(
          HyprlandTree.windows(
            parts[0].array ?? [], on: parts[1].array ?? [],
            active: parts[2]["address"]?.string ?? ""))
      }
      var input = InputBytes(bytes)
      while !input.isEmpty {
        let monitors = (0..<input.below(4)).map { _ in input.json(hyprlandMonitor) }
        let clients = (0..<input.below(8)).map { _ in input.json(hyprlandClient) }
        let active = input.below(4) == 0 ? nil : input.json(.name).string ?? ""
        reports.take(HyprlandTree.windows(clients, on: monitors, active: active))
      }
    },
    FuzzTarget(name: "niri", seeds: ["Tests/Fuzz/seeds/sway/niri.json"]) { bytes in
      var (state, reports) = (NiriState(), Reports<Int64>())
      var input = InputBytes(bytes)
      for line in bytes.split(separator: UInt8(ascii: "\n")) {
        guard let event = try? JSONValue.parse(Array(line), file: "niri") else { continue }
        if state.apply(event) { reports.take(state.windows) }
      }
      while !input.isEmpty {
        let before = state.windows.map(\.window)
        if state.apply(input.json(niriEvent)) {
          require(state.windows.filter(\.window.activated).count <= 1, "one window has the focus")
        } else {
          require(state.windows.map(\.window) == before, "what says nothing changes nothing")
        }
        reports.take(state.windows)
        require(Set(state.outputs).count == state.outputs.count, "an output is listed once")
      }
    },
    FuzzTarget(name: "sway-windows", seeds: ["Tests/Fuzz/seeds/sway/tree.json"]) { bytes in
      var (input, reports) = (InputBytes(bytes), Reports<Int64>())
      while !input.isEmpty {
        reports.take(SwayTree.views(in: input.json(swayNode)).map { ($0.id, $0.window) })
      }
    },
  ]

  /// One report after another, as a source of windows numbers them and a session takes them.
  private struct Reports<Name: Hashable> {
    private var numbers = WindowNumbers<Name>()
    private var bounds = WindowBounds()
    private var given: [Name: UInt32] = [:]
    private var highest: UInt32 = 0

    mutating func take(_ found: [(name: Name, window: DesktopWindow)]) {
      var windows = numbers.numbered(found)
      require(
        zip(windows, windows.dropFirst()).allSatisfy { $0.id < $1.id }, "numbers are in order")
      let names = Set(found.map(\.name))
      given = given.filter { names.contains($0.key) }
      for name in names {
        guard let number = numbers[name] else { fatalError("does not hold: a window has a number") }
        require(given[name, default: number] == number, "a window that stays keeps its number")
        if given[name] == nil { require(number > highest, "no number is used again") }
        given[name] = number
      }
      highest = max(highest, given.values.max() ?? 0)
      WindowReports.addFullscreen(to: &windows, from: windows.reversed())
      let count = windows.count
      bounds.apply(to: &windows, by: .sway)
      require(windows.count == count, "few windows are all looked at")
    }
  }

  private static let hyprlandWorkspace = Shape.object([("id", .number), ("name", .name)])
  private static let hyprlandMonitor = Shape.object([
    ("id", .number), ("name", .name), ("activeWorkspace", hyprlandWorkspace),
    ("specialWorkspace", hyprlandWorkspace),
  ])
  private static let hyprlandClient = Shape.object([
    ("address", .name), ("mapped", .truth), ("hidden", .truth), ("workspace", hyprlandWorkspace),
    ("floating", .truth), ("pinned", .truth), ("monitor", .number), ("class", .name),
    ("title", .name), ("fullscreen", .number), ("focusHistoryID", .number),
  ])
  private static let niriWindow = Shape.object([
    ("id", .number), ("app_id", .name), ("title", .name), ("workspace_id", .number),
    ("is_focused", .truth), ("is_floating", .truth),
  ])
  private static let niriWorkspace = Shape.object([
    ("id", .number), ("idx", .number), ("name", .name), ("output", .name), ("is_active", .truth),
  ])
  private static let niriEvent = Shape.oneOf([
    ("WorkspacesChanged", .object([("workspaces", .list(niriWorkspace))])),
    ("WorkspaceActivated", .object([("id", .number), ("focused", .truth)])),
    ("WindowsChanged", .object([("windows", .list(niriWindow))])),
    ("WindowOpenedOrChanged", .object([("window", niriWindow)])),
    ("WindowClosed", .object([("id", .number)])),
    ("WindowFocusChanged", .object([("id", .number)])),
    ("KeyboardLayoutsChanged", .name),
  ])
  private static let swayLeaf = swayNode(with: .name)
  private static let swayNode = swayNode(with: .list(swayNode(with: .list(swayLeaf))))

  private static func swayNode(with children: Shape) -> Shape {
    .object([
      ("id", .number), ("pid", .number), ("type", .name), ("name", .name), ("app_id", .name),
      ("focused", .truth), ("visible", .truth), ("sticky", .truth), ("fullscreen_mode", .number),
      ("scratchpad_state", .name), ("window_properties", .object([("class", .name)])),
      ("nodes", children), ("floating_nodes", children),
    ])
  }
}

/// What a value of JSON mostly looks like.
private indirect enum Shape: Sendable {
  case truth, number, name
  case list(Shape)
  /// With all members, or all but some.
  case object([(String, Shape)])
  /// With one of the members.
  case oneOf([(String, Shape)])
}

extension InputBytes {
  /// Words that mean something, and some to be named by.
  private static let words = [
    "", "a", "b", "c", "0x1", "0x2", "eDP-1", "DP-1", "__i3", "con", "floating_con", "workspace",
    "output", "none", "fresh",
  ]

  /// A value of a shape, or now and then of another.
  fileprivate mutating func json(_ shape: Shape, depth: Int = 6) -> JSONValue {
    guard depth > 0, !isEmpty else { return .null }
    let chance = below(32)
    if chance == 0 { return json(.name) }
    if chance == 1 { return .int(Int64(truncatingIfNeeded: word())) }
    if chance == 2 { return .double(Double(bitPattern: word())) }
    if chance == 3 { return .null }
    switch shape {
    case .truth: return .bool(chance & 1 == 1)
    case .number: return .int(Int64(below(8)) - 1)
    case .name: return .string(chance == 4 ? text() : Self.words[below(Self.words.count)])
    case .list(let element):
      return .array((0..<below(6)).map { _ in json(element, depth: depth - 1) })
    case .object(let members):
      let missing = chance < 16 ? -1 : below(members.count)
      return .object(
        members.indices.filter { $0 != missing }.map {
          .init(members[$0].0, json(members[$0].1, depth: depth - 1))
        })
    case .oneOf(let members):
      let (name, value) = members[below(members.count)]
      return .object([.init(name, json(value, depth: depth - 1))])
    }
  }
}
