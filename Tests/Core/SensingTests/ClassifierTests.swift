// SPDX-License-Identifier: Apache-2.0
import Orientation
import Testing

@testable import Sensing

@Suite struct ClassifierTests {
  @Test(arguments: [
    (0, 1000, DeviceOrientation.portrait), (-1000, 0, .landscapeRight),
    (0, -1000, .portraitUpsideDown), (1000, 0, .landscapeLeft),
  ])
  func firstReadingIsReportedAtOnce(x: Int32, y: Int32, expected: DeviceOrientation) {
    var classifier = Classifier()
    #expect(classifier.judge(Acceleration(x: x, y: y, z: 0), at: .zero) == expected)
    #expect(classifier.judge(Acceleration(x: x, y: y, z: 0), at: .zero) == nil)
    #expect(classifier.deadline == nil)
  }

  @Test func turnIsReportedAfterItHasSettled() {
    var classifier = Classifier()
    _ = classifier.judge(Motion.reading(angle: 0), at: .zero)
    let changes = Motion.hold(Motion.reading(angle: 90), for: 10, from: 20, &classifier)
    #expect(changes.map(\.0) == [140])
    #expect(changes.map(\.1) == [.landscapeRight])
    #expect(classifier.counts[.lowPass] == 1)
    #expect(classifier.counts[.dwell] == 5)
  }

  /// After more than a second without readings the low-pass filter forgets the former ones.
  @Test(arguments: [(1000, true), (1001, false)] as [(Int64, Bool)])
  func theFilterBeginsAnewAfterAPause(pause: Int64, smooths: Bool) {
    var classifier = Classifier()
    _ = classifier.judge(Motion.reading(angle: 0), at: .zero)
    let changes = Motion.hold(Motion.reading(angle: 67.3), for: 20, from: pause, &classifier)
    #expect(changes.map(\.1) == [.landscapeRight])
    #expect((classifier.counts[.lowPass] > 0) == smooths)
  }

  @Test(arguments: [(0.0, 66.9, 67.0), (90, 23.1, 23), (90, 156.9, 157), (180, 113.1, 113)])
  func turningTakesTheHysteresisPastTheDiagonal(
    start: Double, kept: Double, left: Double
  ) {
    var classifier = Classifier()
    _ = classifier.judge(Motion.reading(angle: start), at: .zero)
    #expect(Motion.hold(Motion.reading(angle: kept), for: 20, from: 20, &classifier).isEmpty)
    #expect(classifier.stoppedAt == .hysteresis)
    #expect(Motion.hold(Motion.reading(angle: left), for: 20, from: 500, &classifier).count == 1)
  }

  @Test func theOppositeOrientationHasNoHysteresis() {
    var classifier = Classifier()
    _ = classifier.judge(Motion.reading(angle: 0), at: .zero)
    let changes = Motion.hold(Motion.reading(angle: 136), for: 20, from: 20, &classifier)
    #expect(changes.map(\.1) == [.portraitUpsideDown])
  }

  @Test func trembleOnTheDiagonalNeverTurns() {
    var classifier = Classifier()
    _ = classifier.judge(Motion.reading(angle: 0), at: .zero)
    for index in 1...500 {
      let reading = Motion.reading(angle: index.isMultiple(of: 2) ? 25 : 65)
      #expect(classifier.judge(reading, at: Instant(milliseconds: Int64(index) * 10)) == nil)
    }
  }

  @Test(arguments: [(75, DeviceOrientation.faceUp), (-75, .faceDown), (90, .faceUp)])
  func flatScreenIsReportedAfterHalfASecond(tilt: Double, expected: DeviceOrientation) {
    var classifier = Classifier()
    _ = classifier.judge(Motion.reading(angle: 90), at: .zero)
    let flat = Motion.reading(angle: 180, tilt: tilt)
    let changes = Motion.hold(flat, for: 40, from: 2000, &classifier)
    #expect(changes.map(\.0) == [2500])
    #expect(changes.map(\.1) == [expected])
    #expect(classifier.counts[.flat] == 25)
  }

  @Test(arguments: [(67.0, 1), (69, 0), (74, 0)])
  func tiltUpToUprightStillTurns(tilt: Double, turns: Int) {
    var classifier = Classifier()
    _ = classifier.judge(Motion.reading(angle: 0), at: .zero)
    let changes = Motion.hold(
      Motion.reading(angle: 90, tilt: tilt), for: 50, from: 2000, &classifier)
    #expect(changes.map(\.1) == Array(repeating: .landscapeRight, count: turns))
  }

  @Test func trembleAtTheEdgeOfFlatReportsFlatOnce() {
    var classifier = Classifier()
    _ = classifier.judge(Motion.reading(angle: 0), at: .zero)
    let changes = (1...400).compactMap { index in
      let tilt = index.isMultiple(of: 2) ? 72.0 : 80.0
      return classifier.judge(
        Motion.reading(angle: 0, tilt: tilt), at: Instant(milliseconds: Int64(index) * 10))
    }
    #expect(changes == [.faceUp])
  }

