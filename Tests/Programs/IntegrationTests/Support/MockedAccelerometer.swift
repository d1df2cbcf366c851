// SPDX-License-Identifier: Apache-2.0
import Foundation

/// A program that sees an accelerometer made by umockdev, whose values are plain files.
final class MockedAccelerometer {
  /// The program inside umockdev, which has another process number than umockdev.
  let process: ChildProcess
  /// The directory in the place of `/`, with `sys` and `dev`.
  let root: String
  private let directory: RuntimeDirectory

  /// Starts a program with a device of 1000 raw units per g whose top edge is up.
  init(
    running command: [String], environment: [String: String],
    attributes: [String: String] = [:], y: String = "-1000"
  ) throws {
    directory = try RuntimeDirectory()
    var all = [
      "name": "bmc150_accel", "in_accel_x_raw": "0", "in_accel_y_raw": y, "in_accel_z_raw": "0",
      "in_accel_scale": "0.009806", "in_accel_mount_matrix": "1, 0, 0; 0, 1, 0; 0, 0, 1",
    ]
    all.merge(attributes) { $1 }
    let lines =
      [
        "P: /devices/platform/bmc150/iio:device0", "N: iio:device0",
        "E: DEVNAME=/dev/iio:device0", "E: DEVTYPE=iio_device", "E: SUBSYSTEM=iio",
        "E: IIO_SENSOR_PROXY_TYPE=iio-poll-accel",
      ] + all.sorted { $0.key < $1.key }.map { "A: \($0.key)=\($0.value)\\n" }
    let description = try directory.write(
      lines.joined(separator: "\n") + "\n\n", to: "accel.umockdev")
    process = try ChildProcess(
      "umockdev-run", ["-d", description, "--"] + command, environment: environment)
    let process = process
    let child = try Deadline.wait(for: "the program inside umockdev\n\(process.errors)") {
      Self.child(of: process.pid)
    }
    innerPID = child
    root = try Deadline.wait(for: "umockdev's directory") {
      Self.variable("UMOCKDEV_DIR", of: child)
    }
  }

  /// Starts the real iio-sensor-proxy as a service of a private bus, whose name it owns on return.
  convenience init(
    serving bus: MessageBus, environment: [String: String] = [:],
    attributes: [String: String] = [:], y: String = "-1000"
  ) throws {
    try bus.permitEverything()
    try self.init(
      running: [try Program.require("iio-sensor-proxy")],
      environment: Command.plainEnvironment.merging(bus.environment) { $1 }
        .merging(environment) { $1 }, attributes: attributes, y: y)
    let caller = try BusCaller(bus)
    try Deadline.waitUntil("the service\n\(process.errors)") {
      try caller.isOwned("net.hadess.SensorProxy")
    }
  }

  deinit { stop() }

  let innerPID: pid_t

  func stop() { process.stop() }

  var device: String { "\(root)/sys/devices/platform/bmc150/iio:device0" }

  /// Writes attributes in place and in order, as with sysfs.
  func set(_ values: [(String, String)]) throws {
    for (name, value) in values {
      try Data("\(value)\n".utf8).write(to: URL(fileURLWithPath: "\(device)/\(name)"))
    }
  }

  /// Waits until the program has read all axes, the first of them after the call.
  func waitForReading() throws {
    try ReadWatch(["x", "y", "z"].map { "\(device)/in_accel_\($0)_raw" }).waitForReading()
  }

  func set(_ x: Int, _ y: Int, _ z: Int = 0) throws {
    try set([("in_accel_x_raw", "\(x)"), ("in_accel_y_raw", "\(y)"), ("in_accel_z_raw", "\(z)")])
  }

  /// Returns the first child of a process; `nil` while there is none.
  static func child(of pid: pid_t) -> pid_t? {
    let data = FileManager.default.contents(atPath: "/proc/\(pid)/task/\(pid)/children") ?? Data()
    return String(decoding: data, as: UTF8.self).split(separator: " ").first.flatMap { pid_t($0) }
  }

  private static func variable(_ name: String, of pid: pid_t) -> String? {
    let data = FileManager.default.contents(atPath: "/proc/\(pid)/environ") ?? Data()
    return data.split(separator: 0).lazy.map { String(decoding: $0, as: UTF8.self) }
      .first { $0.hasPrefix("\(name)=") }.map { String($0.dropFirst(name.count + 1)) }
  }
}
