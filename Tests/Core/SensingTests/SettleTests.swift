// SPDX-License-Identifier: Apache-2.0
import Orientation
import Testing

@testable import Sensing

/// Waits, and the clock that ends them; without smoothing, which has its own tests.
@Suite struct SettleTests {
  private static let unsmoothed = ClassifierParameters.with { $0.lowPass = 0 }

  @Test func silentSensorIsSettledByTheClock() {
    var classifier = Classifier(parameters: Self.unsmoothed)
    _ = classifier.judge(Motion.reading(angle: 0), at: .zero)
    _ = classifier.judge(Motion.reading(angle: 90), at: Instant(milliseconds: 10))
    #expect(classifier.deadline == Instant(milliseconds: 110))
    #expect(classifier.settle(at: Instant(milliseconds: 109)) == nil)
    #expect(classifier.settle(at: Instant(milliseconds: 110)) == .landscapeRight)
    #expect(classifier.deadline == nil)
    #expect(classifier.settle(at: Instant(milliseconds: 200)) == nil)
  }

  /// A low-pass has passed 95 % of a step after three of its time constants.
  @Test(arguments: [20, 100] as [Int64])
  func oneReadingBeforeASilenceCountsAfterThreeTimeConstants(lowPass: Int64) throws {
    var classifier = Classifier(parameters: .with { $0.lowPass = lowPass })
    for time: Int64 in [0, 20, 40] {
      _ = classifier.judge(Motion.reading(angle: 0), at: Instant(milliseconds: time))
    }
    _ = classifier.judge(Motion.reading(angle: 80), at: Instant(milliseconds: 42))
    try #require(classifier.stoppedAt == .lowPass)
    #expect(classifier.deadline == Instant(milliseconds: 42 + 3 * lowPass + 100))
  }

  /// A tilt that is older than the window of a swing is no start of one.
  @Test func readingsFurtherApartThanASwingAreNoSwing() {
    var classifier = Classifier(parameters: Self.unsmoothed)
    for (index, tilt) in [0.0, 40, 0, 40].enumerated() {
      let instant = Instant(milliseconds: Int64(index) * 301)
      _ = classifier.judge(Motion.reading(angle: 90 * Double(index % 2), tilt: tilt), at: instant)
      #expect(classifier.stoppedAt != .sinceSwing, "reading \(index)")
    }
    let last = Instant(milliseconds: 3 * 301 + 250)
    _ = classifier.judge(Motion.reading(angle: 0, tilt: 0), at: last)
    _ = classifier.judge(Motion.reading(angle: 90, tilt: 40), at: last + .milliseconds(50))
    #expect(classifier.stoppedAt == .sinceSwing)
  }

  @Test func aPauseBeforeTheTurnShortensTheWait() {
    var classifier = Classifier(parameters: Self.unsmoothed)
    _ = classifier.judge(Motion.reading(angle: 0), at: .zero)
    _ = classifier.judge(Motion.reading(angle: 90), at: Instant(milliseconds: 500))
    #expect(classifier.deadline == Instant(milliseconds: 540))
    // A reading in the old orientation ends the pause, so the next turn has the whole wait.
    _ = classifier.judge(Motion.reading(angle: 0), at: Instant(milliseconds: 520))
    _ = classifier.judge(Motion.reading(angle: 90), at: Instant(milliseconds: 530))
    #expect(classifier.deadline == Instant(milliseconds: 630))
    // The wait is never longer than after any other turn.
    var hasty = Classifier(parameters: .with { ($0.lowPass, $0.dwell) = (0, 10) })
    _ = hasty.judge(Motion.reading(angle: 0), at: .zero)
    _ = hasty.judge(Motion.reading(angle: 90), at: Instant(milliseconds: 500))
    #expect(hasty.deadline == Instant(milliseconds: 510))
  }

  @Test func returnBeforeSettlingIsNoChange() {
    var classifier = Classifier(parameters: Self.unsmoothed)
    _ = classifier.judge(Motion.reading(angle: 0), at: .zero)
    _ = classifier.judge(Motion.reading(angle: 90), at: Instant(milliseconds: 10))
    _ = classifier.judge(Motion.reading(angle: 0), at: Instant(milliseconds: 50))
    #expect(classifier.deadline == nil)
    #expect(classifier.settle(at: Instant(milliseconds: 500)) == nil)
    #expect(classifier.current == .portrait)
  }

