// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// One rotation for the internal display: the lock of the window used last, against the user's.
///
/// Locks are CR-8 to CR-16, CR-18 and CR-19. The steps from one sample to an orientation (CR-3 to
/// CR-6) belong to a judge; here the orientation that is felt counts as a steady stream of samples.
/// CR-17 holds because the arbiter takes in one event at a time.
public struct ChromeOSRuleSet: RepairSearchable {
  /// The only variant.
  public init() {}

  /// chromeos.
  public var id: String { "chromeos" }

  /// ChromeOS's vocabulary.
  public var family: RuleSetFamily { .chromeos }

  /// One orientation for the display.
  public var scope: OrientationScope { .display }

  /// Decides for the internal display.
  public func decide<Sink: DecisionSink>(
    _ trigger: DecisionTrigger, in scene: Scene, answers: Answers, sink: inout Sink
  ) -> Decision {
    var decision = ChromeOSDecision(scene: scene, sink: sink)
    decision.run()
    sink = decision.sink
    return .decided
  }

  /// Every change of windows, locks, sensor or settings makes it look again.
  public func triggers(for event: Event, before: Scene, after scene: Scene) -> [DecisionTrigger] {
    scene.displayOccasions(for: event, before: before)
  }

  /// The orientation that the device asks for; none in clamshell or against the user's lock.
  public func request(
    of event: Event, before: Scene, after scene: Scene
  ) -> InterfaceOrientation? {
    guard let wanted = scene.deviceRequest(of: event, before: before),
      scene.device.chromeOS.allowsAutoRotation
    else { return nil }
    var decision = ChromeOSDecision(scene: scene, sink: NullSink())
    let found = decision.resolve()
    return found.isUsers && !found.lock.mask(on: scene.device.panel).allows(wanted) ? nil : wanted
  }
}
