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

  /// What keeps the outputs of this session from being turned.
  static func noApplier(_ lack: ApplierSearch.Lack, _ choice: ApplierChoice) -> CommandFailure {
    guard choice == .automatic else {
      return CommandFailure(
        .failed, "--applier \(lack.text); without --applier the first way that works is used")
    }
    return CommandFailure(
      .failed,
      """
      this compositor does not let programs turn its outputs (\(lack.text)). \
      sway, labwc, river, wayfire, Hyprland, niri, phoc, KDE Plasma and GNOME do; \
      `swivel simulate` works everywhere
      """)
  }
}
