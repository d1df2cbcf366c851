// SPDX-License-Identifier: Apache-2.0
import Bus
import EventLoop
import Fixtures
import Glibc
import Orientation
import Sensing
import Testing
import Text

@testable import Sensors

/// A FIFO with recorded events takes the place of the event node.
@Suite struct EvdevSourceTests {
  private static let matrix = "E:ACCEL_MOUNT_MATRIX=0,-1,0;1,0,0;0,0,1\n"

  /// Adds an input device, by default the Steam Deck's, and keeps its node open for writing.
  @discardableResult
  private func addDevice(
    _ number: Int = 5, to fake: ScratchFolder, properties: String = "40", axes: String = "3f",
    bus: String = "0003", udev: String = matrix
  ) throws -> Int32 {
    let device = "/sys/class/input/event\(number)"
    try fake.write("Steam Deck Motion Sensors\n", to: "\(device)/device/name")
    try fake.write("\(properties)\n", to: "\(device)/device/properties")
    try fake.write("\(axes)\n", to: "\(device)/device/capabilities/abs")
    try fake.write("\(bus)\n", to: "\(device)/device/id/bustype")
    try fake.write("13:\(64 + number)\n", to: "\(device)/dev")
    try fake.write(udev, to: "/run/udev/data/c13:\(64 + number)")
    try fake.write("", to: "/dev/input/x")
    mkfifo(fake("/dev/input/event\(number)"), 0o600)
    return open(fake("/dev/input/event\(number)"), O_RDWR | O_NONBLOCK | O_CLOEXEC)
  }

  private static func event(_ axis: UInt16, _ value: Int32) -> [UInt8] {
    SwitchTests.event(3, axis, value)
  }

  private static func losses(of listener: Listener) -> [String] {
    listener.events.compactMap { if case .lost(let text) = $0 { text.english } else { nil } }
  }

  private func put(_ bytes: [UInt8], into descriptor: Int32) {
    #expect(write(descriptor, bytes, bytes.count) == bytes.count)
  }

  /// 16384 units are 1 g, as in hid-steam.
  private func claim(
    _ fake: ScratchFolder, resolution: Int32 = 16_384, values: [Int32] = [0, 0, 0]
  ) throws -> (Listener, EvdevSource) {
    let listener = try Listener()
    let source = EvdevSource(tree: fake.tree) { _, axis in
      AxisState(value: values[axis], resolution: resolution)
    }
    source.start(in: listener.host)
    source.claim()
    return (listener, source)
  }

  @Test func resolutionAndMountMatrixAreApplied() throws {
    let fake = ScratchFolder()
    let writer = try addDevice(to: fake)
    defer { close(writer) }
    // The kernel's own values count before the first event.
    let (listener, source) = try claim(fake, values: [-16_384, 0, 0])
    try listener.run { listener.readings == [Acceleration(x: 0, y: 1000, z: 0)] }
    let words =
      "evdev: Steam Deck Motion Sensors (\(fake("/dev/input/event5"))), turned by udev's "
      + "ACCEL_MOUNT_MATRIX"
    #expect(listener.events.first == .available(UntrustedText(words)))
    // Only one axis has changed, in two pieces; the gyroscope's axes do not count.
    let bytes = Self.event(3, 99) + Self.event(0, 0) + Self.event(1, -16_384) + Self.event(4, 9)
    put(Array(bytes.prefix(30)), into: writer)
    put(Array(bytes.dropFirst(30)), into: writer)
    try listener.run { listener.readings.last == Acceleration(x: -1000, y: 0, z: 0) }
    source.stop()
    #expect(listener.problems.isEmpty)
  }

  @Test func withoutAResolutionOnlyTheDirectionCounts() throws {
    let fake = ScratchFolder()
    let writer = try addDevice(to: fake)
    defer { close(writer) }
    let (listener, source) = try claim(fake, resolution: 0, values: [-300, 0, 0])
    try listener.run { listener.readings == [Acceleration(x: 0, y: 1000, z: 0)] }
    #expect(listener.problems.first?.contains("no resolution") == true)
    source.stop()
  }

  /// The kernel's buffer was full: what it says itself replaces the events that are lost.
  @Test func lostEventsAreReplacedByTheKernelsValues() throws {
    let fake = ScratchFolder()
    let writer = try addDevice(to: fake, udev: "E:ACCEL_LOCATION=display\n")
    defer { close(writer) }
    var values: [Int32] = [0, -16_384, 0]
    let listener = try Listener()
    let source = EvdevSource(tree: fake.tree) { _, axis in
      AxisState(value: values[axis], resolution: 16_384)
    }
    source.start(in: listener.host)
    source.claim()
    try listener.run { listener.readings.last == Acceleration(x: 0, y: 1000, z: 0) }
    values = [16_384, 0, 0]
    try listener.run(for: 100)
    #expect(listener.readings.last == Acceleration(x: 0, y: 1000, z: 0))
    put(SwitchTests.event(0, 3, 0), into: writer)
    try listener.run { listener.readings.last == Acceleration(x: -1000, y: 0, z: 0) }
    source.stop()
  }

