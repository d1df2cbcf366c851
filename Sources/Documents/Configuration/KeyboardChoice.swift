// SPDX-License-Identifier: Apache-2.0
import Formats

/// The conditions under which built-in keyboards and touchpads are disabled, and on-screen
/// keyboards enabled.
public struct KeyboardChoice: Equatable, Sendable {
  /// The condition under which the built-in keyboard is disabled.
  public enum Moment: String, CaseIterable, Sendable {
    case never
    /// The keyboard is disabled while the transform of an output that rotates with the device
    /// differs from the output's initial one.
    case turned
    case tabletMode = "tablet-mode"
  }

  /// The condition under which on-screen keyboards are enabled; otherwise they are disabled.
  ///
  /// With `never` they are not changed.
  public enum OnScreenMoment: String, CaseIterable, Sendable {
    case never
    case tabletMode = "tablet-mode"
  }

  /// The condition under which the built-in keyboard is disabled.
  public var disable: Moment
  /// Whether the touchpad is disabled together with the keyboard.
  public var touchpad: Bool
  /// The condition under which on-screen keyboards are enabled.
  public var onScreen: OnScreenMoment
  /// Patterns for the kernel's names of detachable keyboards.
  public var names: [Glob] = []

  /// Creates a choice; by default no keyboard is changed.
  public init(
    disable: Moment = .never, touchpad: Bool = true, onScreen: OnScreenMoment = .never
  ) {
    self.disable = disable
    self.touchpad = touchpad
    self.onScreen = onScreen
  }
}

/// The settings for deriving and publishing the tablet mode.
public struct TabletModeChoice: Equatable, Sendable {
  /// Whether the device is in tablet mode while no keyboard from `keyboard: names` is attached, if
  /// there are such names and neither a switch, a service nor the hinge reports the mode.
  public var keyboard = false
  /// Whether a virtual switch reports to compositors a tablet mode that no switch of the machine
  /// reports.
  public var publish = false

  /// Creates a choice; by default nothing is derived from keyboards, and nothing is published.
  public init() {}
}

extension TabletModeChoice: ConfigurationTable {
  static var blank: TabletModeChoice { TabletModeChoice() }
  static var sample: String { "{publish: true}" }

  static let keys: [ConfigurationKey<TabletModeChoice>] = [
    .init(
      "publish", \.publish, .bool, example: "true",
      "Whether a tablet mode that no switch of the machine reports is made one, for compositors; needs "
        + "access to /dev/uinput and counts from the next start on."),
    .init(
      "keyboard", \.keyboard, .bool, example: "true",
      "Whether the device is in tablet mode while no keyboard that `names` of `keyboard` names is "
        + "attached, where neither a switch nor a service nor the hinge reports the mode."),
  ]
}

/// A rotation key of the device.
public enum RotationKeyChoice: String, CaseIterable, Sendable {
  /// KEY_ROTATE_LOCK_TOGGLE, which locks or unlocks rotation.
  case lock
  /// KEY_ROTATE_DISPLAY, which rotates clockwise by a quarter turn.
  case rotate
}

extension KeyboardChoice: ConfigurationTable {
  static var blank: KeyboardChoice { KeyboardChoice() }
  static var sample: String { "{disable: tablet-mode}" }

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

  /// Returns whether the kernel's name of one of these input devices matches a pattern in `names`.
  public func isAttached(among devices: Set<String>) -> Bool {
    devices.contains { device in names.contains { $0.matches(device) } }
  }
}

extension Configuration {
  /// Whether detachable keyboards may determine the tablet mode.
  public var followsKeyboards: Bool { tabletMode.keyboard && !keyboard.names.isEmpty }

  /// The configured keys that need a report of the tablet mode, each with the effect of its
  /// absence.
  public var tabletModeKeys: [(key: String, effect: String)] {
    var keys: [(key: String, effect: String)] = []
    if keyboard.disable == .tabletMode {
      keys.append(("keyboard.disable", "the built-in keyboard is never switched off"))
    }
    if keyboard.onScreen == .tabletMode {
      keys.append(("keyboard.on-screen", "on-screen keyboards are never switched on"))
    }
    if !hooks[.tabletMode].isEmpty {
      keys.append(("hooks.tablet-mode", "its programs never start"))
    }
    for (index, rule) in outputs.enumerated() {
      let conditions = rule.conditions
      for (name, policy) in [("tablet", conditions.tablet), ("laptop", conditions.laptop)]
      where policy != nil {
        keys.append(("outputs[\(index)].when.\(name)", "this policy never applies"))
      }
    }
    if tabletMode.publish {
      keys.append(("tablet-mode.publish", "compositors receive no tablet mode"))
    }
    return keys
  }
}
