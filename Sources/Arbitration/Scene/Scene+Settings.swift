// SPDX-License-Identifier: Apache-2.0
import Orientation

extension Scene {
  mutating func take(_ setting: DeviceSetting, _ family: RuleSetFamily) {
    switch setting {
    case .userRotation(let orientation):
      device.userRotation = orientation
      // What the user asks for goes before what another program has set (W-14).
      if family == .desktop, orientation != nil { releaseOutputs() }
    case .ignoresOrientationRequest(let ignores): device.ignoresOrientationRequest = ignores
    case .android(let settings): device.android = settings
    case .posture(let posture):
      // What the laptop showed comes back on leaving tablet mode (CR-18).
      if device.chromeOS.posture == .clamshell, posture != .clamshell {
        device.userRotation = statusBar.orientation
      }
      device.chromeOS.posture = posture
    case .userLock(let lock):
      lockByUser(lock, family)
    case .split(let isSplit): device.chromeOS.isSplit = isSplit
    }
  }

  /// The user's rotation lock means the orientation that is shown, on both platforms.
  mutating func holdCurrent(_ isLocked: Bool, _ family: RuleSetFamily) {
    switch family {
    case .android: device.userRotation = isLocked ? statusBar.orientation : nil
    case .chromeos: device.userLock = isLocked ? currentLock : nil
    // A lock to what is shown has no word of its own (W-1).
    case .desktop:
      device.userLock = nil
      if !isLocked { device.userRotation = nil }
    case .uikit: break
    }
  }

  private mutating func lockByUser(_ lock: OrientationLock?, _ family: RuleSetFamily) {
    guard family == .desktop else {
      device.userLock = lock == .current ? currentLock : lock
      return
    }
    let isLocked = lock != nil && lock != .any
    device.isRotationLocked = isLocked
    device.userLock = isLocked && lock != .current ? lock : nil
    if device.userLock != nil { releaseOutputs() }
    if !isLocked { device.userRotation = nil }
  }

  /// What another program has set stands no longer (W-10).
  mutating func releaseOutputs() {
    for index in outputs.indices { outputs[index].isHeldByOther = false }
  }

  /// Settings that mean what is current are told what that is before anything is decided.
  mutating func settleSettings(_ family: RuleSetFamily) {
    switch family {
    case .android:
      if device.isRotationLocked, device.userRotation == nil { holdCurrent(true, family) }
    case .chromeos:
      let isLocked = device.isRotationLocked && device.userLock == nil
      if isLocked || device.userLock == .current { holdCurrent(true, family) }
      if device.userRotation == nil { device.userRotation = statusBar.orientation }
      for index in windows.indices { holdLock(&windows[index]) }
    case .uikit, .desktop: break
    }
  }

  /// A lock to current that comes with its window holds what is shown (CR-16).
  func holdLock(_ window: inout Window) {
    guard window.chromeOS.lock == .current, window.chromeOS.held == nil else { return }
    window.chromeOS.held = statusBar.orientation
  }

  private var currentLock: OrientationLock { OrientationLock(statusBar.orientation) }
}