  /// The events of a device at rest wake nobody, and a released device is closed.
  @Test func eventsCauseNoWakeUps() throws {
    let fake = ScratchFolder()
    let writer = try addDevice(to: fake)
    defer { close(writer) }
    let (listener, source) = try claim(fake, values: [0, -16_384, 0])
    try listener.run { !listener.readings.isEmpty }
    source.release()
    listener.forget()
    let before = listener.loop.wakeUps
    for _ in 0..<20 { put(Self.event(0, 7), into: writer) }
    try listener.run(for: 200)
    #expect(listener.loop.wakeUps == before && listener.events.isEmpty)
    source.stop()
  }

  @Test func aDeviceThatGoesAndComesBackIsReadAgain() throws {
    let fake = ScratchFolder()
    let writer = try addDevice(to: fake)
    let (listener, source) = try claim(fake, values: [0, -16_384, 0])
    try listener.run { !listener.readings.isEmpty }
    try fake.remove("/sys/class/input/event5")
    try fake.remove("/dev/input/event5")
    put([1, 2, 3], into: writer)
    close(writer)
    try listener.run { Self.losses(of: listener).contains { $0.hasSuffix("is gone") } }
    #expect(source.counts[fault: .truncated] == 1)
    listener.forget()
    let again = try addDevice(to: fake)
    defer { close(again) }
    try listener.run { !listener.readings.isEmpty }
    source.stop()
  }

  /// Gamepads have accelerometers, too.
  @Test func onlyTheScreensAccelerometerIsTaken() throws {
    for (udev, bus, isTaken) in [
      ("", "0003", false), ("", "0005", false), ("", "0006", false), ("", "0018", true),
      (Self.matrix, "0003", true), ("E:ACCEL_MOUNT_MATRIX=nonsense\n", "0003", true),
      ("E:ACCEL_LOCATION=base\n" + Self.matrix, "0018", false),
    ] {
      let fake = ScratchFolder()
      close(try addDevice(4, to: fake, bus: bus, udev: udev))
      // A touch pad, and an accelerometer with two axes.
      close(try addDevice(2, to: fake, properties: "1"))
      close(try addDevice(3, to: fake, axes: "3"))
      let all = InputAccelerometer.all(in: fake.tree)
      #expect(all.map(\.isBuiltIn) == [isTaken], "\(udev) \(bus)")
      let named = InputAccelerometer.best(
        in: fake.tree, only: "event4", placement: SensorPlacement())
      #expect(named?.node == fake("/dev/input/event4"))
      #expect((named?.warnings.isEmpty == false) == udev.contains("nonsense"))
    }
    #expect(InputAccelerometer.eventName("/dev/input/event12") == "event12")
    for path in ["", "/", "iio:device0", "/dev/input/event", "eventx"] {
      #expect(InputAccelerometer.eventName(path) == nil)
    }
  }

  @Test func withoutIIOAutoReadsTheInputDevice() throws {
    let fake = ScratchFolder()
    let writer = try addDevice(to: fake)
    defer { close(writer) }
    let listener = try Listener()
    let source = AutomaticSource(tree: fake.tree, bus: .address("unix:path=\(fake.path)/no-bus"))
    source.start(in: listener.host)
    source.claim()
    put(
      [0, 1, 2].flatMap { Self.event($0, $0 == 0 ? -256 : 0) }, into: writer)
    try listener.run { listener.readings.last == Acceleration(x: 0, y: 1000, z: 0) }
    #expect(source.chosen?.name == "evdev")
    source.stop()
    var placement = SensorPlacement()
    placement.display.path = "/dev/input/event5"
    let named = AutomaticSource(
      tree: fake.tree, bus: .address("unix:path=\(fake.path)/no-bus"), placement: placement)
    named.start(in: listener.host)
    try listener.run { named.chosen != nil }
    #expect(named.chosen?.name == "evdev")
    named.stop()
    try fake.addAccelerometer()
    let other = AutomaticSource(tree: fake.tree, bus: .address("unix:path=\(fake.path)/no-bus"))
    other.start(in: listener.host)
    try listener.run { other.chosen != nil }
    #expect(other.chosen?.name == "iio")
    other.stop()
  }

  @Test func aDeviceThatIsMissingIsNamed() throws {
    let listener = try Listener()
    let source = EvdevSource(tree: ScratchFolder().tree, path: "/dev/input/nothing")
    source.start(in: listener.host)
    try listener.run { !listener.events.isEmpty }
    #expect(
      listener.events == [.lost("/dev/input/nothing is no accelerometer of the input subsystem")])
    source.stop()
  }
}
