// SPDX-License-Identifier: Apache-2.0
import Fixtures
import Sensors

/// A directory in the place of the machine's `sys`, `dev` and `run`.
extension ScratchFolder {
  var tree: DeviceTree { DeviceTree(root: path) }

  /// Changes an accelerometer's raw values.
  func set(_ x: String, _ y: String, _ z: String, on number: Int = 0) throws {
    for (axis, value) in [("x", x), ("y", y), ("z", z)] {
      try write(value + "\n", to: "\(Self.accelerometer(number))/in_accel_\(axis)_raw")
    }
  }
}
