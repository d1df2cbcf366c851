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
  /// The transform that was last decided; the confirmed one when nothing is under way.
  public var desired: Transform
  /// The transform found when the output appeared, restored at the end.
  public let initial: Transform
  /// What it shows if it does not turn with the device; nil means what it happens to show.
  public var transformPolicy: OutputTransformPolicy?
  /// Whether a transform that somebody else sets is set back, unless that becomes a fight.
  public var overrulesOthers: Bool
  /// Whether somebody else's transform stands until the device turns again (W-10).
  public var isHeldByOther: Bool

  /// An output that turns with the device unless told otherwise.
  ///
  /// `initial` is what is given back at the end, where that is not what it shows now.
  public init(
    id: OutputID, name: String, panel: PanelNature = .portrait, isManaged: Bool = true,
    transform: Transform = .normal, initial: Transform? = nil,
    transformPolicy: OutputTransformPolicy? = nil,
    overrulesOthers: Bool = false
  ) {
    self.id = id
    self.name = name
    self.panel = panel
    self.isManaged = isManaged
    self.transform = transform
    self.desired = transform
    self.initial = initial ?? transform
    self.transformPolicy = transformPolicy
    self.overrulesOthers = overrulesOthers
    self.isHeldByOther = false
  }

  /// Whether a connector's name is one of a built-in panel or of an invented output (W-3).
  public static func isInternal(name: String) -> Bool {
    ["eDP-", "LVDS-", "DSI-", "HEADLESS-"].contains { name.hasPrefix($0) }
  }

  /// What a person sees on it once what was decided is done.
  public var orientation: InterfaceOrientation {
    InterfaceOrientation(transform: desired, on: panel)
  }
}

/// An output's number: given once, never reused.
public struct OutputID: Sendable, Hashable, Comparable {
  /// The number itself.
  public var rawValue: Int32

  /// Takes the number.
  public init(_ rawValue: Int32) { self.rawValue = rawValue }

  /// Seen earlier is less.
  public static func < (left: OutputID, right: OutputID) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// What an output shows that does not turn with the device.
public enum OutputTransformPolicy: Sendable, Hashable {
  /// Always this transform.
  case fixed(Transform)
  /// The transform that the output of this name is confirmed to show.
  case follow(String)
}
