// SPDX-License-Identifier: Apache-2.0
import Bus
import EventLoop
import Fixtures
import Orientation
import Sensing
import Testing
import Text

@testable import Sensors

/// Two accelerometers, or a hinge sensor, in directories in the place of the machine's.
@Suite struct HingeSourceTests {
  /// Returns an upright screen and a lying base, whose axes equal the screen's with the lid closed.
  private func pair(label: Bool = true, base: [String: String] = [:]) throws -> ScratchFolder {
    let fake = ScratchFolder()
    let lying = [
      "in_accel_y_raw": "0", "in_accel_z_raw": "1000", "name": "kx",
      "mount_matrix": "1, 0, 0; 0, -1, 0; 0, 0, -1",
    ]
    let place = label ? ["label": "accel-base"] : [:]
    try fake.addAccelerometer(0, lying.merging(place) { $1 }.merging(base) { $1 })
    try fake.addAccelerometer(1, label ? ["label": "accel-display"] : [:])
    return fake
  }

  private func start(_ source: any OrientationSource) throws -> Listener {
    let listener = try Listener()
    source.start(in: listener.host)
    source.claim()
    return listener
  }

  private func angles(_ listener: Listener) -> [Int64] {
    listener.events.compactMap {
      guard case .hinge(.reading(let reading, _)) = $0 else { return nil }
      var judge = HingeJudge()
      _ = judge.judge(reading, at: .zero)
      return judge.angle
    }
  }

  private func lost(_ listener: Listener) -> [String] {
    listener.events.compactMap {
      if case .hinge(.lost(let text)) = $0 { text.verbatim } else { nil }
    }
  }

  private func found(_ listener: Listener) -> [String] {
    listener.events.compactMap {
      if case .hinge(.available(let text)) = $0 { text.verbatim } else { nil }
    }
  }

  @Test func twoAccelerometersGiveTheHingeAngleWithEveryReading() throws {
    let fake = try pair()
    let source = IIOSource(tree: fake.tree)
    defer { source.stop() }
    let listener = try start(source)
    try listener.run { listener.readings.count >= 3 }
    #expect(found(listener).first?.contains("iio:device0 (kx) in the base") == true)
    #expect(angles(listener).count >= 3 && angles(listener).allSatisfy { $0 == 900 })
    listener.forget()
    try fake.set("0", "707", "707", on: 1)
    try listener.run { angles(listener).last == 2250 }
  }

  @Test func theConfigurationNamesAndCorrectsTheHalves() throws {
    let fake = try pair(label: false, base: ["in_accel_z_raw": "0", "in_accel_x_raw": "1000"])
    var placement = SensorPlacement()
    placement.base.path = "iio:device0"
    placement.base.correction = try #require(MountMatrix(elements: [0, 0, 1, 0, 1, 0, -1, 0, 0]))
    let source = IIOSource(tree: fake.tree, placement: placement)
    defer { source.stop() }
    let listener = try start(source)
    try listener.run { !angles(listener).isEmpty }
    #expect(source.device?.name == "iio:device1")
    #expect(angles(listener).first == 900)
  }

  /// There is no hinge without a base, or with a base of unknown placement.
  @Test(arguments: [true, false]) func withoutAKnownBaseThereIsNoHinge(label: Bool) throws {
    let fake = try pair(label: label, base: ["mount_matrix": "1, 0, 0; 0, 1, 0; 0, 0, 1"])
    let source = IIOSource(tree: fake.tree)
    defer { source.stop() }
    let listener = try start(source)
    try listener.run { listener.readings.count >= 2 }
    #expect(found(listener).isEmpty && angles(listener).isEmpty)
  }

  @Test func aVanishedBaseIsReportedLostAndFoundAgain() throws {
    let fake = try pair()
    let source = IIOSource(tree: fake.tree)
    defer { source.stop() }
    let listener = try start(source)
    try listener.run { !angles(listener).isEmpty }
    try fake.remove(ScratchFolder.accelerometer(0))
    try listener.run { !lost(listener).isEmpty }
    #expect(lost(listener).first?.contains("iio:device0 is gone") == true)
    listener.forget()
    // The display's accelerometer is still read.
    try listener.run { listener.readings.count >= 3 }
    #expect(angles(listener).isEmpty && lost(listener).isEmpty)
    try fake.addAccelerometer(
      0,
      [
        "in_accel_y_raw": "1000", "label": "accel-base",
        "mount_matrix": "1, 0, 0; 0, -1, 0; 0, 0, -1",
      ])
    try listener.run { !angles(listener).isEmpty }
    #expect(found(listener).count == 1)
  }

  @Test(arguments: ["", "nan", "99999999999", "x"])
  func aBrokenBaseIsReportedOnceAndTheDisplayIsStillRead(text: String) throws {
    let fake = try pair()
    let source = IIOSource(tree: fake.tree)
    defer { source.stop() }
    let listener = try start(source)
    try listener.run { !angles(listener).isEmpty }
    try fake.write(text, to: "\(ScratchFolder.accelerometer(0))/in_accel_x_raw")
    listener.forget()
    try listener.run { !lost(listener).isEmpty }
    let readings = listener.readings.count
    try listener.run { listener.readings.count > readings + 5 }
    #expect(lost(listener).count == 1 && listener.problems.isEmpty)
  }

