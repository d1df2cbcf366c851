// SPDX-License-Identifier: Apache-2.0
import Formats

/// When built-in keyboard and touchpad are switched off.
public struct KeyboardChoice: Equatable, Sendable {
  /// The moments.
  public enum Moment: String, CaseIterable, Sendable {
    case never
    /// While a built-in output is not as it was found.
    case turned
    /// In tablet mode.
    case tabletMode = "tablet-mode"
  }

  /// When the keyboard is switched off.
  public var disable: Moment
  /// Whether the touchpad goes with it.
  public var touchpad: Bool

  /// Never, unless told otherwise.
  public init(disable: Moment = .never, touchpad: Bool = true) {
    self.disable = disable
    self.touchpad = touchpad
  }

  /// Reads `disable` and `touchpad`.
  init(_ node: Node) throws(InputError) {
    self.init()
    var map = try node.map()
    if let node = map.take("disable") { disable = try node.oneOf(Moment.self) }
    if let node = map.take("touchpad") { touchpad = try node.bool() }
    try map.finish()
  }
}
