// SPDX-License-Identifier: Apache-2.0
import EventLoop
import Fixtures
import Foundation
import Orientation
import Testing
import Text

@testable import Sensors

/// A FIFO takes the place of the device's node, since real buffers need hardware.
@Suite struct BufferSourceTests {
  private func makeDevice(_ fake: ScratchFolder, enabled: String = "0") throws {
    try fake.addAccelerometer()
    let directory = ScratchFolder.accelerometer()
    for (index, axis) in ["x", "y", "z"].enumerated() {
      try fake.write("\(enabled)\n", to: "\(directory)/scan_elements/in_accel_\(axis)_en")
      try fake.write("\(index)\n", to: "\(directory)/scan_elements/in_accel_\(axis)_index")
      try fake.write("le:s16/32>>0\n", to: "\(directory)/scan_elements/in_accel_\(axis)_type")
    }
    try fake.write("\(enabled)\n", to: "\(directory)/scan_elements/in_timestamp_en")
    try fake.write("3\n", to: "\(directory)/scan_elements/in_timestamp_index")
    try fake.write("le:s64/64>>0\n", to: "\(directory)/scan_elements/in_timestamp_type")
    try fake.write("\(enabled)\n", to: "\(directory)/buffer/enable")
    try fake.write("\n", to: "\(directory)/trigger/current_trigger")
    try fake.write("bmc150_accel-any-motion-dev0\n", to: "/sys/bus/iio/devices/trigger0/name")
    try fake.write("", to: "/dev/x")
    mkfifo(fake.path + "/dev/iio:device0", 0o600)
  }

  /// The watch fails, as when the user has no inotify watches left.
  @Test func readingsArriveWithoutAnInotifyWatch() throws {
    let fake = ScratchFolder()
    try makeDevice(fake)
    let listener = try Listener()
    let source = BufferSource(tree: fake.tree) { _, _, _ in
      .failure(SystemError(call: "inotify_init1", code: EMFILE))
    }
    source.start(in: listener.host)
    source.claim()
    try listener.run { listener.events.count == 2 }
    let problems = listener.events.compactMap { event in
      if case .problem(let words) = event { words.english } else { nil }
    }
    #expect(problems.count == 1)
    #expect(problems.first?.contains("cannot be watched (inotify_init1") == true)
    let descriptor = open(fake.path + "/dev/iio:device0", O_WRONLY | O_NONBLOCK)
    defer { close(descriptor) }
    put(ScanTests.bytes(0, -1000, 0, 1), into: descriptor)
    try listener.run { listener.readings.count == 1 }
    source.stop()
  }

  /// Returns a source of the tree's device that is claimed at once.
  private func claim(_ fake: ScratchFolder) throws -> (Listener, BufferSource) {
    let listener = try Listener()
    let source = BufferSource(tree: fake.tree)
    source.start(in: listener.host)
    source.claim()
    return (listener, source)
  }

  private func put(_ bytes: [UInt8], into descriptor: Int32) {
    _ = write(descriptor, bytes, bytes.count)
  }

