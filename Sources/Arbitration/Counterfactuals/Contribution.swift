// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// What one window adds to a decision.
///
/// Answers by which a window adds the same are interchangeable.
public struct Contribution: Sendable, Hashable {
  /// Ways in which a window stands in the way of the others.
  public struct Blockers: OptionSet, Sendable, Hashable {
    /// The bits.
    public let rawValue: UInt8

    /// Takes the bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// It does not want to turn.
    public static let refuses = Blockers(rawValue: 1)
    /// Its autorotation is disabled (M-15).
    public static let isDisabled = Blockers(rawValue: 2)
    /// Its wish to keep the orientation is granted (E-8).
    public static let isLocked = Blockers(rawValue: 4)
    /// Its answers raise something, or a live policy would have to be asked.
    public static let stops = Blockers(rawValue: 8)
    /// The same for answers that are not asked for on every trigger.
    public static let mayStop = Blockers(rawValue: 16)
  }

  /// Where it puts the status bar; nil where it leaves it alone.
  public var writes: InterfaceOrientation?
  /// Whether it does the same wherever the status bar stands before.
  public var isBarIndependent = false
  /// How the window itself stands after it.
  public var own: InterfaceOrientation
  /// What it allows where others decide for it, or it for them.
  public var allowed = OrientationMask.all
  /// How it is in the way.
  public var blockers: Blockers = []

  /// A window that adds nothing.
  public init(own: InterfaceOrientation) { self.own = own }
}
