// SPDX-License-Identifier: Apache-2.0

/// What a session says about one window, as of its last complete report.
public struct DesktopWindow: Sendable, Hashable {
  /// Our own number; not used again while the session lasts.
  public var id: UInt32
  /// The application's identifier, perhaps empty.
  public var appID = ""
  /// The title, perhaps empty; not to be recorded unless asked.
  public var title = ""
  /// The names of the outputs that the window is on, sorted.
  public var outputs: [String] = []
  /// Whether the window has the focus.
  public var activated = false
  /// Whether the window fills an output.
  public var fullscreen = false
  /// Whether the window is maximised.
  public var maximized = false
  /// Whether the window is minimised; many compositors never say so.
  public var minimized = false
  /// Whether the window is known to be out of sight: on a workspace that is not shown, behind a full
  /// screen, or put away.
  public var isHidden = false
  /// The name of its workspace; empty if unknown.
  public var workspace = ""
  /// Whether it floats above tiled ones.
  public var floating = false
  /// Whether it is on every workspace.
  public var sticky = false
  /// Whether it belongs to the scratchpad, shown or not.
  public var scratchpad = false
  /// Whether it stands for what covers everything while the session is locked.
  public var isLockScreen = false
  /// Whether the window belongs to another one, as a dialog does.
  public var isDialog = false

  /// What covers everything while the session is locked, on all outputs.
  static let lockScreen: DesktopWindow = {
    var window = DesktopWindow(id: .max)
    window.appID = "lock-screen"
    window.activated = true
    window.fullscreen = true
    window.isLockScreen = true
    return window
  }()

  /// Makes a window of which only the number is known.
  public init(id: UInt32) { self.id = id }
}
