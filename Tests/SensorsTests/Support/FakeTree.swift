// SPDX-License-Identifier: Apache-2.0
import Foundation
import Sensors

/// A directory that stands for the machine's `sys`, `dev` and `run`; it ends with its owner.
final class FakeTree {
  let root: String
  var tree: DeviceTree { DeviceTree(root: root) }

  init() {
    root = NSTemporaryDirectory() + "swivel-tree-\(UUID().uuidString)"
  }

  deinit { try? FileManager.default.removeItem(atPath: root) }

  /// Writes a file in place, as the kernel changes an attribute.
  func write(_ text: String, to path: String) throws {
    let file = root + path
    let directory = (file as NSString).deletingLastPathComponent
    try FileManager.default.createDirectory(
      atPath: directory, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(fileURLWithPath: file))
  }

  func remove(_ path: String) throws { try FileManager.default.removeItem(atPath: root + path) }

  static func device(_ number: Int = 0) -> String { "/sys/bus/iio/devices/iio:device\(number)" }

  /// Adds an accelerometer of 1000 raw units per g, lying so that the top edge is up.
  func addAccelerometer(_ number: Int = 0, _ attributes: [String: String] = [:]) throws {
    var all = [
      "name": "bmc150_accel", "in_accel_x_raw": "0", "in_accel_y_raw": "-1000",
      "in_accel_z_raw": "0", "in_accel_scale": "0.009806",
    ]
    all.merge(attributes) { $1 }
    for (name, value) in all where value != "-" {
      try write(value + "\n", to: "\(Self.device(number))/\(name)")
    }
  }

  func set(_ x: String, _ y: String, _ z: String, on number: Int = 0) throws {
    for (axis, value) in [("x", x), ("y", y), ("z", z)] {
      try write(value + "\n", to: "\(Self.device(number))/in_accel_\(axis)_raw")
    }
  }
}