  @Test func clockThatGoesBackStartsTheWaitAgain() {
    var classifier = Classifier(parameters: Self.unsmoothed)
    _ = classifier.judge(Motion.reading(angle: 0), at: Instant(milliseconds: 1000))
    _ = classifier.judge(Motion.reading(angle: 90), at: Instant(milliseconds: 1010))
    _ = classifier.judge(Motion.reading(angle: 90), at: Instant(milliseconds: 500))
    #expect(classifier.deadline == Instant(milliseconds: 600))
  }

  @Test func aDwellOfZeroTurnsAtOnce() {
    var classifier = Classifier(
      parameters: .with { ($0.lowPass, $0.dwell) = (0, 0) })
    _ = classifier.judge(Motion.reading(angle: 0), at: .zero)
    let later = Instant(milliseconds: 1)
    #expect(classifier.judge(Motion.reading(angle: 90), at: later) == .landscapeRight)
  }

  @Test func parametersAreKeptWithinTheirRanges() {
    for parameter in ClassifierParameters.all {
      #expect(parameter.range.contains(parameter.defaultValue), "\(parameter.name)")
      #expect(parameter.summary.hasSuffix("."))
      var parameters = ClassifierParameters()
      let isKnown = parameters.set(parameter.name, to: .max)
      #expect(isKnown)
      #expect(parameters[parameter] == parameter.range.upperBound)
      _ = parameters.set(parameter.name, to: .min)
      #expect(parameters[parameter] == parameter.range.lowerBound)
      #expect(Classifier(parameters: parameters).parameters == parameters.clamped)
    }
    #expect(Set(ClassifierParameters.all.map(\.name)).count == ClassifierParameters.all.count)
    let changed = ClassifierParameters.all.map { parameter in
      ClassifierParameters.with { $0[parameter] = -1 }
    }
    #expect(Set(changed).count == changed.count)
    var parameters = ClassifierParameters()
    let isKnown = parameters.set("gravity", to: 1)
    #expect(!isKnown)
    parameters.upright = 880
    #expect(parameters.clamped.upright == parameters.flat)
  }

  /// One reading is enough, however soon after the one before.
  @Test func aTimeConstantOfZeroSmoothsNothing() {
    var classifier = Classifier(parameters: .with { ($0.lowPass, $0.dwell) = (0, 0) })
    _ = classifier.judge(Motion.reading(angle: 0), at: .zero)
    let next = Instant(nanoseconds: 1)
    #expect(classifier.judge(Motion.reading(angle: 90), at: next) == .landscapeRight)
  }

  /// Two readings with one time, as of a coarse clock, are two readings for one candidate.
  @Test func aSecondReadingAtTheSameTimeKeepsTheShortWait() {
    var classifier = Classifier(parameters: Self.unsmoothed)
    _ = classifier.judge(Motion.reading(angle: 0), at: .zero)
    for _ in 0..<2 {
      _ = classifier.judge(Motion.reading(angle: 90), at: Instant(milliseconds: 500))
      #expect(classifier.deadline == Instant(milliseconds: 540))
    }
  }

  @Test func anotherOrientationWaitsAnew() {
    var classifier = Classifier(parameters: Self.unsmoothed)
    _ = classifier.judge(Motion.reading(angle: 0), at: .zero)
    _ = classifier.judge(Motion.reading(angle: 90), at: Instant(milliseconds: 10))
    _ = classifier.judge(Motion.reading(angle: 180), at: Instant(milliseconds: 60))
    #expect(classifier.deadline == Instant(milliseconds: 160))
    let soon = Instant(milliseconds: 110)
    #expect(classifier.judge(Motion.reading(angle: 180), at: soon) == nil)
  }

  @Test func aScreenCountsAsFlatAfterHalfASecond() {
    var classifier = Classifier(parameters: Self.unsmoothed)
    _ = classifier.judge(Motion.reading(angle: 0), at: .zero)
    _ = classifier.judge(Motion.reading(angle: 0, tilt: 90), at: Instant(milliseconds: 10))
    #expect(classifier.deadline == Instant(milliseconds: 510))
    #expect(classifier.settle(at: Instant(milliseconds: 509)) == nil)
    #expect(classifier.settle(at: Instant(milliseconds: 510)) == .faceUp)
  }
}
