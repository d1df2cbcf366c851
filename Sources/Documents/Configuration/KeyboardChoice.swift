// SPDX-License-Identifier: Apache-2.0
import Formats

/// The conditions under which built-in keyboard and touchpad are switched off, and on-screen
/// keyboards on.
public struct KeyboardChoice: Equatable, Sendable {
  /// The conditions for the built-in keyboard.
  public enum Moment: String, CaseIterable, Sendable {
    case never
    /// While a built-in output differs from its original transform.
    case turned
    /// In tablet mode.
    case tabletMode = "tablet-mode"
  }

  /// The conditions for on-screen keyboards, which are off otherwise; `never` does not switch them.
  public enum OnScreenMoment: String, CaseIterable, Sendable {
    case never
    /// In tablet mode.
    case tabletMode = "tablet-mode"
  }

  /// When the keyboard is switched off.
  public var disable: Moment
  /// Whether the touchpad is switched with the keyboard.
  public var touchpad: Bool
  /// When on-screen keyboards are switched on.
  public var onScreen: OnScreenMoment
  /// The kernel's names of keyboards that come and go.
  public var names: [Glob] = []

  /// Creates a choice; by default no keyboard is switched.
  public init(
    disable: Moment = .never, touchpad: Bool = true, onScreen: OnScreenMoment = .never
  ) {
    self.disable = disable
    self.touchpad = touchpad
    self.onScreen = onScreen
  }
}

/// The choice whether other programs get the tablet mode that Swivel derives.
public struct TabletModeChoice: Equatable, Sendable {
  /// Whether compositors are told of it, by a switch of the kernel.
  public var publish = false

  /// Creates a choice; by default nothing is published.
  public init() {}
}

extension TabletModeChoice: ConfigurationTable {
  static var blank: TabletModeChoice { TabletModeChoice() }

  static let keys: [ConfigurationKey<TabletModeChoice>] = [
    .init(
      "publish", \.publish, .bool, example: "true",
      "Whether a tablet mode that no switch of the machine reports is made one, for compositors; needs "
        + "access to /dev/uinput and counts from the next start on.")
  ]
}

/// A key of the device for rotation.
public enum RotationKeyChoice: String, CaseIterable, Sendable {
  /// KEY_ROTATE_LOCK_TOGGLE: locks rotation, or unlocks it.
  case lock
  /// KEY_ROTATE_DISPLAY: rotates clockwise by a quarter.
  case rotate
}

extension KeyboardChoice: ConfigurationTable {
  static var blank: KeyboardChoice { KeyboardChoice() }

  static let keys: [ConfigurationKey<KeyboardChoice>] = [
    .init("disable", \.disable, .word, "When the built-in keyboard is switched off."),
    .init("touchpad", \.touchpad, .bool, "Whether the touchpad goes with the keyboard."),
    .init(
      "on-screen", \.onScreen, .word,
      "When on-screen keyboards are switched on, and off otherwise; never leaves them alone."),
    .init(
      "names", \.names, .list(.glob), example: "[\"ASUS Zenbook Duo Keyboard*\"]",
      "The kernel's names of the keyboards that `keyboard` in `when` of an output waits for; * "
        + "stands for anything."
    ).writtenIfChanged(),
  ]

  /// Returns whether one of the named keyboards is among the input devices.
  public func isAttached(among devices: Set<String>) -> Bool {
    devices.contains { device in names.contains { $0.matches(device) } }
  }
}
