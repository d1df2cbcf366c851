// SPDX-License-Identifier: Apache-2.0
import Orientation

extension ChromeOSDecision {
  /// The lock that counts, and where it comes from.
  struct Found {
    var window: WindowID?
    var lock: OrientationLock
    /// Whether the user locked, not an app.
    var isUsers: Bool
    /// Whether an app froze what the display showed (CR-16).
    var isHeld = false
  }

  private var usersChoice: Found {
    Found(window: nil, lock: scene.device.userLock ?? .any, isUsers: scene.device.userLock != nil)
  }

  /// Finds the window that decides and weighs its lock against the user's (CR-8 to CR-14).
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
    let hasSay = window.chromeOS.isApp || window.chromeOS.lock != nil
    return pass(.takesPart, hasSay, .cr10, window.id)
  }

  private mutating func weigh(_ window: Window) -> Found {
    let traits = window.chromeOS
    let lock = traits.resolved
    let answer = (lock ?? .any).mask(on: panel)
    let rule = rule(of: traits)
    sink.asked(
      Asked(
        window: window.id, controller: nil, question: .supported, answer: .mask(answer),
        origin: lock == nil ? .standard : .written, rule: rule))
    let users = traits.owner == .user ? lock ?? scene.device.userLock : scene.device.userLock
    let apps = traits.owner == .app ? lock : nil
    let usersMask = users?.mask(on: panel) ?? .all
    let yields =
      switch apps {
      case nil, .any: true
      case .portrait, .landscape:
        // Only an exact lock of the same class is narrower than the app's.
        users.map { !$0.isClass && $0 != .any } ?? false
          && usersMask.isSubset(of: apps?.mask(on: panel) ?? [])
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
