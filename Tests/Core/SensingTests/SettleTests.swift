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
      #expect(parameters[keyPath: parameter.value] == parameter.range.upperBound)
      _ = parameters.set(parameter.name, to: .min)
      #expect(parameters[keyPath: parameter.value] == parameter.range.lowerBound)
      #expect(Classifier(parameters: parameters).parameters == parameters.clamped)
    }
    #expect(Set(ClassifierParameters.all.map(\.name)).count == ClassifierParameters.all.count)
    #expect(Set(ClassifierParameters.all.map(\.value)).count == ClassifierParameters.all.count)
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
