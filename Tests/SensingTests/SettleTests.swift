// SPDX-License-Identifier: Apache-2.0
import Orientation
import Testing

@testable import Sensing

@Suite struct SettleTests {
  @Test func silentSensorIsSettledByTheClock() {
    var classifier = Classifier()
    _ = classifier.classify(Motion.reading(angle: 0), at: .zero)
    _ = classifier.classify(Motion.reading(angle: 90), at: Instant(milliseconds: 10))
    #expect(classifier.deadline == Instant(milliseconds: 90))
    #expect(classifier.settle(at: Instant(milliseconds: 89)) == nil)
    #expect(classifier.settle(at: Instant(milliseconds: 90)) == .landscapeRight)
    #expect(classifier.deadline == nil)
    #expect(classifier.settle(at: Instant(milliseconds: 200)) == nil)
  }

  @Test func returnBeforeSettlingIsNoChange() {
    var classifier = Classifier()
    _ = classifier.classify(Motion.reading(angle: 0), at: .zero)
    _ = classifier.classify(Motion.reading(angle: 90), at: Instant(milliseconds: 10))
    _ = classifier.classify(Motion.reading(angle: 0), at: Instant(milliseconds: 50))
    #expect(classifier.deadline == nil)
    #expect(classifier.settle(at: Instant(milliseconds: 500)) == nil)
    #expect(classifier.current == .portrait)
  }

  @Test func clockThatGoesBackStartsTheWaitAgain() {
    var classifier = Classifier()
    _ = classifier.classify(Motion.reading(angle: 0), at: Instant(milliseconds: 1000))
    _ = classifier.classify(Motion.reading(angle: 90), at: Instant(milliseconds: 1010))
    _ = classifier.classify(Motion.reading(angle: 90), at: Instant(milliseconds: 500))
    #expect(classifier.deadline == Instant(milliseconds: 580))
  }

  @Test func noWaitingTimeTurnsAtOnce() {
    var classifier = Classifier(parameters: ClassifierParameters(settleMilliseconds: 0))
    _ = classifier.classify(Motion.reading(angle: 0), at: .zero)
    #expect(classifier.classify(Motion.reading(angle: 90), at: .zero) == .landscapeRight)
  }

  @Test func parametersAreKeptWithinTheirRanges() {
    let wild = ClassifierParameters(
      magnitude: -5...99_999, flatTangent: 0, uprightTangent: .max, gapTangent: .min,
      settleMilliseconds: -1, flatMilliseconds: .max)
    #expect(wild.magnitude == 100...4000)
    #expect(wild.flatTangent == 1732)
    #expect(wild.uprightTangent == 1732)
    #expect(wild.gapTangent == 1000)
    #expect(wild.settleMilliseconds == 0)
    #expect(wild.flatMilliseconds == 5000)
  }
}
