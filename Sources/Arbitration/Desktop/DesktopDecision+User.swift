// SPDX-License-Identifier: Apache-2.0
import Orientation

extension DesktopDecision {
  /// Whether the user's lock or rotation decides, so that no window is asked (W-1, W-13, W-14).
  var isUsersWord: Bool {
    scene.device.isRotationLocked || scene.device.userRotation != nil
  }

  /// Where the user wants the output; nil where that is for windows and device to decide.
  mutating func usersTarget(_ device: InterfaceOrientation?) -> InterfaceOrientation? {
    if scene.device.isRotationLocked { return locked(device) }
    _ = pass(.rotationLock, true, .w1)
    return scene.device.userRotation.map { asked($0) }
  }

  /// What the user has asked for, recorded as such (W-14).
  private mutating func asked(_ rotation: InterfaceOrientation) -> InterfaceOrientation {
    _ = pass(.deviceSetting, false, .w14)
    return rotation
  }

  /// Where a locked output stands: what the lock allows of the user's rotation and the device's, else
  /// the current orientation, else the first that it allows (W-1, W-13).
  private mutating func locked(_ device: InterfaceOrientation?) -> InterfaceOrientation {
    let current = output.orientation
    let rotation = scene.device.userRotation
    guard let lock = scene.device.userLock else {
      _ = pass(.rotationLock, false, .w1)
      return rotation.map { asked($0) } ?? current
    }
    let mask = lock.mask(on: output.panel)
    if let rotation, mask.allows(rotation) {
      _ = pass(.rotationLock, true, .w13)
      return asked(rotation)
    }
    let allowed = device.flatMap { mask.allows($0) ? $0 : nil }
    _ = pass(.rotationLock, allowed != nil, .w13)
    return allowed ?? (mask.allows(current) ? current : mask.first ?? current)
  }
}
