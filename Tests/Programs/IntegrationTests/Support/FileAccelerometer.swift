// SPDX-License-Identifier: Apache-2.0
import Foundation

/// A directory in the place of `sys` and `dev` with an accelerometer whose values are plain files.
///
/// It has 1000 raw units per g, and its top edge is up at first. A test turns the device by writing
/// them.
final class FileAccelerometer {
  /// The device's folder below `root`.
  private static let folder = "sys/bus/iio/devices/iio:device0"
  private let directory: RuntimeDirectory

  init() throws {
    directory = try RuntimeDirectory()
    try FileManager.default.createDirectory(
      atPath: "\(directory.path)/\(Self.folder)", withIntermediateDirectories: true)
    _ = try directory.write("bmc150_accel\n", to: "\(Self.folder)/name")
    _ = try directory.write("0.009806\n", to: "\(Self.folder)/in_accel_scale")
    try set(0, -1000)
  }

  /// The directory in the place of `/`, with `sys` and `dev`.
  var root: String { directory.path }

  /// The device's folder.
  var device: String { "\(root)/\(Self.folder)" }

  /// The arguments of a daemon that reads this accelerometer.
  var run: [String] { ["run", "--sensor", "iio", "--device-root", root] }

  func set(_ x: Int, _ y: Int) throws {
    for (axis, value) in [("x", x), ("y", y), ("z", 0)] {
      _ = try directory.write("\(value)\n", to: "\(Self.folder)/in_accel_\(axis)_raw")
    }
  }

  /// Holds the left edge up, for which the outputs rotate to 90.
  func turnLeftUp() throws { try set(1000, 0) }
}
