// SPDX-License-Identifier: Apache-2.0
import Orientation
import Testing

@testable import Judging
@testable import Sensing

/// ChromeOS's judgement of one sample of its accelerometer.
///
/// Angles grow from portrait towards the left edge up, which is landscape-right.
@Suite struct ChromeOSJudgeTests {
  private static let orientations: [DeviceOrientation] = [
    .portrait, .landscapeRight, .portraitUpsideDown, .landscapeLeft,
  ]

  /// Returns a judge that has seen one orientation.
  private static func judge(at start: DeviceOrientation) -> ChromeOSJudge {
    var judge = ChromeOSJudge()
    let quarters = orientations.firstIndex(of: start) ?? 0
    _ = judge.judge(Motion.reading(angle: Double(quarters) * 90), at: .zero)
    return judge
  }

  /// A metre per second squared is 0.102 g.
  ///
  /// Rules: CR-3.
  @Test(arguments: [(0.89, false), (0.91, true), (1, true), (1.09, true), (1.11, false)])
  func aSampleMuchLongerOrShorterThanGravityIsSkipped(length: Double, counts: Bool) {
    var judge = Self.judge(at: .portrait)
    let found = judge.judge(Motion.reading(angle: 90, length: length), at: .zero)
    #expect(found == (counts ? .landscapeRight : nil))
    #expect(judge.current == (counts ? .landscapeRight : .portrait))
    #expect((judge.stoppedAt == .magnitude) == !counts)
  }

  @Test func aSkippedSampleIsCountedAtItsOwnGate() {
    var judge = Self.judge(at: .portrait)
    _ = judge.judge(Motion.reading(angle: 90, length: 1.5), at: .zero)
    #expect(judge.counts[.magnitude] == 1)
    #expect(Gate.allCases.allSatisfy { $0 == .magnitude || judge.counts[$0] == 0 })
  }

  /// Rules: CR-4.
  @Test(arguments: [(0.0, true), (64, true), (66, false), (90, false)])
  func aSampleOfAScreenThatLiesNearlyFlatIsSkipped(tilt: Double, counts: Bool) {
    var judge = Self.judge(at: .portrait)
    let found = judge.judge(Motion.reading(angle: 90, tilt: tilt), at: .zero)
    #expect(found == (counts ? .landscapeRight : nil))
    #expect((judge.stoppedAt == .flat) == !counts)
  }

  /// Rules: CR-5, CR-7.
  @Test(arguments: 0..<4, [-1.0, 1])
  func theRotationStaysWithinSixtyDegreesOfItsDirection(quarters: Int, sign: Double) {
    let start = Self.orientations[quarters]
    let next = Self.orientations[(quarters + (sign > 0 ? 1 : 3)) % 4]
    let middle = Double(quarters) * 90
    for away in [0.0, 30, 44, 46, 59] {
      var judge = Self.judge(at: start)
      #expect(judge.judge(Motion.reading(angle: middle + sign * away), at: .zero) == nil)
      #expect(judge.current == start, "\(away) degrees from \(start.name)")
    }
    // One sample beyond is enough; nothing is smoothed.
    var judge = Self.judge(at: start)
    #expect(judge.judge(Motion.reading(angle: middle + sign * 61), at: .zero) == next)
  }

  private static let quadrants: [(Double, DeviceOrientation)] = [
    (0, .portrait), (44, .portrait), (46, .landscapeRight), (134, .landscapeRight),
    (136, .portraitUpsideDown), (224, .portraitUpsideDown), (226, .landscapeLeft),
    (314, .landscapeLeft), (316, .portrait), (359, .portrait),
  ]

  /// Each angle is entered from the opposite rotation, which does not hold it.
  ///
  /// Rules: CR-6.
  @Test(arguments: quadrants)
  func eachRotationHasAQuadrantBetweenTheDiagonals(angle: Double, wanted: DeviceOrientation) {
    let quarters = Self.orientations.firstIndex(of: wanted) ?? 0
    var judge = Self.judge(at: Self.orientations[(quarters + 2) % 4])
    #expect(judge.judge(Motion.reading(angle: angle), at: .zero) == wanted)
  }
}
