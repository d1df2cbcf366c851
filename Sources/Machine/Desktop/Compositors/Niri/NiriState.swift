// SPDX-License-Identifier: Apache-2.0
public import Formats
import Text

/// niri's windows and workspaces, from its event stream.
///
/// The stream begins with events that contain the whole state. Malformed entries and events of
/// other kinds are ignored. Keys and meanings are those of niri-ipc 26.4, `Event`, `Window` and
/// `Workspace` (https://docs.rs/niri-ipc).
public struct NiriState: Equatable, Sendable {
  private struct Workspace: Equatable {
    var name: String
    var output: String?
    var isActive: Bool
  }

  private struct Window: Equatable {
    var facts: DesktopWindow
    var workspace: Int64?
  }

  private var workspaces: [Int64: Workspace] = [:]
  private var contents: [Int64: Window] = [:]
  private var focused: Int64?
  private var (hasWindows, hasWorkspaces) = (false, false)

  /// Creates an empty state.
  public init() {}

  /// Whether both windows and workspaces have been reported.
  public var isKnown: Bool { hasWindows && hasWorkspaces }

  /// The names of the outputs that have workspaces.
  public var outputs: [String] { Set(workspaces.values.compactMap(\.output)).sorted() }

  /// The windows with niri's identifiers, sorted by them; `DesktopWindow.id` is 0.
  ///
  /// A window is hidden if its output shows another workspace.
  public var windows: [(name: Int64, window: DesktopWindow)] {
    contents.keys.sorted().compactMap { id in
      guard let content = contents[id] else { return nil }
      var window = content.facts
      window.activated = id == focused
      if let place = content.workspace.flatMap({ workspaces[$0] }) {
        window.workspace = place.name
        window.outputs = place.output.map { [$0] } ?? []
        window.isHidden = !place.isActive
      }
      return (id, window)
    }
  }

  /// Applies one event; returns whether windows may have changed.
  public mutating func apply(_ event: JSONValue) -> Bool {
    guard let member = event.object?.first else { return false }
    switch member.name {
    case "WorkspacesChanged": replaceWorkspaces(member.value["workspaces"]?.array ?? [])
    case "WorkspaceActivated": activate(member.value["id"]?.int)
    case "WindowsChanged": replaceWindows(member.value["windows"]?.array ?? [])
    case "WindowOpenedOrChanged":
      guard let item = member.value["window"] else { return false }
      return update(item)
    case "WindowClosed":
      return member.value["id"]?.int.flatMap { contents.removeValue(forKey: $0) } != nil
    case "WindowFocusChanged": focused = member.value["id"]?.int
    default: return false
    }
    return true
  }

  /// Replaces all windows by the entries of a list.
  public mutating func replaceWindows(_ items: [JSONValue]) {
    hasWindows = true
    (contents, focused) = ([:], nil)
    for item in items { _ = update(item) }
  }

  /// Replaces all workspaces by the entries of a list.
  public mutating func replaceWorkspaces(_ items: [JSONValue]) {
    hasWorkspaces = true
    workspaces = [:]
    for item in items {
      guard let id = item["id"]?.int else { continue }
      // A workspace without a name is named by its index on its output.
      workspaces[id] = Workspace(
        name: item["name"]?.string ?? item["idx"]?.int.map { "\($0)" } ?? "",
        output: item["output"]?.string, isActive: item["is_active"]?.bool != false)
    }
  }

  private mutating func activate(_ id: Int64?) {
    guard let id, let output = workspaces[id]?.output else { return }
    for key in workspaces.keys where workspaces[key]?.output == output {
      workspaces[key]?.isActive = key == id
    }
  }

  /// Applies the report on one window; returns whether anything has changed.
  private mutating func update(_ item: JSONValue) -> Bool {
    guard let id = item["id"]?.int else { return false }
    var facts = DesktopWindow(id: 0)
    facts.appID = UntrustedText(item["app_id"]?.string ?? "")
    facts.title = UntrustedText(item["title"]?.string ?? "")
    facts.floating = item["is_floating"]?.bool == true
    let old = (contents[id], focused)
    contents[id] = Window(facts: facts, workspace: item["workspace_id"]?.int)
    if item["is_focused"]?.bool == true {
      focused = id
    } else if focused == id {
      focused = nil
    }
    return old != (contents[id], focused)
  }
}
