// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// One rotation per display: the topmost window with a request, then a chain of gates.
///
/// The walk over the windows is AN-19 to AN-26, the chain AN-1 to AN-18. AN-27 needs a clock, which
/// a pure function has not, so an app that keeps changing its request is heard every time.
public struct AndroidRuleSet: RepairSearchable {
  /// The only variant.
  public init() {}

  /// android.
  public var id: String { "android" }

  /// Android's vocabulary.
  public var family: RuleSetFamily { .android }

  /// One orientation for the display.
  public var scope: OrientationScope { .display }

  /// Decides for the default display.
  public func decide<Sink: DecisionSink>(
    _ trigger: DecisionTrigger, in scene: Scene, answers: Answers, sink: inout Sink
  ) -> Decision {
    var decision = AndroidDecision(scene: scene, sink: sink)
    decision.run()
    sink = decision.sink
    return .decided
  }

  /// Every change of windows, requests, sensor or settings makes it look again.
  public func triggers(for event: Event, before: Scene, after scene: Scene) -> [DecisionTrigger] {
    scene.displayOccasions(for: event, before: before)
  }

  /// The orientation that the device asks for; none while the user's lock keeps it from the page.
  public func request(
    of event: Event, before: Scene, after scene: Scene
  ) -> InterfaceOrientation? {
    guard let wanted = scene.deviceRequest(of: event, before: before) else { return nil }
    let isFree = scene.device.userRotation == nil && !scene.device.android.isFixedToUserRotation
    return isFree || pageRequest(in: scene)?.overridesUserLock == true ? wanted : nil
  }
}
