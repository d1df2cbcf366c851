// SPDX-License-Identifier: Apache-2.0
import Formats
import Testing
import Text

@testable import Desktop

/// Windows in the formats of niri and Hyprland, made after their public sources.
@Suite struct SocketWindowTests {
  private static func json(_ text: String) throws -> JSONValue {
    try JSONValue.parse(text, file: "test")
  }

  private static func niri(_ events: String...) throws -> NiriState {
    var state = NiriState()
    for event in events { _ = state.apply(try json(event)) }
    return state
  }

  private static let workspaces = """
    {"WorkspacesChanged": {"workspaces": [
      {"id": 1, "idx": 1, "name": null, "output": "eDP-1", "is_urgent": false, "is_active": true,
       "is_focused": true, "active_window_id": 7},
      {"id": 2, "idx": 2, "name": "mail", "output": "eDP-1", "is_urgent": false, "is_active": false,
       "is_focused": false, "active_window_id": null}]}}
    """

  private static func opened(_ id: Int, _ app: String, on workspace: Int, focused: Bool) -> String {
    """
    {"WindowOpenedOrChanged": {"window": {"id": \(id), "title": "t", "app_id": "\(app)", "pid": 1,
      "workspace_id": \(workspace), "is_focused": \(focused), "is_floating": false,
      "is_urgent": false, "focus_timestamp": null}}}
    """
  }

  @Test func niriReportsFocusedAndHiddenWindows() throws {
    var state = try Self.niri(
      #"{"Ok": "Handled"}"#, Self.workspaces, #"{"WindowsChanged": {"windows": []}}"#,
      Self.opened(7, "one", on: 1, focused: true), Self.opened(8, "two", on: 2, focused: false))
    #expect(state.isKnown && state.outputs == ["eDP-1"])
    var windows = state.windows.map(\.window)
    #expect(windows.map(\.appID) == ["one", "two"])
    #expect(windows.map(\.activated) == [true, false])
    #expect(windows.map(\.isHidden) == [false, true])
    #expect(windows.map(\.workspace) == ["1", "mail"])
    #expect(windows.map(\.outputs) == [["eDP-1"], ["eDP-1"]])
    #expect(state.apply(try Self.json(#"{"WorkspaceActivated": {"id": 2, "focused": true}}"#)))
    #expect(state.apply(try Self.json(#"{"WindowFocusChanged": {"id": 8}}"#)))
    windows = state.windows.map(\.window)
    #expect(windows.map(\.isHidden) == [true, false])
    #expect(windows.map(\.activated) == [false, true])
    #expect(state.apply(try Self.json(#"{"WindowFocusChanged": {"id": null}}"#)))
    #expect(!state.windows.contains { $0.window.activated })
    #expect(state.apply(try Self.json(#"{"WindowClosed": {"id": 7}}"#)))
    #expect(state.windows.map(\.name) == [8])
  }

  @Test func unrelatedOrRepeatedNiriEventsChangeNothing() throws {
    var state = try Self.niri(
      Self.workspaces, #"{"WindowsChanged": {"windows": []}}"#,
      Self.opened(7, "one", on: 1, focused: true))
    for event in [
      Self.opened(7, "one", on: 1, focused: true),
      #"{"OverviewOpenedOrClosed": {"is_open": true}}"#,
      #"{"KeyboardLayoutSwitched": {"idx": 1}}"#, #"{"WindowClosed": {"id": 9}}"#, "[]", "7",
      #"{"WindowOpenedOrChanged": {}}"#, #"{"WindowOpenedOrChanged": {"window": {"id": "x"}}}"#,
      #"{"NotKnownYet": {"a": 1}}"#, "{}",
    ] {
      #expect(!state.apply(try Self.json(event)), "\(event)")
    }
    #expect(state.windows.count == 1)
  }

  private static let monitors = """
    [{"id": 0, "name": "eDP-1", "activeWorkspace": {"id": 1, "name": "1"},
      "specialWorkspace": {"id": 0, "name": ""}, "disabled": false}]
    """

  private static func client(
    _ address: String, _ workspace: Int, fullscreen: Int = 0, more: String = ""
  ) -> String {
    """
    {"address": "\(address)", "mapped": true, "hidden": false, "workspace": {"id": \(workspace),
      "name": "\(workspace)"}, "floating": false, "monitor": 0, "class": "app\(address)",
      "title": "t", "pinned": false, "fullscreen": \(fullscreen)\(more), "focusHistoryID": 0}
    """
  }

