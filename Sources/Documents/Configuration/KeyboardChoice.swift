// SPDX-License-Identifier: Apache-2.0
import Formats

/// When built-in keyboard and touchpad are switched off, and on-screen keyboards on.
public struct KeyboardChoice: Equatable, Sendable {
  /// The moments.
  public enum Moment: String, CaseIterable, Sendable {
    case never
    /// While a built-in output is not as it was found.
    case turned
    /// In tablet mode.
    case tabletMode = "tablet-mode"
  }

  /// When on-screen keyboards are switched on, and off otherwise; `never` leaves them alone.
  public enum OnScreenMoment: String, CaseIterable, Sendable {
    case never
    /// In tablet mode.
    case tabletMode = "tablet-mode"
  }

  /// When the keyboard is switched off.
  public var disable: Moment
  /// Whether the touchpad goes with it.
  public var touchpad: Bool
  /// When on-screen keyboards are switched on.
  public var onScreen: OnScreenMoment

  /// Never, unless told otherwise.
  public init(
    disable: Moment = .never, touchpad: Bool = true, onScreen: OnScreenMoment = .never
  ) {
    self.disable = disable
    self.touchpad = touchpad
    self.onScreen = onScreen
  }
}

extension KeyboardChoice: ConfigurationTable {
  static var blank: KeyboardChoice { KeyboardChoice() }

  static let keys: [ConfigurationKey<KeyboardChoice>] = [
    .init("disable", \.disable, .word, "When the built-in keyboard is switched off."),
    .init("touchpad", \.touchpad, .bool, "Whether the touchpad goes with the keyboard."),
    .init(
      "on-screen", \.onScreen, .word,
      "When on-screen keyboards are switched on, and off otherwise; never leaves them alone."),
  ]
}
