// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// A rule set that states on what its decisions depend, so that all minimal repairs can be found.
///
/// A rule set that does not conform, such as a plug-in's, is searched by trial, within a bound.
public protocol RepairSearchable: RuleSet {
  /// Returns how the windows' answers are combined into a decision (any, all, first).
  func aggregation(in scene: Scene) -> Aggregation

  /// Returns the windows on which a decision as a whole depends, or `nil` if that is not known.
  func dependencies(of event: Event, _ triggers: [DecisionTrigger], in scene: Scene)
    -> DecisionDependencies?

  /// Returns the masks that app, delegate and device leave each window, then those that hold for all, or
  /// `nil` if they are not known.
  func allowances(in scene: Scene, answers: Answers) -> [OrientationMask]?

  /// Returns the other windows on whose answers the contribution of a window depends.
  func asked(by window: Window, in scene: Scene) -> [WindowID]

  /// Returns the contribution of one window to a decision, computed by the code that decides.
  func contribution(
    of window: WindowID, _ triggers: [DecisionTrigger], in scene: Scene, answers: Answers
  ) -> Contribution
}

extension RepairSearchable {
  /// Returns `nil`: the dependencies are not known.
  public func dependencies(
    of event: Event, _ triggers: [DecisionTrigger], in scene: Scene
  ) -> DecisionDependencies? { nil }

  /// Returns `nil`: the masks are not known.
  public func allowances(in scene: Scene, answers: Answers) -> [OrientationMask]? { nil }

  /// Returns no window: a window's contribution depends on its own answers alone.
  public func asked(by window: Window, in scene: Scene) -> [WindowID] { [] }

  /// Returns a window that keeps its orientation; without dependencies no contribution is asked for.
  public func contribution(
    of window: WindowID, _ triggers: [DecisionTrigger], in scene: Scene, answers: Answers
  ) -> Contribution {
    Contribution(own: scene.window(window)?.orientation ?? .unknown)
  }
}

/// The way in which answers are combined into a decision.
public enum Aggregation: Sendable, Hashable, CaseIterable {
  /// One window decides for all.
  case one
  /// Every window asked has to accept.
  case all
  /// Each window decides for itself, and each of them can change the shared status bar.
  case any
  /// Not known.
  case unknown
}

/// The contribution of one window to a decision.
///
/// Answers with equal contributions are interchangeable.
public struct Contribution: Sendable, Hashable {
  /// The ways in which a window prevents the rotation of others.
  public struct Blockers: OptionSet, Sendable, Hashable {
    /// The bits.
    public let rawValue: UInt8

    /// Creates a set of its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The window refuses to rotate.
    public static let refuses = Blockers(rawValue: 1)
    /// The autorotation of the window is disabled (M-15).
    public static let isDisabled = Blockers(rawValue: 2)
    /// The window's request to keep its orientation is granted (E-8).
    public static let isLocked = Blockers(rawValue: 4)
    /// The answers raise an exception, or a live policy would have to be asked.
    public static let stops = Blockers(rawValue: 8)
    /// The same for answers that only some triggers ask for.
    public static let mayStop = Blockers(rawValue: 16)
  }

  /// The orientation that the window gives the status bar, or `nil` if it does not write the bar.
  public var writes: InterfaceOrientation?
  /// Whether the contribution is the same for every orientation of the status bar before it.
  public var isBarIndependent = false
  /// The orientation of the window itself after the decision.
  public var own: InterfaceOrientation
  /// The orientations that the window allows if another window decides for it, or it for others.
  public var allowed = OrientationMask.all
  /// The ways in which the window prevents a rotation.
  public var blockers: Blockers = []

  /// Creates the contribution of a window that changes nothing but its own orientation.
  public init(own: InterfaceOrientation) { self.own = own }
}

/// The windows on which a decision as a whole depends, and the part of all other windows.
public struct DecisionDependencies: Sendable, Hashable {
  /// The part of the other windows in a decision.
  public enum Rest: Sendable, Hashable {
    /// Each window decides for itself: the contributions, one after the other, are the whole decision.
    case decides
    /// Each window consents or not: decisions with equal sums of contributions end alike.
    case consents
  }

  /// The windows whose presence determines the page and the decider; some may be named twice.
  public var present: [WindowID]
  /// The windows whose answers count for more than their contributions.
  public var heard: [WindowID]
  /// Whether the decision depends on app, delegate and device.
  public var asksSettings: Bool { !voters.isEmpty }
  /// The windows that the decision asks; all others contribute nothing.
  public var voters: [WindowID]
  /// The part of the others, as long as `present` stay and `heard` keep their answers.
  public var rest: Rest

  /// Creates the dependencies of a decision.
  public init(present: [WindowID], heard: [WindowID], voters: [WindowID], rest: Rest) {
    self.present = present
    self.heard = heard
    self.voters = voters
    self.rest = rest
  }
}
