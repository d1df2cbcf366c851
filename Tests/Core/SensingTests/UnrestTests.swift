// SPDX-License-Identifier: Apache-2.0
import Orientation
import Testing

@testable import Sensing

/// The gates for recent movement, and the waits after them.
@Suite struct UnrestTests {
  private static func upright() -> Classifier {
    var classifier = Classifier(parameters: .with { $0.lowPass = 0 })
    _ = classifier.judge(Motion.reading(angle: 0), at: .zero)
    return classifier
  }

  @Test func allSevenOrientationsAreReported() {
    var classifier = Self.upright()
    var seen = [DeviceOrientation.unknown, classifier.current]
    for (index, reading) in [
      Motion.reading(angle: 90), Motion.reading(angle: 180), Motion.reading(angle: 270),
      Motion.reading(angle: 270, tilt: 90), Motion.reading(angle: 270),
      Motion.reading(angle: 270, tilt: -90),
    ].enumerated() {
      seen += Motion.hold(reading, for: 60, from: Int64(index + 1) * 2000, &classifier).map(\.1)
    }
    #expect(Set(seen) == Set(DeviceOrientation.allCases))
  }

  @Test func turnWaitsAfterAPush() {
    var classifier = Self.upright()
    _ = classifier.judge(Motion.reading(angle: 0, length: 1.4), at: Instant(milliseconds: 500))
    let changes = Motion.hold(Motion.reading(angle: 90), for: 30, from: 520, &classifier)
    #expect(changes.map(\.0) == [900])
    #expect(classifier.counts[.sinceAcceleration] == 19)
  }

  @Test func turnWaitsAfterASwing() {
    var classifier = Self.upright()
    _ = classifier.judge(Motion.reading(angle: 0, tilt: -16), at: Instant(milliseconds: 100))
    let changes = Motion.hold(Motion.reading(angle: 90), for: 30, from: 120, &classifier)
    #expect(changes.map(\.0) == [500])
    #expect(classifier.counts[.sinceSwing] == 19)
  }

  /// One reading that is older than the window is not compared with.
  @Test(arguments: [(300, true), (400, false)])
  func aSwingIsWithinItsWindow(time: Int64, isSwing: Bool) {
    #expect(ClassifierParameters().swingWindow == 300)
    var classifier = Self.upright()
    let start: Int64 = 1_000
    _ = classifier.judge(Motion.reading(angle: 0), at: Instant(milliseconds: start))
    _ = classifier.judge(
      Motion.reading(angle: 0, tilt: 20), at: Instant(milliseconds: start + time))
    _ = Motion.hold(Motion.reading(angle: 90), for: 5, from: start + time + 20, &classifier)
    #expect((classifier.counts[.sinceSwing] > 0) == isSwing)
  }

  @Test func slowLeaningIsNoSwing() {
    var classifier = Self.upright()
    for step in 1...60 {
      let reading = Motion.reading(angle: 0, tilt: Double(step))
      _ = classifier.judge(reading, at: Instant(milliseconds: Int64(step) * 25))
    }
    let changes = Motion.hold(Motion.reading(angle: 90, tilt: 60), for: 9, from: 1520, &classifier)
    #expect(changes.map(\.0) == [1620])
  }

  @Test func turnWaitsAfterLyingFlatButComingBackDoesNot() {
    for (angle, delay): (Double, Int64) in [(90, 300), (0, 120)] {
      var classifier = Self.upright()
      _ = Motion.hold(Motion.reading(angle: 0, tilt: 90), for: 60, from: 20, &classifier)
      #expect(classifier.current == .faceUp)
      let changes = Motion.hold(Motion.reading(angle: angle), for: 30, from: 1220, &classifier)
      #expect(changes.map(\.0) == [1200 + delay])
      #expect((classifier.counts[.sinceFlat] > 0) == (angle == 90))
    }
  }

  @Test func aTurnWaitsForATouchToEndAndHalfASecondMore() {
    var classifier = Self.upright()
    classifier.touch(isDown: true, at: Instant(milliseconds: 10))
    #expect(Motion.hold(Motion.reading(angle: 90), for: 100, from: 20, &classifier).isEmpty)
    #expect(classifier.stoppedAt == .sinceTouch)
    #expect(classifier.deadline == nil)
    classifier.touch(isDown: false, at: Instant(milliseconds: 2020))
    #expect(classifier.deadline == Instant(milliseconds: 2520))
    _ = classifier.judge(Motion.reading(angle: 90), at: Instant(milliseconds: 2100))
    #expect(classifier.stoppedAt == .sinceTouch)
    #expect(classifier.settle(at: Instant(milliseconds: 2519)) == nil)
    #expect(classifier.settle(at: Instant(milliseconds: 2520)) == .landscapeRight)
  }

  @Test func aScreenHeldOverheadDoesNotTurn() {
    var classifier = Self.upright()
    for (tilt, turns): (Double, Int) in [(-61, 0), (-41, 0), (-39, 1)] {
      let start = Int64(-tilt) * -1000 + 70_000
      let reading = Motion.reading(angle: 90, tilt: tilt)
      #expect(Motion.hold(reading, for: 60, from: start, &classifier).count == turns)
      #expect(classifier.stoppedAt == (turns == 0 ? .overhead : nil))
    }
  }

  @Test func oneOddReadingIsSmoothedAway() {
    var classifier = Classifier()
    _ = classifier.judge(Motion.reading(angle: 0), at: .zero)
    let changes = Motion.hold(Motion.reading(angle: 69), for: 1, from: 10, &classifier)
    #expect(changes.isEmpty)
    #expect(classifier.stoppedAt == .lowPass)
  }

  @Test(arguments: [(90.0, 0.0), (0, 85), (90, -50)])
  func aSensorThatFallsSilentAfterOneReadingIsBelieved(angle: Double, tilt: Double) {
    var classifier = Classifier()
    _ = classifier.judge(Motion.reading(angle: 0), at: .zero)
    let reading = Motion.reading(angle: angle, tilt: tilt)
    #expect(classifier.judge(reading, at: Instant(milliseconds: 1)) == nil)
    #expect(classifier.stoppedAt == .lowPass)
    guard let deadline = classifier.deadline else {
      Issue.record("nothing waits")
      return
    }
    let expected: DeviceOrientation = tilt > 75 ? .faceUp : .landscapeRight
    #expect(classifier.settle(at: deadline) == expected)
    #expect(deadline <= Instant(milliseconds: 600))
  }

  /// A tilt is compared with earlier ones only.
  @Test func aClockSetBackForgetsLaterTilts() {
    var classifier = Self.upright()
    _ = classifier.judge(Motion.reading(angle: 0), at: Instant(milliseconds: 60_000))
    let changes = Motion.hold(Motion.reading(angle: 90, tilt: 40), for: 10, from: 100, &classifier)
    #expect(changes.map(\.0) == [200])
    #expect(classifier.counts[.sinceSwing] == 0)
  }

  @Test func aClockSetBackForgetsLaterReadings() {
    var classifier = Self.upright()
    let late = Instant(milliseconds: 60_000)
    _ = classifier.judge(Motion.reading(angle: 0, length: 1.4), at: late)
    let changes = Motion.hold(Motion.reading(angle: 90), for: 10, from: 100, &classifier)
    #expect(changes.map(\.0) == [200])
  }
}
