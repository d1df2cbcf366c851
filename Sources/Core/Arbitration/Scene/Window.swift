// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// One window of the scene.
public struct Window: Sendable, Hashable {
  /// The window's number, which rises in creation order.
  public var id: WindowID
  /// The window's level: normal 0, status bar 1000, alert 2000 (format:z-order).
  public var level: Int32
  /// Whether the window is hidden.
  public var isHidden: Bool
  /// Whether the window takes the status bar's orientation and is never asked, such as a keyboard
  /// (M-9).
  public var isFollower: Bool
  /// Whether the window may write the status bar's orientation (M-4).
  public var controlsStatusBar: Bool
  /// The root controller; `nil` if there is none (M-7).
  public var root: Controller?
  /// The window's orientation now.
  public var orientation: InterfaceOrientation
  /// The number of unbalanced calls that disable autorotation (M-15).
  public var disableCount: Int
  /// Whether a rotation was deferred because autorotation was disabled, and the window has not
  /// rotated since.
  public var needsTurn: Bool
  private var rest: Shared<Rest>

  /// Fields that no decision changes.
  private struct Rest: Sendable, Hashable {
    var name: String
    var size: Size?
    var shell: ShellTraits
    var platform = Platform.plain
  }

  /// Creates a window; by default shown, at level 0, no follower, and as large as the screen.
  public init(
    id: WindowID, name: String, level: Int32 = 0, isHidden: Bool = false, size: Size? = nil,
    isFollower: Bool = false, controlsStatusBar: Bool = true, root: Controller?,
    orientation: InterfaceOrientation = .portrait, shell: ShellTraits = ShellTraits()
  ) {
    self.id = id
    self.level = level
    self.isHidden = isHidden
    self.isFollower = isFollower
    self.controlsStatusBar = controlsStatusBar
    self.root = root
    self.orientation = orientation
    self.disableCount = 0
    self.needsTurn = false
    rest = Shared(Rest(name: name, size: size, shell: shell))
  }

  /// The size of a window in bytes, without its controllers and its strings.
  public static var byteCount: Int { MemoryLayout<Window>.stride + Shared<Rest>.byteCount }

  /// The window's name in files and explanations.
  public var name: String {
    _read { yield rest.value.name }
    _modify { yield &rest.value.name }
  }

  /// The window's size in points; `nil` if it is as large as the screen.
  public var size: Size? {
    _read { yield rest.value.size }
    _modify { yield &rest.value.size }
  }

  /// The window's traits under the rule sets for desktops.
  public var shell: ShellTraits {
    _read { yield rest.value.shell }
    _modify { yield &rest.value.shell }
  }

  /// The traits of the window's platform.
  public var platform: Platform {
    _read { yield rest.value.platform }
    _modify { yield &rest.value.platform }
  }
}

/// A window's number, assigned once, never reused, rising in creation order.
public struct WindowID: Sendable, Hashable, Comparable {
  /// The window's number.
  public var rawValue: Int32

  /// Creates an identifier with a number.
  public init(_ rawValue: Int32) { self.rawValue = rawValue }

  /// Returns whether the first window was created earlier.
  public static func < (left: WindowID, right: WindowID) -> Bool {
    left.rawValue < right.rawValue
  }
}

extension Window {
  /// Returns the root view's size in an orientation; a window with its own size keeps that size.
  public func viewBounds(_ orientation: InterfaceOrientation, on device: Device) -> Size {
    if let size { return size }
    return orientation.isLandscape ? device.size.swapped : device.size
  }

  /// Returns the window's bounds: those of its orientation from iOS 8 on, those of portrait in
  /// earlier versions (V-5, C-3).
  public func bounds(_ traits: UIKitTraits, on device: Device) -> Size {
    viewBounds(traits.windowCarriesTransform ? orientation : .portrait, on: device)
  }
}

