// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// One output of a real or invented display server.
public struct Output: Sendable, Hashable {
  /// Its number.
  public var id: OutputID
  /// Its connector's name, such as eDP-1.
  public var name: String
  /// The panel's native shape.
  public var panel: PanelNature
  /// Whether it turns with the device (W-3).
  public var isManaged: Bool
  /// The transform that the display server last confirmed.
  public var transform: Transform

  /// An output that turns with the device unless told otherwise.
  public init(
    id: OutputID, name: String, panel: PanelNature = .portrait, isManaged: Bool = true,
    transform: Transform = .normal
  ) {
    self.id = id
    self.name = name
    self.panel = panel
    self.isManaged = isManaged
    self.transform = transform
  }

  /// Whether a connector's name is one of a built-in panel or of an invented output (W-3).
  public static func isInternal(name: String) -> Bool {
    ["eDP-", "LVDS-", "DSI-", "HEADLESS-"].contains { name.hasPrefix($0) }
  }

  /// What a person sees on it.
  public var orientation: InterfaceOrientation {
    InterfaceOrientation(transform: transform, on: panel)
  }
}
