// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// A rule set that states what its decisions depend on, so that all minimal repairs can be found.
///
/// For other rule sets, such as plug-ins', repairs are searched by trial, up to a bound.
public protocol RepairSearchable: RuleSet {
  /// Returns how the windows' answers are combined into a decision.
  func aggregation(in scene: Scene) -> Aggregation

  /// Returns the windows on which a decision as a whole depends; `nil` if they are unknown.
  func dependencies(of event: Event, _ triggers: [DecisionTrigger], in scene: Scene)
    -> DecisionDependencies?

  /// Returns the masks that app, delegate and device leave to the windows, to be compared with
  /// those of other settings; `nil` if they are unknown.
  func allowances(in scene: Scene, answers: Answers) -> [OrientationMask]?

  /// Returns the other windows whose answers affect the contribution of a window.
  func asked(by window: Window, in scene: Scene) -> [WindowID]

  /// Returns one window's contribution to a decision, computed by the code that decides.
  func contribution(
    of window: WindowID, _ triggers: [DecisionTrigger], in scene: Scene, answers: Answers
  ) -> Contribution
}

extension RepairSearchable {
  /// The rule set itself.
  public var searchable: (any RepairSearchable)? { self }

  /// Returns `nil`, since the dependencies are unknown.
  public func dependencies(
    of event: Event, _ triggers: [DecisionTrigger], in scene: Scene
  ) -> DecisionDependencies? { nil }

  /// Returns `nil`, since the masks are unknown.
  public func allowances(in scene: Scene, answers: Answers) -> [OrientationMask]? { nil }

  /// Returns no window, since a window's contribution depends only on its own answers.
  public func asked(by window: Window, in scene: Scene) -> [WindowID] { [] }

  /// Returns the contribution of a window that does not rotate; unused without `dependencies`.
  public func contribution(
    of window: WindowID, _ triggers: [DecisionTrigger], in scene: Scene, answers: Answers
  ) -> Contribution {
    Contribution(own: scene.window(window)?.orientation ?? .unknown)
  }
}

/// The way in which the windows' answers are combined into a decision.
public enum Aggregation: Sendable, Hashable, CaseIterable {
  /// One window decides for all.
  case one
  /// Every window asked has to accept.
  case all
  /// Each window decides for itself, and each that controls the status bar can change it.
  case any
  /// The rule set does not state how the answers are combined.
  case unknown
}

/// The contribution of one window to a decision.
///
/// Answers with equal contributions are interchangeable.
public struct Contribution: Sendable, Hashable {
  /// The ways in which a window prevents a rotation.
  public struct Blockers: OptionSet, Sendable, Hashable {
    /// The set as bits, one for each blocker.
    public let rawValue: UInt8

    /// Creates a set from its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The window refuses to rotate, its autorotation is disabled (M-15), or its preference for a
    /// locked orientation is granted (E-8); in a turn, `allowed` is empty instead.
    public static let refuses = Blockers(rawValue: 1)
    /// The window's answers raise an exception, or a live policy would have to be asked.
    public static let stops = Blockers(rawValue: 2)
    /// The window's answers stop the decision as `stops` describes, but only for some triggers.
    public static let mayStop = Blockers(rawValue: 4)
  }

  /// The orientation that the window writes to the status bar; `nil` if it does not write the
  /// status bar.
  public var writes: InterfaceOrientation?
  /// Whether the contribution is known not to depend on the status bar's orientation.
  public var isBarIndependent = false
  /// The window's own orientation after the decision.
  public var own: InterfaceOrientation
  /// The orientations that the window accepts in a decision for several windows.
  public var allowed = OrientationMask.all
  /// The ways in which the window prevents a rotation.
  public var blockers: Blockers = []

  /// Creates the contribution of a window that changes only its own orientation.
  public init(own: InterfaceOrientation) { self.own = own }
}

/// The windows on which a decision as a whole depends, and the effect of all other windows.
public struct DecisionDependencies: Sendable, Hashable {
  /// The effect of the other windows on a decision.
  public enum Rest: Sendable, Hashable {
    /// Each window decides for itself, so the contributions in order are the whole decision.
    case decides
    /// Each window only consents or refuses, so decisions with equal sums of contributions have
    /// equal results.
    case consents
  }

  /// The windows whose presence determines which window is the page and which one decides; may
  /// contain duplicates.
  public var present: [WindowID]
  /// The windows whose answers the decision reads directly, not only as contributions.
  public var directlyRead: [WindowID]
  /// Whether the decision depends on app, delegate and device.
  public var asksSettings: Bool { !voters.isEmpty }
  /// The windows that the decision asks; all other windows contribute nothing.
  public var voters: [WindowID]
  /// The way in which the windows outside of `present` and `directlyRead` affect the decision.
  ///
  /// The value is valid while the windows in `present` exist and those in `directlyRead` keep their
  /// answers.
  public var rest: Rest

  /// Creates the dependencies of a decision.
  public init(present: [WindowID], directlyRead: [WindowID], voters: [WindowID], rest: Rest) {
    self.present = present
    self.directlyRead = directlyRead
    self.voters = voters
    self.rest = rest
  }
}
