// SPDX-License-Identifier: Apache-2.0
public import Formats
import Text

/// The parser of windows in sway's tree of outputs, workspaces and containers.
public enum SwayTree {
  /// Sway's internal output, which holds the scratchpad.
  private static let ownOutput = "__i3"

  /// Returns the views in an answer to `get_tree` with sway's identifiers, in the tree's order.
  ///
  /// Malformed nodes are skipped. The JSON parser limits the depth of the tree.
  public static func views(in tree: JSONValue) -> [View] {
    var views: [View] = []
    visit(tree, Place()) { views.append($0) }
    return views
  }

  /// Returns the names of the outputs in an answer to `get_tree`, without sway's internal one.
  public static func outputs(in tree: JSONValue) -> [String] {
    (tree["nodes"]?.array ?? []).compactMap { $0["name"]?.string }.filter { $0 != ownOutput }
  }

  /// A view: a container that holds a window.
  public struct View: Equatable, Sendable {
    /// sway's identifier of the container.
    public let id: Int64
    /// The window in the view; its `id` is 0.
    public let window: DesktopWindow
  }

  private struct Place {
    var output = ""
    var workspace = ""
    var isFloating = false
    var isSticky = false
    var isFullscreen = false
  }

  private static func visit(_ node: JSONValue, _ place: Place, _ found: (View) -> Void) {
    var place = place
    switch node["type"]?.string {
    case "output": place.output = node["name"]?.string ?? ""
    case "workspace": place.workspace = node["name"]?.string ?? ""
    case "floating_con": place.isFloating = true
    default: break
    }
    // The state of a container applies to all windows in it.
    place.isSticky = place.isSticky || node["sticky"]?.bool == true
    if node["type"]?.string != "workspace" {
      place.isFullscreen = place.isFullscreen || (node["fullscreen_mode"]?.int ?? 0) != 0
    }
    if let view = view(node, place) { found(view) }
    for key in ["nodes", "floating_nodes"] {
      for child in node[key]?.array ?? [] { visit(child, place, found) }
    }
  }

  private static func view(_ node: JSONValue, _ place: Place) -> View? {
    guard let id = node["id"]?.int, node["pid"]?.int != nil,
      node["type"]?.string == "con" || node["type"]?.string == "floating_con"
    else { return nil }
    var window = DesktopWindow(id: 0)
    // X11 windows have a class instead of an app_id.
    window.appID = UntrustedText(
      node["app_id"]?.string ?? node["window_properties"]?["class"]?.string ?? "")
    window.title = UntrustedText(node["name"]?.string ?? "")
    window.activated = node["focused"]?.bool == true
    window.fullscreen = place.isFullscreen
    window.isHidden = node["visible"]?.bool == false
    window.floating = place.isFloating
    window.sticky = place.isSticky
    let isKept = place.output == ownOutput
    window.workspace = isKept ? "" : place.workspace
    window.scratchpad = isKept || !["none", nil].contains(node["scratchpad_state"]?.string)
    window.outputs = isKept || place.output.isEmpty ? [] : [place.output]
    return View(id: id, window: window)
  }
}
