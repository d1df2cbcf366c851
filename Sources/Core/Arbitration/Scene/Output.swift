// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// One output of a real or simulated display server.
public struct Output: Sendable, Hashable {
  /// The output's number.
  public var id: OutputID
  /// The connector's name, such as eDP-1.
  public var name: String
  /// The panel's native orientation.
  public var panel: PanelNature
  /// The transform that the display server last confirmed.
  public var transform: Transform
  /// The transform that was decided last; equal to the confirmed one if no rotation is pending.
  public var desired: Transform
  /// The transform to restore at the end: the one before Swivel first rotated the output.
  public let initial: Transform
  /// The configured policy, which determines the source of the output's transform (W-3, W-10).
  public var policy: OutputPolicy
  /// The reason why the output keeps its transform, at the longest until the device turns (W-10);
  /// `nil` if it may rotate.
  public var hold: Hold?
  /// The orientation that the user requested for this output alone, until the device turns (W-14);
  /// `nil` if there is none.
  ///
  /// The output's `userRotation` takes precedence over the device's.
  public var userRotation: InterfaceOrientation?

  /// Creates an output; by default it rotates with the device.
  ///
  /// `initial` is the transform to restore, if it differs from the current one.
  public init(
    id: OutputID, name: String, panel: PanelNature = .portrait, policy: OutputPolicy = .auto,
    transform: Transform = .normal, initial: Transform? = nil
  ) {
    self.id = id
    self.name = name
    self.panel = panel
    self.policy = policy
    self.transform = transform
    self.desired = transform
    self.initial = initial ?? transform
    self.hold = nil
    self.userRotation = nil
  }

  /// Returns whether a connector's name is that of a built-in panel or a headless output (W-3).
  public static func isInternal(name: String) -> Bool {
    ["eDP-", "LVDS-", "DSI-", "HEADLESS-"].contains { name.hasPrefix($0) }
  }

  /// The reason why an output keeps its transform.
  public enum Hold: String, Sendable, Hashable, CaseIterable {
    case otherProgram = "other-program"
    /// The display server refused or cancelled the last requests, or cannot rotate the output.
    case refused
    /// The display server did not answer the last requests.
    case unanswered
    case restored
  }

  /// Whether the output keeps its transform, at the longest until the device turns (W-10).
  public var isHeld: Bool { hold != nil }

  /// Whether the output rotates with the device (W-3).
  public var isManaged: Bool { policy.isManaged }

  /// The orientation of the output's content once the desired transform is confirmed.
  public var orientation: InterfaceOrientation {
    InterfaceOrientation(transform: desired, on: panel)
  }
}

/// An output's number, assigned once and never reused.
public struct OutputID: Sendable, Hashable, Comparable {
  /// The output's number.
  public var rawValue: Int32

  /// Creates an identifier with a number.
  public init(_ rawValue: Int32) { self.rawValue = rawValue }

  /// Returns whether the first output appeared earlier.
  public static func < (left: OutputID, right: OutputID) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// The source of an output's transform, and whether other programs' transforms are reversed.
public struct OutputPolicy: Sendable, Hashable {
  /// Whether the output rotates with the device (W-3).
  public var isManaged: Bool
  /// The transform of an output that does not rotate with the device; `nil` leaves it unchanged.
  public var target: Target?
  /// Whether another program's transform is reversed, within a limit (W-10).
  public var overrulesOthers: Bool

  /// The policy of an output that rotates with the device.
  public static let auto = OutputPolicy(isManaged: true)
  /// The policy of an output that is not rotated.
  public static let leave = OutputPolicy(isManaged: false)
  /// Returns the policy of an output that always shows one transform.
  public static func fixed(_ transform: Transform) -> OutputPolicy {
    OutputPolicy(isManaged: false, target: .fixed(transform))
  }
  /// Returns the policy of an output that copies the confirmed transform of a named output.
  public static func follow(_ name: String) -> OutputPolicy {
    OutputPolicy(isManaged: false, target: .follow(name))
  }

  private init(isManaged: Bool, target: Target? = nil) {
    self.isManaged = isManaged
    self.target = target
    overrulesOthers = false
  }

  /// The transform of an output that does not rotate with the device.
  public enum Target: Sendable, Hashable {
    case fixed(Transform)
    /// The output has the confirmed transform of the named output.
    case follow(String)
  }

  /// A new value for one part of a policy, as events and recordings contain it.
  public enum Change: Sendable, Hashable {
    case target(Target?)
    case overrulesOthers(Bool)
    case isManaged(Bool)
  }

  /// Returns the changes that turn an earlier policy into this one, in the order of their events.
  public func changes(from earlier: OutputPolicy) -> [Change] {
    var changes: [Change] = []
    if target != earlier.target { changes.append(.target(target)) }
    if overrulesOthers != earlier.overrulesOthers {
      changes.append(.overrulesOthers(overrulesOthers))
    }
    if isManaged != earlier.isManaged { changes.append(.isManaged(isManaged)) }
    return changes
  }

  mutating func apply(_ change: Change) {
    switch change {
    case .target(let target): self.target = target
    case .overrulesOthers(let overrules): overrulesOthers = overrules
    case .isManaged(let isManaged): self.isManaged = isManaged
    }
  }
}
