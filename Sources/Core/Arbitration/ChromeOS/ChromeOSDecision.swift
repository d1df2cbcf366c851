// SPDX-License-Identifier: Apache-2.0
import Orientation

struct ChromeOSDecision<Sink: DecisionSink>: DisplayDecision {
  let scene: Scene
  var sink: Sink
  let primaries: PrimaryOrientations

  var settings: ChromeOSSettings { scene.device.chromeOS }
  var panel: PanelNature { scene.device.panel }
  var current: InterfaceOrientation { scene.statusBar.orientation }

  mutating func target() -> (orientation: InterfaceOrientation, source: WindowID?) {
    guard pass(.deviceSetting, settings.allowsAutoRotation, .cr1) else {
      _ = pass(.deviceSetting, true, .cr18)
      return (scene.device.userRotation ?? current, nil)
    }
    let found = resolve()
    return (rotation(under: found), found.window)
  }

  /// Returns the sensor's orientation if the lock allows it, otherwise an orientation that the lock
  /// allows (CR-2, CR-7, CR-15).
  private mutating func rotation(under found: Found) -> InterfaceOrientation {
    let mask = mask(of: found.lock)
    let gate: GateRecord.Gate = found.isUsers ? .rotationLock : .orientationLock
    let window = found.isUsers ? nil : found.window
    let isFree = found.lock == .any || found.lock.isClass
    guard pass(gate, isFree, found.isHeld ? .cr16 : .cr2, window) else {
      return mask.first ?? current
    }
    let felt = scene.device.interface(on: panel)
    _ = pass(.deviceOrientation, felt != nil, .cr4)
    if let felt {
      let rule: RuleID = found.lock.isClass ? .cr15 : .cr7
      if pass(found.isUsers ? gate : .effectiveMask, mask.allows(felt), rule, window) {
        return felt
      }
    }
    return mask.allows(current) ? current : primary(mask)
  }

  // If the lock does not allow the shown orientation, the primary orientation of the lock's class
  // is used.
  private func primary(_ mask: OrientationMask) -> InterfaceOrientation {
    [OrientationLock.portraitPrimary, .landscapePrimary].lazy
      .compactMap { self.mask(of: $0).intersection(mask).first }.first ?? mask.first ?? current
  }

  private func mask(of lock: OrientationLock) -> OrientationMask {
    lock.mask(on: panel, by: primaries)
  }
}

extension ChromeOSDecision {
  struct Found {
    var window: WindowID?
    var lock: OrientationLock
    var isUsers: Bool
    /// Whether an app locked rotation to the orientation that the display showed (CR-16).
    var isHeld = false
  }

  private var usersChoice: Found {
    Found(window: nil, lock: scene.device.userLock ?? .any, isUsers: scene.device.userLock != nil)
  }

  /// Returns the lock in effect, from the deciding window's lock and the user's (CR-8 to CR-14).
  mutating func resolve() -> Found {
    guard pass(.arbitration, settings.posture == .tablet, .cr8) else {
      if settings.posture == .foldedClamshell { _ = pass(.arbitration, true, .cr13) }
      return usersChoice
    }
    guard pass(.arbitration, !settings.isSplit, .cr9) else { return usersChoice }
    for window in scene.recentWindows where decides(window) {
      _ = pass(.arbitration, true, .cr10, window.id)
      return weigh(window)
    }
    return usersChoice
  }

  private mutating func decides(_ window: Window) -> Bool {
    guard pass(.takesPart, !window.isHidden && !window.isFollower, .cr10, window.id),
      pass(.takesPart, !window.chromeOS.isFloated, .cr12, window.id),
      pass(.takesPart, !scene.isExternal(window), .cr19, window.id)
    else { return false }
    let isCandidate = window.chromeOS.isApp || window.chromeOS.lock != nil
    return pass(.takesPart, isCandidate, .cr10, window.id)
  }

  private mutating func weigh(_ window: Window) -> Found {
    let traits = window.chromeOS
    let lock = traits.resolved(on: panel, by: primaries)
    let answer = mask(of: lock ?? .any)
    let rule = rule(of: traits)
    sink.asked(
      Asked(
        window: window.id, controller: nil, question: .supported, answer: .mask(answer),
        origin: lock == nil ? .standard : .written, rule: rule))
    let users = traits.owner == .user ? lock ?? scene.device.userLock : scene.device.userLock
    let apps = traits.owner == .app ? lock : nil
    let usersMask = users.map { mask(of: $0) } ?? .all
    let yields =
      switch apps {
      case nil, .any: true
      case .portrait, .landscape:
        // A user's lock is narrower than an app's only if it is to one orientation of that class.
        users.map { !$0.isClass && $0 != .any } ?? false
          && usersMask.isSubset(of: apps.map { mask(of: $0) } ?? [])
      default: false
      }
    _ = pass(.orientationLock, true, apps == nil ? .cr11 : .cr14, window.id)
    guard yields else {
      return Found(
        window: window.id, lock: apps ?? .any, isUsers: false, isHeld: traits.lock == .current)
    }
    return Found(window: window.id, lock: users ?? .any, isUsers: users != nil)
  }

  private func rule(of traits: ChromeOSTraits) -> RuleID {
    switch traits.lock {
    case nil: .cr11
    case .any: .cr14
    case .current: .cr16
    default: .cr15
    }
  }
}
