// SPDX-License-Identifier: Apache-2.0
public import Text

/// The state of one window in the session's last complete report.
public struct DesktopWindow: Sendable, Hashable {
  /// Swivel's own identifier; not reused while the session lasts.
  public var id: UInt32
  /// The application's identifier, perhaps empty.
  public var appID: UntrustedText = ""
  /// The title, perhaps empty; recorded only on request.
  public var title: UntrustedText = ""
  /// The names of the outputs that the window is on, sorted.
  public var outputs: [String] = []
  /// Whether the window has the focus.
  public var activated = false
  /// Whether the window fills an output.
  public var fullscreen = false
  /// Whether the window is maximised.
  public var maximized = false
  /// Whether the window is minimised; many compositors never report this.
  public var minimized = false
  /// Whether the window is known to be invisible, for example on a workspace that is not shown,
  /// behind a full-screen window, or in a scratchpad.
  public var isHidden = false
  /// The name of the window's workspace; empty if unknown.
  public var workspace = ""
  /// Whether the window floats above tiled ones.
  public var floating = false
  /// Whether the window is on every workspace.
  public var sticky = false
  /// Whether the window belongs to the scratchpad, shown or not.
  public var scratchpad = false
  /// Whether this is the pseudo-window of the lock screen.
  public var isLockScreen = false
  /// Whether the window belongs to another one, as a dialog does.
  public var isDialog = false

  static let lockScreen: DesktopWindow = {
    var window = DesktopWindow(id: .max)
    window.appID = "lock-screen"
    window.activated = true
    window.fullscreen = true
    window.isLockScreen = true
    return window
  }()

  /// Creates a window of which only the identifier is known.
  public init(id: UInt32) { self.id = id }
}
