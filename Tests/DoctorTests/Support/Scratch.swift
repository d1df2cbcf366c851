// SPDX-License-Identifier: Apache-2.0
import Foundation
import Sensors

/// A directory that ends with its owner.
final class Scratch {
  let path = NSTemporaryDirectory() + "swivel-doctor-\(UUID().uuidString)"

  deinit { try? FileManager.default.removeItem(atPath: path) }

  var tree: DeviceTree { DeviceTree(root: path) }

  func write(_ text: String, to name: String) throws {
    let file = URL(fileURLWithPath: path + name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  /// An accelerometer of 1000 raw units per g with its top edge up.
  func addAccelerometer(_ number: Int = 0, _ attributes: [String: String] = [:]) throws {
    var all = [
      "name": "bmc150_accel", "in_accel_x_raw": "0", "in_accel_y_raw": "-1000",
      "in_accel_z_raw": "0", "in_accel_scale": "0.009806",
    ]
    all.merge(attributes) { $1 }
    for (name, value) in all where value != "-" {
      try write(value + "\n", to: "/sys/bus/iio/devices/iio:device\(number)/\(name)")
    }
  }

  func addProcess(_ id: Int, _ command: [String], comm: String? = nil) throws {
    try write(command.map { $0 + "\0" }.joined(), to: "/proc/\(id)/cmdline")
    let name = comm ?? (command.first ?? "").components(separatedBy: "/").last ?? ""
    try write(String(name.prefix(15)) + "\n", to: "/proc/\(id)/comm")
  }
}
