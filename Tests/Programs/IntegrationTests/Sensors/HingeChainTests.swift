// SPDX-License-Identifier: Apache-2.0
import Formats
import Foundation
import Testing

/// `swivel run` on a convertible that has two accelerometers and no switch.
@Suite(.serialized) struct HingeChainTests {
  /// Raw values of the screen by the hinge's angle, the base lying on its back or its keys.
  private static let screens: [Int: (x: Int, y: Int, z: Int)] = [
    100: (0, -985, 174), 250: (0, 940, 342), 10: (0, -174, -985),
  ]

  private func write(_ tree: RuntimeDirectory, _ device: Int, _ value: (x: Int, y: Int, z: Int))
    throws
  {
    for (axis, raw) in [("x", value.x), ("y", value.y), ("z", value.z)] {
      _ = try tree.write(
        "\(raw)\n", to: "sys/bus/iio/devices/iio:device\(device)/in_accel_\(axis)_raw")
    }
  }

  @Test func unfoldingToATabletRotatesAndFoldingBackRestores() throws {
    let compositor = try Compositor(.phoc)
    let tree = try RuntimeDirectory()
    for (device, label) in [(0, "accel-base"), (1, "accel-display")] {
      let directory = "sys/bus/iio/devices/iio:device\(device)"
      try FileManager.default.createDirectory(
        atPath: "\(tree.path)/\(directory)", withIntermediateDirectories: true)
      _ = try tree.write("\(label)\n", to: "\(directory)/label")
      _ = try tree.write("0.009806\n", to: "\(directory)/in_accel_scale")
    }
    try write(tree, 0, (0, 0, 1000))
    try write(tree, 1, try #require(Self.screens[100]))
    // As for ChromeOS's devices: the base reads as the screen does when it is closed.
    _ = try tree.write(
      "1, 0, 0; 0, -1, 0; 0, 0, -1\n", to: "sys/bus/iio/devices/iio:device0/mount_matrix")
    let swivel = try Swivel.start(
      ["run", "--sensor", "auto", "--device-root", tree.path], on: compositor)
    defer { swivel.stop() }
    try Deadline.waitUntil("the angle\n\(swivel.errors)") {
      swivel.errors.contains("tablet mode: reported by the hinge's angle")
    }
    let status = try Swivel.status(on: compositor)
    #expect(status["hinge"]?["angle"] == 100 && status["hinge"]?["posture"] == "laptop")
    #expect(status["sensor-device"]?.string?.hasPrefix("iio: iio:device1") == true)
    let text = try compositor.run(Swivel.path, ["status"]).output
    #expect(text.contains("hinge   at 100°, which is laptop; iio:device0"), "\(text)")
    #expect(text.contains("sensor  iio: iio:device1"), "\(text)")
    // A laptop on its side turns nothing.
    try write(tree, 0, (900, 0, 436))
    try write(tree, 1, (900, -429, 76))
    // Far more readings than a turn takes to settle.
    try Swivel.waitForReadings(count: 30, on: compositor)
    #expect(try Swivel.status(on: compositor)["outputs"]?[0]?["wanted"] == "normal")
    #expect(try compositor.outputs().map(\.transform) == ["normal"])
    // As a tent it is upside down and stays a tablet on its side.
    try write(tree, 0, (0, 0, 1000))
    try write(tree, 1, try #require(Self.screens[250]))
    try compositor.waitForTransform("180")
    #expect(swivel.errors.contains("in tablet mode: the outputs follow the device"))
    try write(tree, 1, try #require(Self.screens[100]))
    try compositor.waitForTransform("normal")
    try Deadline.waitUntil("the way back\n\(swivel.errors)") {
      // The first one came at the start. The screen may have been turned back before the mode ended.
      swivel.errors.components(separatedBy: "not in tablet mode: the outputs ").count == 3
    }
    swivel.send(SIGTERM)
    #expect(try swivel.waitForExit() == 0)
  }
}