  /// A screen that is lowered to 80° and raised to 71°, which is more than upright, becomes flat in
  /// the time since it was lowered.
  @Test func aScreenThatIsBecomingFlatStaysFlatAboveUpright() {
    var classifier = Classifier(parameters: .with { $0.lowPass = 0 })
    _ = classifier.judge(Motion.reading(angle: 0), at: .zero)
    let lowered = Motion.reading(angle: 0, tilt: 80)
    #expect(Motion.hold(lowered, for: 10, from: 2000, &classifier).isEmpty)
    let changes = Motion.hold(
      Motion.reading(angle: 0, tilt: 71), for: 30, from: 2200, &classifier)
    #expect(changes.map(\.0) == [2500] && changes.map(\.1) == [.faceUp])
    #expect(classifier.stoppedAt == nil)
  }

  @Test func liftingFromFlatOnADiagonalComesBackAsBefore() {
    var classifier = Classifier()
    _ = classifier.judge(Motion.reading(angle: 90), at: .zero)
    _ = Motion.hold(Motion.reading(angle: 0, tilt: 90), for: 40, from: 20, &classifier)
    #expect(classifier.current == .faceUp)
    let changes = Motion.hold(Motion.reading(angle: 43), for: 10, from: 2000, &classifier)
    #expect(changes.map(\.1) == [.landscapeRight])
  }

  /// Both ends of the range count as gravity: 0.5 g and 2 g.
  @Test(arguments: [(499, false), (500, true), (2000, true), (2001, false)] as [(Int32, Bool)])
  func gravityIsFromHalfAGToTwoG(length: Int32, counts: Bool) {
    var classifier = Classifier()
    let found = classifier.judge(Acceleration(x: 0, y: length, z: 0), at: .zero)
    #expect(found == (counts ? .portrait : nil))
    #expect((classifier.stoppedAt == .magnitude) == !counts)
  }

  /// An edge can be up at a tilt of 68.0°, and not at 68.1°.
  @Test(arguments: [(68.0, 1), (68.1, 0)])
  func theUprightTiltIsPartOfItsRange(tilt: Double, turns: Int) {
    func reading(_ angle: Double) -> Acceleration {
      Motion.reading(angle: angle, tilt: tilt, length: 1.3)
    }
    let (x, y, z) = (reading(90).x, reading(90).y, reading(90).z)
    let attitude = Attitude(x: Int64(x), y: Int64(y), z: Int64(z))
    #expect(attitude.tilt == Int64((tilt * 10).rounded()))
    var classifier = Classifier(parameters: .with { $0.lowPass = 0 })
    _ = classifier.judge(Motion.reading(angle: 0), at: .zero)
    #expect(Motion.hold(reading(90), for: 50, from: 2000, &classifier).count == turns)
  }

  @Test func everyThresholdHasTheUnitOfItsQuantity() {
    let angles = ["gap", "flat", "upright", "swing", "overhead", "overhead-end"]
    let lengths = ["magnitude-low", "magnitude-high", "rest-low", "rest-high"]
    for parameter in ClassifierParameters.all {
      let unit: JudgeParameter.Unit =
        angles.contains(parameter.name)
        ? .tenthsOfDegree : lengths.contains(parameter.name) ? .milligravity : .milliseconds
      #expect(parameter.unit == unit, "\(parameter.name)")
    }
    #expect(ClassifierParameters.all.count == 19)
  }

  @Test func shakeAndFreeFallAreNotGravity() {
    var classifier = Classifier()
    _ = classifier.judge(Motion.reading(angle: 0), at: .zero)
    for (index, length) in [0.0, 0.1, 0.49, 2.01, 3, 30, 2_000_000].enumerated() {
      let reading = Motion.reading(angle: 90, length: length)
      for step in 0..<20 {
        let time = Instant(milliseconds: Int64(index * 1000 + step * 20))
        #expect(classifier.judge(reading, at: time) == nil)
        #expect(classifier.stoppedAt == .magnitude)
      }
    }
    #expect(classifier.counts[.magnitude] == 140)
    #expect(classifier.counts.readings == 141)
  }

  @Test func repeatedShakesPreventATurn() {
    var classifier = Classifier()
    _ = classifier.judge(Motion.reading(angle: 0), at: .zero)
    for index in 1...100 {
      let length = index.isMultiple(of: 4) ? 2.1 : 1.0
      let reading = Motion.reading(angle: 90, length: length)
      #expect(classifier.judge(reading, at: Instant(milliseconds: Int64(index) * 20)) == nil)
    }
  }

  @Test func extremeReadingsDoNotOverflow() {
    var classifier = Classifier(
      parameters: .with {
        for parameter in ClassifierParameters.all { $0[parameter] = .max }
        $0.magnitudeLow = .min
      })
    for x in [Int32.min, 0, .max] {
      for z in [Int32.min, 0, .max] {
        for time in [Int64.min, 0, .max] {
          let instant = Instant(nanoseconds: time)
          _ = classifier.judge(Acceleration(x: x, y: x, z: z), at: instant)
          _ = classifier.settle(at: instant)
        }
      }
    }
    #expect(classifier.counts.readings == 27)
  }
}