  private static func hyprland(_ clients: String..., active: String?) throws -> [DesktopWindow] {
    let list = try json("[\(clients.joined(separator: ","))]").array ?? []
    return HyprlandTree.windows(list, on: try json(monitors).array ?? [], active: active)
      .map(\.window)
  }

  @Test func hyprlandReportsFocusedFullScreenAndHiddenWindows() throws {
    let windows = try Self.hyprland(
      Self.client("0x1", 1, fullscreen: 2), Self.client("0x2", 2), Self.client("0x3", 1),
      Self.client("0x4", -98), active: "0x3")
    #expect(windows.map(\.appID) == ["app0x1", "app0x2", "app0x3", "app0x4"])
    #expect(windows.map(\.activated) == [false, false, true, false])
    #expect(windows.map(\.fullscreen) == [true, false, false, false])
    #expect(windows.map(\.isHidden) == [false, true, false, true])
    #expect(windows.allSatisfy { $0.outputs == ["eDP-1"] })
    #expect(try !Self.hyprland(Self.client("0x1", 1), active: "").contains { $0.activated })
    let odd = try Self.json(#"[7, {}, {"address": 9}, {"address": "0x9"}]"#).array ?? []
    #expect(HyprlandTree.windows(odd, on: odd, active: "").map(\.name) == ["0x9"])
  }

  @Test func hyprlandsModesAreMaximisedAndFullScreen() throws {
    let windows = try (0...3).flatMap {
      try Self.hyprland(Self.client("0x1", 1, fullscreen: $0), active: nil)
    }
    #expect(windows.map(\.maximized) == [false, true, false, true])
    #expect(windows.map(\.fullscreen) == [false, false, true, true])
  }

  @Test func fullScreenIsTakenFromTheMatchingListedWindow() {
    func window(_ app: String, _ title: String, focused: Bool, full: Bool = false) -> DesktopWindow
    {
      var window = DesktopWindow(id: 1)
      (window.appID, window.title) = (UntrustedText(app), UntrustedText(title))
      (window.activated, window.fullscreen) = (focused, full)
      return window
    }
    func fullscreen(_ windows: [DesktopWindow], _ listed: [DesktopWindow]) -> [Bool] {
      var windows = windows
      WindowReports.addFullscreen(to: &windows, from: listed)
      return windows.map(\.fullscreen)
    }
    let player = window("player", "film", focused: true)
    #expect(fullscreen([player], [window("player", "film", focused: true, full: true)]) == [true])
    // One interface reports a new title before the other does.
    #expect(fullscreen([player], [window("player", "next", focused: true, full: true)]) == [true])
    #expect(fullscreen([player], [window("other", "film", focused: true, full: true)]) == [false])
    let two = [player, window("player", "film", focused: false)]
    let listed = [
      window("player", "film", focused: false), window("player", "film", focused: true, full: true),
    ]
    #expect(fullscreen(two, listed) == [true, false])
    #expect(fullscreen([window("player", "film", focused: false)], []) == [false])
  }

  @Test func reportedWindowsAreBoundedAndTheExcessReportedOnce() {
    var bounds = WindowBounds()
    var windows = (1...10_000).map { DesktopWindow(id: $0) }
    windows[0].appID = UntrustedText(String(repeating: "a", count: 1 << 20))
    windows[0].title = UntrustedText(String(repeating: "ü", count: 1 << 20))
    windows[9_999].activated = true
    for _ in 0..<3 {
      var seen = windows
      bounds.apply(to: &seen, by: .niri)
      #expect(seen.count == WindowBounds.mostWindows + 1)
      #expect(seen.last?.id == 10_000)
      #expect(seen[0].appID.isEmpty)
      #expect(seen[0].title.verbatim.utf8.count == WindowBounds.longestTitle)
    }
    let problems = bounds.takeProblems()
    #expect(problems.count == 2)
    #expect(problems[0].hasPrefix("niri's socket reports 10000 windows; only the first "))
    #expect(problems[1].contains("an app id of 1048576 bytes"))
    #expect(bounds.takeProblems().isEmpty)
  }

  @Test func aWindowNumberIsNeverReused() {
    var numbers = WindowNumbers<String>()
    let one = DesktopWindow(id: 0)
    #expect(numbers.numbered([("b", one), ("a", one)]).map(\.id) == [1, 2])
    #expect(numbers.numbered([("a", one)]).map(\.id) == [2])
    #expect(numbers.numbered([("a", one), ("b", one)]).map(\.id) == [2, 3])
    #expect(numbers["b"] == 3 && numbers["c"] == nil)
    // A window that a list names twice is returned once, so that no number occurs twice.
    #expect(numbers.numbered([("a", one), ("b", one), ("a", one)]).map(\.id) == [2, 3])
  }
}