extension InterfaceOrientation {
  /// The matrix [a, b, c, d] that rotates content from portrait; y points down (V-5).
  public var matrix: [Int] {
    switch self {
    case .landscapeRight: [0, 1, -1, 0]
    case .portraitUpsideDown: [-1, 0, 0, -1]
    case .landscapeLeft: [0, -1, 1, 0]
    case .portrait, .unknown: [1, 0, 0, 1]
    }
  }
}

extension Window {
  var isShownOnDesktop: Bool { !isHidden && !shell.isMinimized && !isFollower }

  func isOn(_ output: OutputID) -> Bool { shell.output == nil || shell.output == output }

  func mayVeto(_ cure: Mitigation?) -> Bool {
    switch shell.cure ?? cure {
    case .keyOnly: false
    case .intersection: true
    case .followKey, .ignoreHidden, nil: shell.mayVeto
    }
  }
}

/// A window's traits from its Wayland shell and the configuration (rule set desktop).
public struct ShellTraits: Sendable, Hashable {
  /// The application's identifier; empty when unknown.
  public var appID: String
  /// The title, used only to match rules; it is never recorded.
  public var title: String
  /// Whether the window fills its output.
  public var isFullscreen: Bool
  /// Whether the window is minimised, or otherwise known to be invisible.
  public var isMinimized: Bool
  /// The output that shows the window; `nil` means any.
  public var output: OutputID?
  /// Whether the window may veto while it is not focused (W-7).
  public var mayVeto: Bool
  /// The cure for this window, which replaces the rule set's; `nil` if the rule set's applies.
  public var cure: Mitigation?
  /// Whether the configuration or the application has a rule for the window (W-9).
  public var hasRule: Bool
  /// Whether the answer that limits the window, its refusal of autorotation or else its mask, is
  /// that of the policy for all windows; a rule may match the window all the same.
  public var isLimitedByCommonPolicy: Bool
  /// The key of a desktop file in which the application states its orientations; `nil` if none is
  /// used.
  public var statedIn: DesktopEntrySource?

  /// Creates the traits, by default of a window that is neither full screen nor minimised.
  public init(
    appID: String = "", title: String = "", isFullscreen: Bool = false,
    isMinimized: Bool = false, output: OutputID? = nil, mayVeto: Bool = false,
    cure: Mitigation? = nil, hasRule: Bool = false, isLimitedByCommonPolicy: Bool = false,
    statedIn: DesktopEntrySource? = nil
  ) {
    self.appID = appID
    self.title = title
    self.isFullscreen = isFullscreen
    self.isMinimized = isMinimized
    self.output = output
    self.mayVeto = mayVeto
    self.cure = cure
    self.hasRule = hasRule
    self.isLimitedByCommonPolicy = isLimitedByCommonPolicy
    self.statedIn = statedIn
  }
}

/// A key of an application's desktop file.
public struct DesktopEntrySource: Sendable, Hashable {
  /// The file's path, with `~` for the user's home.
  public var file: String
  /// The key, such as `X-Lomiri-Supported-Orientations`.
  public var key: String

  /// The file's name without the folders.
  public var fileName: Substring {
    file.lastIndex(of: "/").map { file[file.index(after: $0)...] } ?? file[...]
  }

  /// Creates a source from a file and a key.
  public init(file: String, key: String) {
    self.file = file
    self.key = key
  }
}

/// A cure that the user chooses, for a whole rule set or for one window.
public enum Mitigation: String, Sendable, Hashable, CaseIterable {
  /// The window answers as the page's window or, on a desktop, the focused one does (M-8).
  case followKey = "follow-key"
  /// Hidden windows are not asked, as before iOS 8 (M-5).
  case ignoreHidden = "ignore-hidden"
  /// Only the page's window or, on a desktop, the focused one is asked; as the cure of one window:
  /// this window cannot veto.
  case keyOnly = "key-only"
  /// Every asked window must accept (M-21); as the cure of one window: this window can veto.
  case intersection
}
