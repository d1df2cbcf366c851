// SPDX-License-Identifier: Apache-2.0
public import Formats
import Text

/// The parser of windows in Hyprland's lists of clients and monitors.
///
/// Keys and meanings are those of Hyprland 0.56 (`src/ipc/s1/Commands.cpp`,
/// https://github.com/hyprwm/Hyprland); versions back to 0.40 have the same.
public enum HyprlandTree {
  /// Returns the mapped windows with Hyprland's addresses; `DesktopWindow.id` is 0.
  ///
  /// `active` is the address of the window with the focus, empty for none; `nil` means the window
  /// that had the focus last. A window is hidden if Hyprland reports that, or if no monitor shows
  /// its workspace and it is not pinned. Malformed entries are skipped.
  public static func windows(
    _ clients: [JSONValue], on monitors: [JSONValue], active: String? = nil
  ) -> [(name: String, window: DesktopWindow)] {
    var shown: Set<Int64> = []
    for monitor in monitors {
      for kind in ["activeWorkspace", "specialWorkspace"] {
        // The number 0 means that the monitor shows no such workspace.
        if let id = monitor[kind]?["id"]?.int, id != 0 { shown.insert(id) }
      }
    }
    return clients.compactMap { item -> (name: String, window: DesktopWindow)? in
      guard item["mapped"]?.bool != false, let name = item["address"]?.string else { return nil }
      var window = window(item)
      window.activated = active.map { $0 == name } ?? (item["focusHistoryID"]?.int == 0)
      let workspace = item["workspace"]?["id"]?.int
      let isAway = !monitors.isEmpty && workspace.map { !shown.contains($0) } ?? false
      window.isHidden = item["hidden"]?.bool == true || (isAway && !window.sticky)
      let output = monitors.first { $0["id"]?.int == item["monitor"]?.int }?["name"]?.string
      window.outputs = output.map { [$0] } ?? []
      return (name, window)
    }
  }

  private static func window(_ item: JSONValue) -> DesktopWindow {
    var window = DesktopWindow(id: 0)
    window.appID = UntrustedText(item["class"]?.string ?? "")
    window.title = UntrustedText(item["title"]?.string ?? "")
    // 1 means maximised, 2 full screen, 3 both; older versions send `true`.
    let mode = item["fullscreen"]
    window.fullscreen = mode?.bool == true || (mode?.int ?? 0) >= 2
    window.maximized = mode?.int == 1 || mode?.int == 3
    window.floating = item["floating"]?.bool == true
    window.sticky = item["pinned"]?.bool == true
    window.workspace = item["workspace"]?["name"]?.string ?? ""
    return window
  }
}
