// SPDX-License-Identifier: Apache-2.0
import Foundation

/// A directory in the place of `sys` and `dev` with an accelerometer that has movement events.
///
/// A machine without such a device has no IIO events. `Programs/event-descriptor.c`, loaded before
/// the C library, takes the kernel's part and returns a pipe.
final class GuardedDevice {
  static let attribute = "events/in_accel_x_roc_either_en"
  private static let device = "sys/bus/iio/devices/iio:device0"
  private let directory: RuntimeDirectory
  private let library: String

  init() throws {
    directory = try RuntimeDirectory()
    library = try Program.library("event-descriptor", in: directory)
    for folder in ["\(Self.device)/events", "dev"] {
      try FileManager.default.createDirectory(
        atPath: "\(directory.path)/\(folder)", withIntermediateDirectories: true)
    }
    for (name, value) in [
      ("name", "bmc150_accel"), ("in_accel_scale", "0.009806"), (Self.attribute, "0"),
    ] {
      _ = try directory.write("\(value)\n", to: "\(Self.device)/\(name)")
    }
    _ = try directory.write("", to: "dev/iio:device0")
    mkfifo("\(directory.path)/dev/iio:device0.events", 0o600)
    try set(0, -1000)
  }

  /// The directory in the place of `/`, with `sys` and `dev`.
  var root: String { directory.path }

  /// The variables that a program needs to receive the device's events.
  var environment: [String: String] { ["LD_PRELOAD": library] }

  /// Whether the device's events are switched on.
  var isArmed: Bool {
    let file = "\(root)/\(Self.device)/\(Self.attribute)"
    return (try? String(contentsOfFile: file, encoding: .utf8))?.hasPrefix("1") == true
  }

  func set(_ x: Int, _ y: Int) throws {
    for (axis, value) in [("x", x), ("y", y), ("z", 0)] {
      _ = try directory.write("\(value)\n", to: "\(Self.device)/in_accel_\(axis)_raw")
    }
  }

  /// Sends a movement event in the kernel's format: its code, and a time.
  func tell() throws {
    let pipe = try FileHandle(
      forUpdating: URL(fileURLWithPath: "\(root)/dev/iio:device0.events"))
    try pipe.write(contentsOf: Data(repeating: 1, count: 16))
    try pipe.close()
  }
}
