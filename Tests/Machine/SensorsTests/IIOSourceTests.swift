// SPDX-License-Identifier: Apache-2.0
import EventLoop
import Fixtures
import Orientation
import Sensors
import Testing

/// Wrong contents of an accelerometer's files are left out and counted; reading goes on.
@Suite struct IIOSourceTests {
  private func start(_ fake: ScratchFolder) throws -> (Listener, IIOSource) {
    let listener = try Listener()
    let source = IIOSource(tree: fake.tree)
    source.start(in: listener.host)
    source.claim()
    try listener.run { !listener.events.isEmpty }
    return (listener, source)
  }

  @Test(arguments: [
    ("", ReadingFault.empty), ("nan", .notANumber), ("inf", .notANumber), ("12,5", .notANumber),
    ("garbage", .notANumber), ("1e400", .notANumber), ("99999999999999999999", .outOfRange),
    (String(repeating: "1", count: 100), .notANumber),
  ])
  func anInvalidValueIsDroppedAndCounted(text: String, fault: ReadingFault) throws {
    let fake = ScratchFolder()
    try fake.addAccelerometer()
    let (listener, source) = try start(fake)
    defer { source.stop() }
    try listener.run { listener.readings.count > 1 }
    try fake.write(text, to: "\(ScratchFolder.accelerometer())/in_accel_z_raw")
    let before = listener.readings.count
    try listener.run { source.counts[fault: fault] >= 5 }
    #expect(listener.readings.count - before <= 1)
    #expect(source.counts.bad == source.counts[fault: fault])
    #expect(listener.problems.count == 1)
    #expect(listener.problems.first?.contains("the last orientation stays") == true)

    try fake.write("0\n", to: "\(ScratchFolder.accelerometer())/in_accel_z_raw")
    listener.forget()
    try listener.run { !listener.readings.isEmpty }
    #expect(listener.problems.isEmpty)
  }

  @Test func allZeroIsNoReading() throws {
    let fake = ScratchFolder()
    try fake.addAccelerometer(0, ["in_accel_y_raw": "0"])
    let (listener, source) = try start(fake)
    defer { source.stop() }
    try listener.run { source.counts[fault: .allZero] > 0 }
    #expect(listener.readings.isEmpty)
  }

  @Test func nothingIsReadUnlessClaimed() throws {
    let fake = ScratchFolder()
    try fake.addAccelerometer()
    let listener = try Listener()
    let source = IIOSource(tree: fake.tree)
    source.start(in: listener.host)
    try listener.run(for: 100)
    #expect(listener.events.count == 1)
    let before = listener.loop.wakeUps
    try listener.run(for: 700)
    #expect(listener.loop.wakeUps == before)
    source.claim()
    try listener.run { !listener.readings.isEmpty }
    source.release()
    listener.forget()
    try listener.run(for: 100)
    #expect(listener.events.isEmpty)
    source.claim()
    try listener.run { !listener.readings.isEmpty }
    source.stop()
    listener.forget()
    try listener.run(for: 100)
    #expect(listener.events.isEmpty)
  }

  @Test func aRemovedDeviceIsReportedLostAndAnotherFound() throws {
    let fake = ScratchFolder()
    try fake.addAccelerometer()
    let (listener, source) = try start(fake)
    defer { source.stop() }
    try listener.run { !listener.readings.isEmpty }
    try fake.remove(ScratchFolder.accelerometer())
    try listener.run { listener.events.contains { if case .lost = $0 { true } else { false } } }
    listener.forget()
    try fake.addAccelerometer(1, ["in_accel_x_raw": "1000", "in_accel_y_raw": "0"])
    try listener.run { !listener.readings.isEmpty }
    #expect(listener.readings.first == Acceleration(x: -1000, y: 0, z: 0))
  }

  @Test func filesThatAreReplacedAreOpenedAgain() throws {
    let fake = ScratchFolder()
    try fake.addAccelerometer()
    let (listener, source) = try start(fake)
    defer { source.stop() }
    try listener.run { !listener.readings.isEmpty }
    for axis in ["x", "y", "z"] {
      try fake.remove("\(ScratchFolder.accelerometer())/in_accel_\(axis)_raw")
    }
    try fake.set("1000", "0", "0")
    try listener.run { listener.readings.last == Acceleration(x: -1000, y: 0, z: 0) }
  }

  @Test func aBrokenDescriptionIsReportedOnce() throws {
    let fake = ScratchFolder()
    try fake.addAccelerometer(0, ["in_mount_matrix": "garbage", "in_accel_scale": "-"])
    let (listener, source) = try start(fake)
    defer { source.stop() }
    try listener.run { listener.readings.count > 2 }
    source.release()
    source.claim()
    try listener.run(for: 100)
    #expect(listener.problems.count == 2)
  }
}