  @Test func aHingeSensorGivesItsAngle() throws {
    let fake = ScratchFolder()
    try fake.addAccelerometer(0)
    let hinge = ScratchFolder.accelerometer(3)
    for (name, value) in [
      ("name", "hinge"), ("in_angl0_label", "screen"), ("in_angl0_raw", "90"),
      ("in_angl1_label", "hinge"), ("in_angl1_raw", "115"), ("in_angl_scale", "0.017453293"),
      ("in_angl_offset", "5"),
    ] {
      try fake.write("\(value)\n", to: "\(hinge)/\(name)")
    }
    let source = IIOSource(tree: fake.tree)
    defer { source.stop() }
    let listener = try start(source)
    try listener.run { !angles(listener).isEmpty }
    #expect(found(listener).first?.contains("iio:device3 (hinge) gives the hinge's angle") == true)
    #expect(angles(listener).first == 1200)
    try fake.write("1e300\n", to: "\(hinge)/in_angl1_raw")
    try listener.run { !lost(listener).isEmpty }
  }

  /// Matrices are right for x and y; the handedness of what is left determines z's sign.
  @Test(arguments: [
    ("bmc150_accel", "1,0,0;0,1,0;0,0,1", false, Int32(1)),
    ("cros-ec-accel", "-1,0,0;0,-1,0;0,0,-1", false, -1),
    ("bmc150_accel", "0,1,0;1,0,0;0,0,1", false, -1), ("accel_3d", "1,0,0;0,1,0;0,0,1", false, -1),
    ("accel_3d", "-1,0,0;0,1,0;0,0,1", false, 1), ("bmc150_accel", "1,0,0;0,1,0;0,0,1", true, -1),
  ])
  func theSignOfZFollowsFromTheHandedness(
    driver: String, matrix: String, mirrors: Bool, sign: Int32
  ) throws {
    let fake = ScratchFolder()
    try fake.addAccelerometer(0, ["name": driver, "mount_matrix": matrix])
    var placement = SensorPlacement()
    placement.display.mirrors = mirrors
    let found = AccelerometerSearch(in: fake.tree, placement: placement)
    #expect(try #require(found.best).signOfZ == sign)
  }

  /// Both halves are read in one go: a reading wakes the loop once, by its timer.
  @Test func readingTheHingeCausesNoExtraWakeUps() throws {
    let fake = try pair()
    let source = IIOSource(tree: fake.tree)
    defer { source.stop() }
    let listener = try start(source)
    try listener.run { !angles(listener).isEmpty }
    var extra: [Int] = []
    // On a busy machine a late reading may wake the loop once more.
    while extra.count < 10, extra.last.map({ $0 > 1 }) ?? true {
      listener.forget()
      let wakeUps = listener.loop.wakeUps
      try listener.run { listener.readings.count >= 20 }
      #expect(angles(listener).count == listener.readings.count)
      extra.append(Int(listener.loop.wakeUps - wakeUps) - listener.readings.count)
    }
    #expect(extra.last.map { $0 <= 1 } == true, "\(extra)")
  }

  @Test func autoReadsSysfsIfConfiguredOrForTheHinge() throws {
    func first(_ fake: ScratchFolder, _ placement: SensorPlacement = SensorPlacement()) throws
      -> String
    {
      let nowhere = BusAddress.address("unix:path=\(fake.path)/no-bus")
      let source = AutomaticSource(tree: fake.tree, bus: nowhere, placement: placement)
      defer { source.stop() }
      let listener = try start(source)
      try listener.run { !listener.readings.isEmpty }
      return listener.notes.first ?? ""
    }
    #expect(try first(try pair()).contains("since the hinge's angle needs it"))
    #expect(
      try first(try pair(), SensorPlacement(display: SensorMounting(path: "iio:device0")))
        .contains("iio:device0 (kx) is read from sysfs, since the configuration names it"))
    let switched = try pair()
    try switched.write("2\n", to: "/sys/class/input/event4/device/capabilities/sw")
    try switched.write("", to: "/dev/input/event4")
    #expect(try first(switched).contains("since swivel cannot reach the bus"))
  }

  @Test func aCorrectionAppliesAfterTheSystemsMatrix() throws {
    let fake = ScratchFolder()
    try fake.addAccelerometer(0, ["mount_matrix": "0, -1, 0; 1, 0, 0; 0, 0, 1"])
    let turn = MountMatrix(casingToPanel: .left)
    let placement = SensorPlacement(display: SensorMounting(correction: turn))
    let source = IIOSource(tree: fake.tree, placement: placement)
    defer { source.stop() }
    let listener = try start(source)
    try listener.run { !listener.readings.isEmpty }
    // The system's matrix maps the top edge to the left, and the configuration's to the bottom.
    #expect(listener.readings.first == Acceleration(x: 0, y: -1000, z: 0))
    #expect(source.device?.matrixOrigin == "mount_matrix and the configuration")
  }

  @Test func aDeviceIsFoundByItsParentDirectory() throws {
    let fake = ScratchFolder()
    let parent = "/sys/bus/i2c/devices/i2c-MDA6655:00"
    for (axis, value) in [("x", "0"), ("y", "-1000"), ("z", "0")] {
      try fake.write(value, to: "\(parent)/iio:device7/in_accel_\(axis)_raw")
    }
    let placement = SensorPlacement(display: SensorMounting(path: fake.path + parent))
    #expect(AccelerometerSearch(in: fake.tree, placement: placement).best?.name == "iio:device7")
  }
}
