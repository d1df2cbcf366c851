// SPDX-License-Identifier: Apache-2.0
import Desktop
import Formats

/// One window as a row and as JSON.
struct WindowListing {
  private let window: DesktopWindow
  private let withTitle: Bool

  init(_ window: DesktopWindow, withTitle: Bool) {
    self.window = window
    self.withTitle = withTitle
  }

  static func table(_ windows: [DesktopWindow], withTitles: Bool) -> TextColumns {
    var table = TextColumns(
      titles: ["APP-ID", "OUTPUTS", "STATE"] + (withTitles ? ["TITLE"] : []))
    table.rows = windows.map { WindowListing($0, withTitle: withTitles).row }
    return table
  }

  var row: [String] {
    let outputs = window.outputs.map(PlainText.name).joined(separator: ",")
    let cells = [
      window.appID.isEmpty ? "-" : PlainText.name(window.appID), outputs.isEmpty ? "-" : outputs,
      states.isEmpty ? "-" : states.joined(separator: ","),
    ]
    return cells + (withTitle ? [Quoting.quoted(window.title)] : [])
  }

  var json: JSONValue {
    var members: [JSONValue.Member] = [
      .init("id", .int(Int64(window.id))), .init("app-id", .string(window.appID)),
    ]
    if withTitle { members.append(.init("title", .string(window.title))) }
    members += [
      .init("outputs", .array(window.outputs.map { .string($0) })),
      .init("focused", .bool(window.activated)), .init("fullscreen", .bool(window.fullscreen)),
      .init("maximized", .bool(window.maximized)), .init("minimized", .bool(window.minimized)),
      .init("hidden", .bool(window.isHidden)), .init("floating", .bool(window.floating)),
      .init("sticky", .bool(window.sticky)), .init("scratchpad", .bool(window.scratchpad)),
      .init("workspace", window.workspace.isEmpty ? .null : .string(window.workspace)),
    ]
    return .object(members)
  }

  private var states: [String] {
    [
      (window.activated, "focused"), (window.fullscreen, "fullscreen"),
      (window.maximized, "maximized"), (window.minimized, "minimized"),
      (window.isHidden, "hidden"), (window.floating, "floating"), (window.sticky, "sticky"),
      (window.scratchpad, "scratchpad"),
    ].filter(\.0).map(\.1)
  }
}
