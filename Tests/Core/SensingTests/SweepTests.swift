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
}
