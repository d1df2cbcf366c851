// SPDX-License-Identifier: Apache-2.0
import Bus
import Formats
import Foundation
import Testing

/// The whole chain with the real iio-sensor-proxy: files of a mocked device, D-Bus, our daemon, and
/// a real compositor, looked at by clients that are not ours.
@Suite(.serialized) struct SensorChainTests {
  /// The real service with a device of its own on a private bus.
  private func start(
    on bus: MessageBus, attributes: [String: String] = [:], locale: String? = nil,
    y: String = "-1000"
  ) throws -> MockedAccelerometer {
    try MockedAccelerometer(
      serving: bus, environment: locale.map { ["LC_ALL": $0] } ?? [:], attributes: attributes, y: y)
  }

  private func run(
    _ compositor: Compositor, _ bus: MessageBus, _ arguments: [String] = []
  ) throws -> ChildProcess {
    let environment = compositor.clientEnvironment.merging(bus.environment) { $1 }
    return try ChildProcess(
      Swivel.path, ["run", "--sensor", "proxy"] + arguments, environment: environment)
  }

  /// Expects that what the service has read so far has not turned the output away from the left edge.
  private func keepsLeftUp(_ compositor: Compositor, _ bus: MessageBus) throws {
    // Signals of the service were sent before its answer, and the daemon has received them before.
    _ = try orientation(bus)
    #expect(try Swivel.status(on: compositor)["outputs"]?[0]?["wanted"] == "90")
    #expect(try compositor.outputs().map(\.transform) == ["90"])
  }

  /// What the service tells of the device.
  private func orientation(_ bus: MessageBus) throws -> String? {
    try BusCaller(bus).call(
      "net.hadess.SensorProxy", "/net/hadess/SensorProxy", "org.freedesktop.DBus.Properties",
      "Get", [.string("net.hadess.SensorProxy"), .string("AccelerometerOrientation")]
    ).first?.string
  }

  @Test func everyEdgeRotatesTheOutput() throws {
    let compositor = try Compositor(.phoc)
    let bus = try MessageBus()
    let service = try start(on: bus)
    defer { service.stop() }
    let swivel = try run(compositor, bus)
    defer { swivel.stop() }
    for (x, y, transform) in [
      (1000, 0, "90"), (0, 1000, "180"), (-1000, 0, "270"), (0, -1000, "normal"),
    ] {
      try service.set(x, y)
      try compositor.waitForTransform(transform)
    }
    // Flat, and on the diagonal, nothing is known: the last orientation stays.
    try service.set(1000, 0)
    try compositor.waitForTransform("90")
    for (x, y, z) in [(0, 0, 1000), (0, 0, -1000), (700, 700, 0)] {
      try service.set(x, y, z)
      try service.waitForReading()
      try keepsLeftUp(compositor, bus)
    }
    swivel.send(SIGTERM)
    #expect(try swivel.waitForExit() == 0)
    #expect(try compositor.outputs().map(\.transform) == ["normal"])
  }

  @Test func theOrientationSurvivesARestartOfTheSensorProxy() throws {
    let compositor = try Compositor(.phoc)
    let bus = try MessageBus()
    let first = try start(on: bus)
    let swivel = try run(compositor, bus)
    defer { swivel.stop() }
    try first.set(1000, 0)
    try compositor.waitForTransform("90")
    first.stop()
    try Deadline.waitUntil("the loss\n\(swivel.errors)") {
      swivel.errors.contains("iio-sensor-proxy does not run")
    }
    #expect(try compositor.outputs().map(\.transform) == ["90"])

    let second = try start(on: bus, y: "1000")
    defer { second.stop() }
    try compositor.waitForTransform("180")
    swivel.send(SIGTERM)
    #expect(try swivel.waitForExit() == 0)
  }

