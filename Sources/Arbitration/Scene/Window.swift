// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// One window of the scene.
public struct Window: Sendable, Hashable {
  /// Its number; rising in creation order.
  public var id: WindowID
  /// The name by which files and explanations call it.
  public var name: String
  /// Its level: normal 0, status bar 1000, alert 2000 (format:z-order).
  public var level: Int32
  /// Whether it is hidden.
  public var isHidden: Bool
  /// Its size if smaller than the screen, in points; nil means full.
  public var size: Size?
  /// Whether it follows the status bar and is never asked (M-9).
  public var isFollower: Bool
  /// Whether it may write the status bar's orientation (M-4).
  public var controlsStatusBar: Bool
  /// Whom to ask; nil when there is no root controller (M-7).
  public var root: Controller?
  /// How it is turned now.
  public var orientation: InterfaceOrientation
  /// How many disable calls are open (M-15).
  public var disableCount: Int
  /// Whether a turn was put off by that count.
  public var needsTurn: Bool
  /// What a Wayland shell knows of it (rule set desktop).
  public var shell: ShellTraits
  /// What it asks for (rule set android).
  public var android: AndroidTraits
  /// Its lock (rule set chromeos).
  public var chromeOS: ChromeOSTraits

  /// A shown, ordinary, full-size window with a plain root unless told otherwise.
  public init(
    id: WindowID, name: String, level: Int32 = 0, isHidden: Bool = false, size: Size? = nil,
    isFollower: Bool = false, controlsStatusBar: Bool = true, root: Controller?,
    orientation: InterfaceOrientation = .portrait, shell: ShellTraits = ShellTraits()
  ) {
    self.id = id
    self.name = name
    self.level = level
    self.isHidden = isHidden
    self.size = size
    self.isFollower = isFollower
    self.controlsStatusBar = controlsStatusBar
    self.root = root
    self.orientation = orientation
    self.disableCount = 0
    self.needsTurn = false
    self.shell = shell
    self.android = AndroidTraits()
    self.chromeOS = ChromeOSTraits()
  }
}
