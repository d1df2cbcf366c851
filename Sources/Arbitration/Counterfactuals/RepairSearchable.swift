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