  @Test func unpluggingTheLastSensorKeepsTheOrientation() throws {
    let compositor = try Compositor(.phoc)
    let bus = try MessageBus()
    try bus.permitEverything()
    let directory = try RuntimeDirectory()
    let script = try directory.write(
      """
      import os, subprocess, sys, time
      import gi
      gi.require_version('UMockdev', '1.0')
      from gi.repository import UMockdev
      bed = UMockdev.Testbed.new()
      os.environ['UMOCKDEV_DIR'] = bed.get_root_dir()
      device = bed.add_device('iio', 'iio:device0', None,
          ['name', 'bmc150_accel\\n', 'in_accel_x_raw', '1000\\n', 'in_accel_y_raw', '0\\n',
           'in_accel_z_raw', '0\\n', 'in_accel_scale', '0.009806\\n'],
          ['NAME', '"bmc150"', 'DEVNAME', '/dev/iio:device0',
           'IIO_SENSOR_PROXY_TYPE', 'iio-poll-accel'])
      service = subprocess.Popen([sys.argv[1]])
      while not os.path.exists(sys.argv[2]):
          time.sleep(0.05)
      bed.uevent(device, 'remove')
      bed.remove_device(device)
      sys.exit(service.wait())
      """, to: "unplug.py")
    let service = try ChildProcess(
      "umockdev-wrapper",
      [
        "/usr/bin/python3", script, try Program.require("iio-sensor-proxy"),
        "\(directory.path)/now",
      ],
      environment: Command.plainEnvironment.merging(bus.environment) { $1 })
    defer { service.stop() }
    let swivel = try run(compositor, bus)
    defer { swivel.stop() }
    try compositor.waitForTransform("90")
    _ = try directory.write("", to: "now")
    _ = try service.waitForExit()
    try Deadline.waitUntil("the loss\n\(swivel.errors)") {
      swivel.errors.contains("no sensor: iio-sensor-proxy")
        || swivel.errors.contains("iio-sensor-proxy does not run")
    }
    // Whatever the daemon makes of the loss is done once it answers.
    #expect(try Swivel.status(on: compositor)["outputs"]?[0]?["wanted"] == "90")
    #expect(try compositor.outputs().map(\.transform) == ["90"])
    swivel.send(SIGTERM)
    #expect(try swivel.waitForExit() == 0)
  }

  @Test func aDecimalCommaLocaleAndAnInvalidMatrixAreHarmless() throws {
    let compositor = try Compositor(.phoc)
    let bus = try MessageBus()
    let service = try start(
      on: bus, attributes: ["in_accel_mount_matrix": "one, two; three"], locale: "de_DE.UTF-8")
    defer { service.stop() }
    let environment = compositor.clientEnvironment.merging(bus.environment) { $1 }
      .merging(["LC_ALL": "de_DE.UTF-8"]) { $1 }
    let swivel = try ChildProcess(
      Swivel.path, ["run", "--sensor", "proxy"], environment: environment)
    defer { swivel.stop() }
    try service.set(1000, 0)
    try compositor.waitForTransform("90")
    // What the service makes of this is its own affair; ours goes on.
    try service.set([("in_accel_x_raw", "nan"), ("in_accel_y_raw", "")])
    try service.waitForReading()
    #expect(try Swivel.status(on: compositor)["connected"] == true)
    try service.set(0, 1000)
    try compositor.waitForTransform("180")
  }

  @Test func theDaemonIsNotWokenWhileTheDeviceLiesStill() throws {
    let compositor = try Compositor(.phoc)
    let bus = try MessageBus()
    let service = try start(on: bus)
    defer { service.stop() }
    let swivel = try run(compositor, bus)
    defer { swivel.stop() }
    try service.set(1000, 0)
    _ = try swivel.waitForLine { $0.contains("confirmed") }
    try Idleness.wait(for: swivel.pid)
    // Nor by what the service reads meanwhile.
    let before = try ContextSwitches(of: swivel.pid).voluntary
    for _ in 0..<2 { try service.waitForReading() }
    _ = try orientation(bus)
    #expect(try ContextSwitches(of: swivel.pid).voluntary == before)
  }

  @Test func withoutAManagedOutputTheSensorIsNotClaimed() throws {
    let compositor = try Compositor(.phoc)
    let bus = try MessageBus()
    let service = try start(on: bus)
    defer { service.stop() }
    let directory = try RuntimeDirectory()
    let config = try directory.write("output: [nothing]\n", to: "config.yaml")
    let swivel = try run(compositor, bus, ["--config", config])
    defer { swivel.stop() }
    _ = try swivel.waitForLine { $0.contains("turning no output") }
    // Nothing is left to be done, so no claim is under way either.
    try Idleness.wait(for: swivel.pid)
    #expect(try Swivel.status(on: compositor)["reads-sensor"] == false)
    // Version 3.0 knows no orientation until somebody claims.
    #expect(try orientation(bus) == "undefined")
  }
}
