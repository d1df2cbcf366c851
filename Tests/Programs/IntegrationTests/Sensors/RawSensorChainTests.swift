// SPDX-License-Identifier: Apache-2.0
import Formats
import Foundation
import Testing

/// `swivel run --sensor iio` on a mocked device, with no message bus and no service at all.
@Suite(.serialized) struct RawSensorChainTests {
  private func start(
    _ compositor: Compositor, _ arguments: [String] = ["--sensor", "iio"],
    attributes: [String: String] = [:], environment: [String: String] = [:]
  ) throws -> MockedAccelerometer {
    try MockedAccelerometer(
      running: [Swivel.path, "run"] + arguments,
      environment: compositor.clientEnvironment.merging(environment) { $1 },
      attributes: attributes)
  }

  @Test func everyEdgeRotatesAndASignalRestoresTheOutput() throws {
    let compositor = try Compositor(.phoc)
    let device = try start(compositor, [])
    defer { device.stop() }
    for (x, y, transform) in [
      (1000, 0, "90"), (0, 1000, "180"), (-1000, 0, "270"), (0, -1000, "normal"),
    ] {
      try device.set(x, y)
      try compositor.waitForTransform(transform)
    }
    try device.set(1000, 0)
    try compositor.waitForTransform("90")
    #expect(device.process.errors.contains("read from sysfs, since"))
    kill(device.innerPID, SIGTERM)
    try compositor.waitForTransform("normal")
  }

  @Test func invalidReadingsAreIgnoredAndTheOrientationStays() throws {
    let compositor = try Compositor(.phoc)
    let device = try start(
      compositor, attributes: ["in_accel_mount_matrix": "garbage"],
      environment: ["LC_ALL": "de_DE.UTF-8"])
    defer { device.stop() }
    try device.set(1000, 0)
    try compositor.waitForTransform("90")
    for value in ["nan", "", "1e999", "12,5", "999999999", "\u{0}"] {
      // A good reading in between: a sensor with many faults in a row is read less often.
      try device.set(1000, 0)
      try Swivel.waitForReadings(on: compositor)
      try device.set([("in_accel_y_raw", value), ("in_accel_x_raw", "0")])
      try Swivel.waitForReadings("left-out", on: compositor)
      #expect(try compositor.outputs().map(\.transform) == ["90"], "\(value)")
    }
    try Deadline.waitUntil("the complaint\n\(device.process.errors)") {
      device.process.errors.contains("the last orientation stays")
    }
    #expect(device.process.errors.contains("in_accel_mount_matrix is no matrix"))
    try device.set(0, 1000)
    try compositor.waitForTransform("180")
  }

  @Test func axesReadAtDifferentTimesCauseNoExtraRotation() throws {
    let compositor = try Compositor(.phoc)
    let device = try start(compositor)
    defer { device.stop() }
    _ = try device.process.waitForLine { $0.contains("the screen already shows") }
    // From the top edge to the left one, a poll in between sees both or neither.
    for _ in 0..<5 {
      try device.set([("in_accel_x_raw", "1000")])
      usleep(60_000)
      try device.set([("in_accel_y_raw", "0")])
      try compositor.waitForTransform("90")
      try device.set([("in_accel_x_raw", "0")])
      usleep(60_000)
      try device.set([("in_accel_y_raw", "-1000")])
      try compositor.waitForTransform("normal")
    }
    let turns = device.process.output.components(separatedBy: "\n").filter {
      $0.contains(" turned ") && $0.contains("->")
    }
    #expect(turns.count == 10, "\(device.process.output)")
  }

