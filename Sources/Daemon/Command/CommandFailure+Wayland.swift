// SPDX-License-Identifier: Apache-2.0
import Glibc
import WaylandClient

extension CommandFailure {
  /// Says what is wrong with the way to the compositor, and what helps.
  init(_ error: WaylandError) {
    let remedy: String? =
      switch error {
      case .noRuntimeDirectory:
        "start swivel from a terminal of the desktop session, or set XDG_RUNTIME_DIR and "
          + "WAYLAND_DISPLAY to those of the session"
      case .noDisplay:
        "start swivel from a terminal of the Wayland session, or name its socket, such as "
          + "wayland-1, in WAYLAND_DISPLAY"
      case .connectFailed(_, ENOENT):
        "there is no such socket; check XDG_RUNTIME_DIR and WAYLAND_DISPLAY"
      case .connectFailed(_, ECONNREFUSED):
        "nobody listens there any more; start the compositor, or check WAYLAND_DISPLAY"
      case .connectFailed(_, EACCES):
        "the socket belongs to another user; run swivel as the user of the session"
      case .timedOut: "it may hang; nothing was changed"
      default: nil
      }
    self.init(.failed, "\(error)" + (remedy.map { ": \($0)" } ?? ""))
  }

  /// The compositor's lack that keeps its outputs from being turned.
  static let noOutputManager = CommandFailure(
    .failed,
    """
    this compositor does not let programs turn its outputs: it has no zwlr_output_manager_v1. \
    sway, labwc, river, wayfire, Hyprland, niri and phoc have it; GNOME and KDE Plasma turn their \
    outputs themselves. `swivel simulate` works everywhere
    """)
}
