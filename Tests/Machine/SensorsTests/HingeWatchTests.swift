// SPDX-License-Identifier: Apache-2.0
import Fixtures
import Orientation
import Sensing
import Testing

@testable import Sensors

/// The loss of a hinge sensor, and the contents of its files.
@Suite struct HingeWatchTests {
  private func sensor(_ files: [String: String] = [:]) throws -> (ScratchFolder, HingeSensor) {
    let fake = ScratchFolder()
    let all = [
      "name": "hinge", "in_angl0_label": "hinge", "in_angl0_raw": "90",
      "in_angl_scale": "0.017453292519943295",
    ].merging(files) { $1 }
    for (name, value) in all {
      try fake.write("\(value)\n", to: "\(ScratchFolder.accelerometer(3))/\(name)")
    }
    return (fake, try #require(HingeSensor(in: fake.tree)))
  }

  @Test func aHingeSensorWithoutAnOffsetCountsFromZero() throws {
    let (_, plain) = try sensor()
    #expect(plain.angle(0) == 0 && plain.angle(90) == 900)
    let (_, shifted) = try sensor(["in_angl_offset": "5"])
    #expect(shifted.angle(0) == 50 && shifted.angle(90) == 950)
  }

  /// Five bad readings in a row, counted anew after each good one.
  @Test(arguments: [
    HingeReader.Value.angle(900), .base(Acceleration(x: 0, y: 0, z: 1000)),
  ])
  func fiveBadReadingsInARowLoseTheHinge(good: HingeReader.Value) throws {
    let (fake, sensor) = try sensor()
    try fake.addAccelerometer(0)
    let display = try #require(AccelerometerSearch(in: fake.tree).best)
    var watch = HingeWatch(edge: .bottom)
    _ = watch.found(.sensor(sensor), at: .zero)
    func receive(_ reading: DeviceReading<HingeReader.Value>) -> HingeReport? {
      watch.receive(reading, display: Acceleration(x: 0, y: 1000, z: 0), of: display, at: .zero)
    }
    for _ in 0..<3 {
      for _ in 0..<4 { #expect(receive(.fault(.empty)) == nil) }
      #expect(receive(.value(good)) != nil)
    }
    for _ in 0..<4 { #expect(receive(.fault(.empty)) == nil) }
    guard case .lost = receive(.fault(.empty)) else {
      Issue.record("the hinge is not lost")
      return
    }
    #expect(watch.device == nil)
  }
}
