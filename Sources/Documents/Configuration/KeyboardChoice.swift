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

  /// Reads `disable`, `touchpad` and `on-screen`.
  init(_ node: Node) throws(InputError) {
    self.init()
    var map = try node.map()
    if let node = map.take("disable") { disable = try node.oneOf(Moment.self) }
    if let node = map.take("touchpad") { touchpad = try node.bool() }
    if let node = map.take("on-screen") { onScreen = try node.oneOf(OnScreenMoment.self) }
    try map.finish()
  }

  var json: JSONValue {
    [
      "disable": .string(disable.rawValue), "touchpad": .bool(touchpad),
      "on-screen": .string(onScreen.rawValue),
    ]
  }
}
