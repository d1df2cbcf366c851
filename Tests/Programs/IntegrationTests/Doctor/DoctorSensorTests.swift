// SPDX-License-Identifier: Apache-2.0
import Bus
import Foundation
import Testing

/// `swivel doctor` beside iio-sensor-proxy, the real one and mocked ones.
@Suite(.serialized) struct DoctorSensorTests {
  private static let service = "net.hadess.SensorProxy"
  private static let path = "/net/hadess/SensorProxy"

  private func environment(_ bus: MessageBus) -> [String: String] {
    Command.plainEnvironment.merging(bus.environment) { $1 }
  }

  @Test(arguments: [
    ("1, 0, 0; 0, 1, 0; 0, 0, 1", "matrix-identity", false),
    ("-1, 0, 0; 0, 1, 0; 0, 0, 1", "matrix-reflection", false),
    ("1, 0, 0; 0, 1, 0; 0, 1, 0", "matrix-singular", true),
    ("a, b; c", "matrix-unreadable", true),
  ])
  func theSensorProxyAndItsMountMatrixAreDiagnosed(
    matrix: String, id: String, isProblem: Bool
  ) throws {
    let bus = try MessageBus()
    let service = try MockedAccelerometer(
      serving: bus, attributes: ["in_accel_mount_matrix": matrix])
    defer { service.stop() }
    let interfaces = try BusCaller(bus).call(
      Self.service, Self.path, "org.freedesktop.DBus.Introspectable", "Introspect")
    let tellsTilt = try #require(interfaces.first?.string).contains("AccelerometerTilt")
    let diagnosis = try Diagnosis(["--sysfs", service.root], environment: environment(bus))
    #expect(diagnosis.ids.contains(id))
    #expect(diagnosis.problems.contains(id) == isProblem)
    #expect(diagnosis.ids.contains("sensor-found"))
    #expect(diagnosis.ids.contains("proxy-old") == !tellsTilt)
    #expect(diagnosis.ids.contains("proxy-works"))
    #expect(diagnosis.text("found", of: "source-auto") == "auto takes iio-sensor-proxy")
  }

  @Test func aNewerSensorProxyIsClaimedAndReleased() throws {
    let bus = try MessageBus()
    let service = try bus.mockSensorProxy()
    defer { service.stop() }
    let directory = try RuntimeDirectory()
    let arguments = ["--sysfs", directory.path]
    let works = try Diagnosis(arguments, environment: environment(bus))
    #expect(works.text("found", of: "proxy-works")?.hasSuffix("left-up") == true)
    #expect(!works.ids.contains("sensor-none"))
    let caller = try BusCaller(bus)
    let owners = try caller.mock(
      Self.service, Self.path, "GetInternalProperty", [.string("AccelerometerOwners")])
    #expect(owners.first?.elements?.count == 0)

    try caller.mock(
      Self.service, Self.path, "SetInternalProperty",
      [
        .string(Self.service), .string("AccelerometerOrientation"),
        .variant(.string("undefined")),
      ])
    let silent = try Diagnosis(arguments, environment: environment(bus))
    #expect(silent.problems.contains("proxy-silent"))
  }

  @Test func aDeniedSensorClaimIsExplained() throws {
    let bus = try MessageBus()
    let service = try bus.mock(
      ["--system", Self.service, Self.path, Self.service], owning: Self.service)
    defer { service.stop() }
    let caller = try BusCaller(bus)
    let refusal =
      "raise dbus.exceptions.DBusException('Not Authorized: x', "
      + "name='org.freedesktop.DBus.Error.AccessDenied')"
    try caller.mock(
      Self.service, Self.path, "AddMethod",
      [
        .string(Self.service), .string("ClaimAccelerometer"), .string(""), .string(""),
        .string(refusal),
      ])
    try caller.mock(
      Self.service, Self.path, "AddProperty",
      [.string(Self.service), .string("HasAccelerometer"), .variant(.boolean(true))])
    let directory = try RuntimeDirectory()
    let diagnosis = try Diagnosis(["--sysfs", directory.path], environment: environment(bus))
    #expect(diagnosis.problems.contains("proxy-denied"))
    #expect(diagnosis.text("found", of: "proxy-denied")?.contains("Not Authorized: x") == true)
  }

  /// The angle of a laptop opened to 100°, and what is made of it.
  @Test func theHingesAngleIsReported() throws {
    let tree = try RuntimeDirectory()
    for (device, label, values) in [
      (0, "accel-base", (0, 0, 1000)), (1, "accel-display", (0, -985, 174)),
    ] {
      let directory = "sys/bus/iio/devices/iio:device\(device)"
      for (axis, raw) in [("x", values.0), ("y", values.1), ("z", values.2)] {
        _ = try tree.write("\(raw)\n", to: "\(directory)/in_accel_\(axis)_raw")
      }
      _ = try tree.write("\(label)\n", to: "\(directory)/label")
      _ = try tree.write("0.009806\n", to: "\(directory)/in_accel_scale")
    }
    _ = try tree.write(
      "1, 0, 0; 0, -1, 0; 0, 0, -1\n", to: "sys/bus/iio/devices/iio:device0/mount_matrix")
    let diagnosis = try Diagnosis(
      ["--sysfs", tree.path], environment: Command.plainEnvironment)
    let found = try #require(diagnosis.text("found", of: "hinge-angle"))
    #expect(found.hasSuffix("now 100°, which is laptop"), "\(found)")
    #expect(diagnosis.text("meaning", of: "hinge-angle")?.hasPrefix("tablet from 200°") == true)
    // A base that is not there, as after a misspelt name.
    let config = try tree.write("sensor: {base: \"iio:device7\"}\n", to: "c.yaml")
    let wrong = try Diagnosis(
      ["--sysfs", tree.path, "--config", config], environment: Command.plainEnvironment)
    #expect(wrong.problems.contains("hinge-base-missing"))
  }

  @Test func anotherArbiterIsFoundInTheListOfProcesses() throws {
    let directory = try RuntimeDirectory()
    let process = "\(directory.path)/77"
    try FileManager.default.createDirectory(atPath: process, withIntermediateDirectories: true)
    _ = try directory.write("/usr/bin/rot8\0", to: "77/cmdline")
    let diagnosis = try Diagnosis(
      ["--sysfs", directory.path], environment: Command.plainEnvironment, proc: directory.path)
    #expect(diagnosis.problems.contains("arbiter-process"))
    #expect(diagnosis.text("where", of: "arbiter-process") == "process 77")
  }
}