  @Test func onlyScansWakeTheLoop() throws {
    let fake = ScratchFolder()
    try makeDevice(fake)
    let (listener, source) = try claim(fake)
    try listener.run { !listener.events.isEmpty }
    let descriptor = open(fake.path + "/dev/iio:device0", O_WRONLY | O_NONBLOCK)
    defer { close(descriptor) }
    put(ScanTests.bytes(0, -1000, 0, 1) + ScanTests.bytes(1000, 0, 0, 50_000_001), into: descriptor)
    try listener.run { listener.readings.count == 2 }
    #expect(
      listener.readings == [
        Acceleration(x: 0, y: 1000, z: 0), Acceleration(x: -1000, y: 0, z: 0),
      ])
    let before = listener.loop.wakeUps
    try listener.run(for: 600)
    #expect(listener.loop.wakeUps == before)
    let trigger = fake.path + ScratchFolder.accelerometer() + "/trigger/current_trigger"
    #expect(try String(contentsOfFile: trigger, encoding: .utf8) == "bmc150_accel-any-motion-dev0")
    let enable = fake.path + ScratchFolder.accelerometer() + "/buffer/enable"
    #expect(try String(contentsOfFile: enable, encoding: .utf8) == "1")
    source.release()
    #expect(try String(contentsOfFile: enable, encoding: .utf8) == "0")
    #expect(try String(contentsOfFile: trigger, encoding: .utf8) == "\n")
    for channel in ["accel_x", "accel_y", "accel_z", "timestamp"] {
      let file = "\(fake.path)\(ScratchFolder.accelerometer())/scan_elements/in_\(channel)_en"
      #expect(try String(contentsOfFile: file, encoding: .utf8) == "0", "\(channel)")
    }
    source.stop()
  }

  /// Two chips of one driver: each accepts its own trigger only.
  @Test func theTriggerOfTheDevicesOwnNumberIsChosen() throws {
    for (names, expected) in [
      (
        ["bmc150_accel-dev1", "bmc150_accel-any-motion-dev0", "bmc150_accel-dev0"],
        "bmc150_accel-dev0"
      ),
      (["bmc150_accel-dev1", "accel-any-motion-dev0"], "accel-any-motion-dev0"),
      (
        ["bmc150_accel-dev1", "bmc150_accel-dev10", "bmc150_accel_trigger"], "bmc150_accel_trigger"
      ),
    ] {
      let fake = ScratchFolder()
      try makeDevice(fake)
      for (number, name) in names.enumerated() {
        try fake.write("\(name)\n", to: "/sys/bus/iio/devices/trigger\(number)/name")
      }
      let (listener, source) = try claim(fake)
      try listener.run { !listener.events.isEmpty }
      #expect(fake.text("\(ScratchFolder.accelerometer())/trigger/current_trigger") == expected)
      source.stop()
    }
    let fake = ScratchFolder()
    try makeDevice(fake)
    try fake.write("bmc150_accel-dev1\n", to: "/sys/bus/iio/devices/trigger0/name")
    let (listener, source) = try claim(fake)
    try listener.run { listener.events.contains(where: Self.isLost) }
    #expect("\(listener.events)".contains("has no trigger that starts its scans"))
    source.stop()
  }

  private static func isLost(_ event: SensorEvent) -> Bool {
    if case .lost = event { true } else { false }
  }

  @Test func aTruncatedScanAndTheEndOfFileAreReported() throws {
    let fake = ScratchFolder()
    try makeDevice(fake)
    let (listener, source) = try claim(fake)
    try listener.run { !listener.events.isEmpty }
    let descriptor = open(fake.path + "/dev/iio:device0", O_WRONLY | O_NONBLOCK)
    put(ScanTests.bytes(0, 0, 0, 1) + [1, 2, 3], into: descriptor)
    try listener.run { source.counts[fault: .allZero] == 1 }
    close(descriptor)
    try listener.run { listener.events.contains(where: Self.isLost) }
    #expect(source.counts[fault: .truncated] == 1)
    source.stop()
  }

  /// Another program reads this buffer, which is left alone until that has ended.
  @Test func aBufferOfAnotherProgramIsTakenOnlyOnceDisabled() throws {
    let fake = ScratchFolder()
    try makeDevice(fake, enabled: "1")
    let (listener, source) = try claim(fake)
    try listener.run { listener.events.contains(where: Self.isLost) }
    #expect("\(listener.events)".contains("fills its buffer for another program"))
    let enable = fake.path + ScratchFolder.accelerometer() + "/buffer/enable"
    #expect(try String(contentsOfFile: enable, encoding: .utf8) == "1\n")
    try fake.write("0\n", to: ScratchFolder.accelerometer() + "/buffer/enable")
    try listener.run { listener.events.contains { !Self.isLost($0) } }
    #expect(try String(contentsOfFile: enable, encoding: .utf8) == "1")
    #expect(listener.events.filter(Self.isLost).count == 1)
    source.stop()
    #expect(try String(contentsOfFile: enable, encoding: .utf8) == "0")
  }

  /// The descriptor of an unregistered device stays silent; the removed node shows the loss.
  @Test func aRemovedDeviceIsReportedLostAndFoundAgain() throws {
    let fake = ScratchFolder()
    try makeDevice(fake)
    let (listener, source) = try claim(fake)
    try listener.run { !listener.events.isEmpty }
    let descriptor = open(fake.path + "/dev/iio:device0", O_WRONLY | O_NONBLOCK)
    defer { close(descriptor) }
    listener.forget()
    try fake.remove(ScratchFolder.accelerometer())
    try fake.remove("/dev/iio:device0")
    try listener.run { listener.events.contains(where: Self.isLost) }
    listener.forget()
    try makeDevice(fake)
    try listener.run { !listener.events.isEmpty }
    let again = open(fake.path + "/dev/iio:device0", O_WRONLY | O_NONBLOCK)
    defer { close(again) }
    put(ScanTests.bytes(0, -1000, 0, 1), into: again)
    try listener.run { listener.readings == [Acceleration(x: 0, y: 1000, z: 0)] }
    source.stop()
  }

  @Test func aDeviceWithoutABufferIsRefused() throws {
    let fake = ScratchFolder()
    try fake.addAccelerometer()
    let listener = try Listener()
    let source = BufferSource(tree: fake.tree)
    source.start(in: listener.host)
    try listener.run { !listener.events.isEmpty }
    #expect(
      listener.events == [.lost("iio:device0 (bmc150_accel) has no buffer: use --sensor iio")])
  }

  @Test func anUnknownChannelTypeMakesTheScanUnreadable() throws {
    let fake = ScratchFolder()
    try makeDevice(fake)
    try fake.write(
      "le:s16/32X4>>0\n", to: "\(ScratchFolder.accelerometer())/scan_elements/in_rot_type")
    try fake.write("1\n", to: "\(ScratchFolder.accelerometer())/scan_elements/in_rot_en")
    try fake.write("4\n", to: "\(ScratchFolder.accelerometer())/scan_elements/in_rot_index")
    let (listener, source) = try claim(fake)
    defer { source.stop() }
    try listener.run { listener.events.contains(where: Self.isLost) }
    #expect("\(listener.events)".contains("describes no scan"))
  }
}
