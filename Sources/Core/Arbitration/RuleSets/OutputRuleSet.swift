// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// A rule set with one orientation for each output of a desktop: the built-in one, or a plug-in's.
public protocol OutputRuleSet: RuleSet {}

extension OutputRuleSet {
  /// The family of the desktop.
  public var family: RuleSetFamily { .desktop }

  /// Returns the reads: the voters' answers on autorotation and masks.
  public func reads(in scene: Scene) -> ReadSet {
    // The focused window is asked anyway.
    var unfocused = scene
    unfocused.keyHistory = []
    let voters = scene.windows.filter { isVoter($0, in: unfocused) }
    return ReadSet(
      .some(voters.map(\.id)), hidden: false, questions: [.shouldAutorotate, .supported])
  }

  /// Puts an event into the scene; the user's lock and rotation override device and programs.
  public func apply(_ event: DeviceEvent, to scene: inout Scene) {
    // The user's rotation ends when the device turns (W-14).
    if case .turned(let value) = event, value != scene.device.orientation, value.interface != nil {
      scene.endUserRotation()
    }
    if case .setting(.userRotation) = event { scene.endUserRotation() }
    scene.apply(event)
    switch event {
    case .rotationLock(let isLocked):
      // A lock to what is shown has no value of `userLock` (W-1).
      scene.device.userLock = nil
      if !isLocked { scene.endUserRotation() }
    case .setting(.userLock(let lock)): scene.lockByUser(lock)
    // The user's rotation overrides a transform that another program has set (W-14).
    case .setting(.userRotation(.some)): scene.releaseOutputs()
    case .turned, .forced, .generating, .setting: break
    }
  }

  /// Returns the event of the user's rotation, which lasts until the device turns (W-14).
  public func events(rotatingTo orientation: InterfaceOrientation, in scene: Scene) -> [Event] {
    [.device(.setting(.userRotation(orientation)))]
  }
}
