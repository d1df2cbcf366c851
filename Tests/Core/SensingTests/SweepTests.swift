// SPDX-License-Identifier: Apache-2.0
import Orientation
import Testing

@testable import Judging
@testable import Sensing

/// The synthetic turn from top edge up to left edge up and back.
@Suite struct SweepTests {
  /// A judge that reports left edge up from a height of the top edge on, in thousandths of g, and
  /// detects a turn past 90° by a top edge that looks down.
  private struct ThresholdJudge: OrientationJudge {
    let name = "threshold"
    /// The greatest component along the screen at which left edge up is reported.
    let height: Int32
    var record = JudgeRecord()
    private var isPast = false

    init(height: Int32) { self.height = height }

    mutating func judge(_ reading: Acceleration, at instant: Instant) -> DeviceOrientation? {
      record.begin()
      if reading.y < 0 { isPast = true }
      let found: DeviceOrientation =
        isPast ? .portraitUpsideDown : reading.y <= height ? .landscapeRight : .portrait
      return found == record.current ? nil : record.report(found)
    }
  }

  /// The top edge is at 0.5 g at 60°, and at 0 g, as thousandths have it, from 90° on.
  @Test(arguments: [(500, 60.0, 59.9), (0, 90.0, 89.9)] as [(Int32, Double, Double)])
  func theSweepGoesToNinetyDegreesAndNoFurther(height: Int32, entry: Double, back: Double) {
    let sweep = Sweep(ThresholdJudge(height: height), tilt: 0)
    #expect(sweep.entry == entry)
    #expect(sweep.back == back)
  }

  @Test func aJudgeThatNeverTurnsHasNoAngles() {
    let sweep = Sweep(ThresholdJudge(height: -1), tilt: 0)
    #expect(sweep.entry == nil && sweep.back == nil)
  }

  /// A judge that reports portrait with the top edge exactly up, and notes all readings.
  private final class NotingJudge: OrientationJudge, @unchecked Sendable {
    let name = "noting"
    var record = JudgeRecord()
    private(set) var readings: [Acceleration] = []

    func judge(_ reading: Acceleration, at instant: Instant) -> DeviceOrientation? {
      readings.append(reading)
      record.begin()
      let found: DeviceOrientation = reading.x == 0 ? .portrait : .landscapeRight
      return found == record.current ? nil : record.report(found)
    }
  }

  @Test func theSweepReturnsToZeroDegrees() {
    let sweep = Sweep(NotingJudge(), tilt: 0)
    #expect(sweep.entry == 0.1)
    #expect(sweep.back == 0)
  }

  /// Two seconds are 20 readings; the turn there and the turn back add one each at 90°.
  @Test func theSweepHoldsBothEndsForTwoSeconds() {
    let judge = NotingJudge()
    _ = Sweep(judge, tilt: 0)
    #expect(judge.readings.prefix { $0 == Acceleration(x: 0, y: 1000, z: 0) }.count == 21)
    #expect(judge.readings.count { $0 == Acceleration(x: -1000, y: 0, z: 0) } == 22)
  }
}
