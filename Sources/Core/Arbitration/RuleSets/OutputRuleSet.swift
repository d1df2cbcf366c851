// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// A rule set with one orientation for each output of a desktop: the built-in rule set or a
/// plug-in's.
public protocol OutputRuleSet: RuleSet {}

extension OutputRuleSet {
  /// The rule set's family, which is the desktop's.
  public var family: RuleSetFamily { .desktop }

  /// Returns the read set: the voters' answers on autorotation and masks.
  public func reads(in scene: Scene) -> ReadSet {
    // The focused window is read in any case, so voters are listed as if nothing had the focus.
    var unfocused = scene
    unfocused.keyHistory = []
    let voters = scene.windows.filter { isVoter($0, in: unfocused) }
    return ReadSet(
      .some(voters.map { $0.id }), hidden: false, questions: [.shouldAutorotate, .supported])
  }

  /// Applies an event to the scene, with the user's lock and rotation (W-1, W-13, W-14).
  public func apply(_ event: DeviceEvent, to scene: inout Scene) {
    // The user's rotation ends when the device turns (W-14).
    if case .turned(let value) = event, value != scene.device.orientation, value.interface != nil {
      scene.endUserRotation()
    }
    if case .setting(.userRotation) = event { scene.endUserRotation() }
    scene.apply(event)
    switch event {
    case .rotationLock(let isLocked):
      // A lock to the shown orientation has no value of `userLock` (W-1).
      scene.device.userLock = nil
      if !isLocked { scene.endUserRotation() }
    case .setting(.userLock(let lock)): scene.lockByUser(lock)
    // The user's rotation ends the outputs' holds (W-14).
    case .setting(.userRotation(.some)): scene.releaseOutputs()
    case .turned, .forced, .generating, .setting: break
    }
  }

  /// Returns the event of a rotation by the user, which lasts until the device turns (W-14).
  public func events(rotatingTo orientation: InterfaceOrientation, in scene: Scene) -> [Event] {
    [.device(.setting(.userRotation(orientation)))]
  }
}
