// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// What happens to the device.
public enum DeviceEvent: Sendable, Hashable {
  /// The body turned; the value is already judged.
  case turned(DeviceOrientation)
  /// The app wrote the device's orientation itself (F-1).
  case forced(DeviceOrientation)
  /// The user's rotation lock.
  case rotationLock(Bool)
  /// One more begin-generating call, or one fewer (N-1).
  case generating(Bool)
  /// A setting of the rule sets android and chromeos.
  case setting(DeviceSetting)
}
