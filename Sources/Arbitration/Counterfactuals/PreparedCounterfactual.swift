// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// A decision about to be taken again with some answers amended, open to be looked at in parts.
public struct PreparedCounterfactual: Sendable {
  /// The scene with the event and the interventions in it, and nothing decided yet.
  public let start: Scene
  /// What there is to decide.
  public let triggers: [DecisionTrigger]
  let rules: any RepairSearchable
  let event: Event
  let answers: Answers

  /// On whom it hangs as a whole; nil when the rule set does not say.
  public var dependencies: DecisionDependencies? {
    rules.dependencies(of: event, triggers, in: start)
  }

  /// The scene with more answers amended.
  public func scene(_ interventions: [Intervention]) -> Scene {
    if interventions.isEmpty { return start }
    var scene = start
    scene.amend(interventions, rules)
    return scene
  }

  /// All that the decision takes from app, delegate and device with more answers amended; nil when
  /// that is not known.
  public func allowances(_ interventions: [Intervention]) -> [OrientationMask]? {
    rules.allowances(in: scene(interventions), answers: answers)
  }

  /// On whom else hangs what a window of a scene adds.
  public func asked(by window: Window, in scene: Scene) -> [WindowID] {
    rules.asked(by: window, in: scene)
  }

  /// What a window adds in a scene made of this one's.
  public func contribution(of window: WindowID, in scene: Scene) -> Contribution {
    rules.contribution(of: window, triggers, in: scene, answers: answers)
  }
}