  @Test func anUnpluggedSensorIsReportedAndFoundAgain() throws {
    let compositor = try Compositor(.phoc)
    let device = try start(compositor)
    defer { device.stop() }
    try device.set(1000, 0)
    try compositor.waitForTransform("90")
    let aside = device.root + "/aside"
    try FileManager.default.copyItem(atPath: device.device, toPath: aside)
    try FileManager.default.removeItem(atPath: device.device)
    try Deadline.waitUntil("the loss\n\(device.process.errors)") {
      device.process.errors.contains("is gone; the last orientation stays")
    }
    #expect(try compositor.outputs().map(\.transform) == ["90"])
    try FileManager.default.moveItem(atPath: aside, toPath: device.device)
    try device.set(0, 1000)
    try compositor.waitForTransform("180")
  }

  /// Two accelerometers of which nothing says where they are, the first in the base and turned.
  @Test func theConfigurationSelectsTheSensorAndItsMatrix() throws {
    let compositor = try Compositor(.phoc)
    let tree = try RuntimeDirectory()
    for (device, x, y) in [(0, 0, 1000), (1, 0, -1000)] {
      let directory = "sys/bus/iio/devices/iio:device\(device)"
      try FileManager.default.createDirectory(
        atPath: "\(tree.path)/\(directory)", withIntermediateDirectories: true)
      for (name, value) in [
        ("in_accel_x_raw", "\(x)"), ("in_accel_y_raw", "\(y)"), ("in_accel_z_raw", "0"),
        ("in_accel_scale", "0.009806"),
      ] {
        _ = try tree.write("\(value)\n", to: "\(directory)/\(name)")
      }
    }
    let config = try tree.write(
      "sensor: {path: \"iio:device1\", matrix: rotate-90}\n", to: "config.yaml")
    let swivel = try Swivel.start(
      ["run", "--device-root", tree.path, "--config", config], on: compositor)
    defer { swivel.stop() }
    try compositor.waitForTransform("90")
    #expect(swivel.errors.contains("read from sysfs, since the configuration names it"))
    #expect(swivel.errors.contains("turned by the configuration"))
    let doctor = try Swivel.run(["doctor", "--json", "--sysfs", tree.path, "--config", config])
    #expect(doctor.output.contains("the configuration names it"))
  }

  @Test func leavingTabletModeRestoresAndEnteringRotatesAgain() throws {
    let compositor = try Compositor(.phoc)
    let tree = try RuntimeDirectory()
    let device = "\(tree.path)/sys/bus/iio/devices/iio:device0"
    let sensor = [
      "in_accel_x_raw": "1000", "in_accel_y_raw": "0", "in_accel_z_raw": "0",
      "in_accel_scale": "0.009806",
    ]
    for directory in [
      device, "\(tree.path)/sys/class/input/event4/device/capabilities", "\(tree.path)/dev/input",
    ] {
      try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    }
    for (name, value) in sensor {
      _ = try tree.write(value, to: "sys/bus/iio/devices/iio:device0/\(name)")
    }
    _ = try tree.write("2\n", to: "sys/class/input/event4/device/capabilities/sw")
    let node = "\(tree.path)/dev/input/event4"
    mkfifo(node, 0o600)
    let swivel = try Swivel.start(
      ["run", "--sensor", "iio", "--device-root", tree.path], on: compositor)
    defer { swivel.stop() }
    try compositor.waitForTransform("90")
    let fifo = try #require(FileHandle(forWritingAtPath: node))
    func fold(_ isTablet: Bool) throws {
      let event = [UInt8](repeating: 0, count: 16) + [5, 0, 1, 0, isTablet ? 1 : 0, 0, 0, 0]
      try fifo.write(contentsOf: Data(event))
    }
    try fold(false)
    try compositor.waitForTransform("normal")
    // In laptop mode the sensor is not read at all.
    try Idleness.wait(for: swivel.pid)
    #expect(try Swivel.status(on: compositor)["reads-sensor"] == false)
    try fold(true)
    try compositor.waitForTransform("90")
    try fold(false)
    try compositor.waitForTransform("normal")
    swivel.send(SIGTERM)
    #expect(try swivel.waitForExit() == 0)
    #expect(try compositor.outputs().map(\.transform) == ["normal"])
  }
}
