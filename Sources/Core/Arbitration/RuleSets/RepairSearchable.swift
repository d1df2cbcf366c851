// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// A rule set that says how its decisions are made up, so that all minimal repairs can be found.
///
/// A set that does not conform, such as a plug-in's, is searched by trying, within a bound.
public protocol RepairSearchable: RuleSet {
  /// How the answers of a scene make a decision.
  func aggregation(in scene: Scene) -> Aggregation

  /// On whom a decision hangs as a whole; nil when only trying tells.
  func dependencies(of event: Event, _ triggers: [DecisionTrigger], in scene: Scene)
    -> DecisionDependencies?

  /// All that a decision takes from app, delegate and device: for each window what they leave it,
  /// then what they say of all; nil when that is not known.
  func allowances(in scene: Scene, answers: Answers) -> [OrientationMask]?

  /// On whom else a window's contribution hangs, whatever those answer.
  func asked(by window: Window, in scene: Scene) -> [WindowID]

  /// What one window adds to a decision; said by the same code that decides.
  func contribution(
    of window: WindowID, _ triggers: [DecisionTrigger], in scene: Scene, answers: Answers
  ) -> Contribution
}

extension RepairSearchable {
  /// Only trying tells.
  public func dependencies(
    of event: Event, _ triggers: [DecisionTrigger], in scene: Scene
  ) -> DecisionDependencies? { nil }

  /// It may take anything.
  public func allowances(in scene: Scene, answers: Answers) -> [OrientationMask]? { nil }

  /// Windows answer for themselves.
  public func asked(by window: Window, in scene: Scene) -> [WindowID] { [] }

  /// Where there is no dependencies, nobody asks for contributions.
  public func contribution(
    of window: WindowID, _ triggers: [DecisionTrigger], in scene: Scene, answers: Answers
  ) -> Contribution {
    Contribution(own: scene.window(window)?.orientation ?? .unknown)
  }
}

/// How answers make a decision, as far as the search for blame can rely on it.
public enum Aggregation: Sendable, Hashable, CaseIterable {
  /// One window decides for all.
  case one
  /// Every window asked has to accept.
  case all
  /// Each window decides for itself, and any of them moves what all share.
  case any
  /// Nothing is known: only trying tells.
  case unknown
}

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

/// On whom a decision hangs as a whole, and what is left to all other windows.
public struct DecisionDependencies: Sendable, Hashable {
  /// What the other windows do.
  public enum Rest: Sendable, Hashable {
    /// Each decides for itself: all contributions, one after the other, are the whole decision.
    case decides
    /// They consent or not: decisions whose contributions add up to the same end alike.
    case consents
  }

  /// The windows whose being there says who is the page and who decides; some may be named twice.
  public var present: [WindowID]
  /// The windows whose answers count for more than their contributions.
  public var heard: [WindowID]
  /// Whether app, delegate and device have a say in what there is to decide.
  public var asksSettings: Bool { !voters.isEmpty }
  /// The windows that have a say in what there is to decide; all others add nothing.
  public var voters: [WindowID]
  /// What the others do, as long as the first stay and the second answer as they do.
  public var rest: Rest

  /// Names the windows.
  public init(present: [WindowID], heard: [WindowID], voters: [WindowID], rest: Rest) {
    self.present = present
    self.heard = heard
    self.voters = voters
    self.rest = rest
  }
}
