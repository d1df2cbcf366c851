// SPDX-License-Identifier: Apache-2.0
package import Foundation

/// A fresh directory of a test, removed with everything in it when its owner goes away.
package final class ScratchFolder {
  package let path = FileManager.default.temporaryDirectory.appending(path: "swivel-\(UUID())").path

  package init() { mkdir(path, 0o700) }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The names of the directory's entries, sorted.
  package var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }

  /// Returns the path of a name, with or without a slash before it.
  package func callAsFunction(_ name: String) -> String {
    name.hasPrefix("/") ? path + name : "\(path)/\(name)"
  }

  /// Writes a file in place, as the kernel changes an attribute, and returns its path.
  ///
  /// The folders above the file are created.
  @discardableResult
  package func write(_ text: String, to name: String, mode: mode_t = 0o644) throws -> String {
    let file = self(name)
    try FileManager.default.createDirectory(
      atPath: (file as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(filePath: file))
    chmod(file, mode)
    return file
  }

  package func remove(_ name: String) throws {
    try FileManager.default.removeItem(atPath: self(name))
  }

  package func text(_ name: String) -> String? {
    try? String(contentsOfFile: self(name), encoding: .utf8)
  }
}

extension ScratchFolder {
  /// Returns the folder of an accelerometer in a directory that represents the machine's root.
  package static func accelerometer(_ number: Int = 0) -> String {
    "/sys/bus/iio/devices/iio:device\(number)"
  }

  /// Adds an accelerometer of 1000 raw units per g, lying so that the top edge is up.
  package func addAccelerometer(_ number: Int = 0, _ attributes: [String: String] = [:]) throws {
    var all = [
      "name": "bmc150_accel", "in_accel_x_raw": "0", "in_accel_y_raw": "-1000",
      "in_accel_z_raw": "0", "in_accel_scale": "0.009806",
    ]
    all.merge(attributes) { $1 }
    for (name, value) in all where value != "-" {
      try write(value + "\n", to: "\(Self.accelerometer(number))/\(name)")
    }
  }
}
