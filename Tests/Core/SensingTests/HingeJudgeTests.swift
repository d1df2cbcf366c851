// SPDX-License-Identifier: Apache-2.0
import Glibc
import Orientation
import Testing

@testable import Sensing

/// A hinge of a laptop in the hand: the base is tilted forward and the hinge leans to a side.
struct Hinge {
  /// Degrees from the keyboard to the screen.
  var angle: Double
  /// Degrees by which the keyboard's front is lifted.
  var pitch: Double = 0
  /// Degrees by which the hinge leans out of the horizontal.
  var lean: Double = 0

  /// The readings of both halves, in axes that are the same with the lid closed.
  var reading: HingeReading { .halves(base: half(at: 0), display: half(at: angle)) }

  /// Returns gravity in a half that is turned around the hinge, in degrees from the keyboard.
  func half(at angle: Double) -> Acceleration {
    // A closed lid looks down at the keyboard: the force against gravity comes from its back.
    let across = (angle - 90 + pitch) * .pi / 180
    let lean = lean * .pi / 180
    func axis(_ value: Double) -> Int32 { Int32((value * 1000).rounded()) }
    return Acceleration(
      x: axis(sin(lean)), y: axis(cos(lean) * cos(across)), z: axis(cos(lean) * sin(across)))
  }
}

@Suite struct HingeJudgeTests {
  /// Feeds readings every 100 ms, each for a number of milliseconds, and returns the postures.
  private static func postures(
    _ story: [(HingeReading, Int64)], _ judge: inout HingeJudge
  ) -> [HingePosture] {
    var now = Instant.zero
    var result: [HingePosture] = []
    for (reading, time) in story {
      for _ in 0..<(time / 100) {
        if let posture = judge.judge(reading, at: now) { result.append(posture) }
        now += .milliseconds(100)
      }
    }
    return result
  }

  private static func postures(_ angles: [Double]) -> [HingePosture] {
    var judge = HingeJudge()
    return postures(angles.map { (Hinge(angle: $0).reading, 1000) }, &judge)
  }

  @Test(
    arguments: [0, 10, 90, 135, 180, 225, 270, 350],
    [(-30, 0), (0, 0), (15, 30), (60, -55), (170, 60), (0, 60)])
  func theAngleIsIndependentOfTheDevicesPose(
    angle: Double, pose: (pitch: Double, lean: Double)
  ) {
    let reading = Hinge(angle: angle, pitch: pose.pitch, lean: pose.lean).reading
    guard case .angle(let found) = reading.estimate else {
      Issue.record("\(reading.estimate)")
      return
    }
    let difference = abs(Double(found) / 10 - angle)
    #expect(min(difference, 360 - difference) < 0.3)
  }

  /// A posture has to last for the whole time, whatever other posture came before.
  @Test(arguments: [(0, []), (200, [.tablet])] as [(Int64, [HingePosture])])
  func anotherPostureBeginsItsTimeAnew(more: Int64, last: [HingePosture]) {
    let dwell = HingeParameters().dwell
    var judge = HingeJudge()
    let story = [(60.0, 1000), (5, 1000), (90, dwell - 100), (250, dwell + more)].map {
      angle, time in (Hinge(angle: angle).reading, time)
    }
    #expect(Self.postures(story, &judge) == [.laptop, .closed] + last)
  }

  /// The vectors of the embedded controller's own test, its base turned to these axes.
  @Test(arguments: [
    ((0, 0, 1000), (0, 0, -1000), 0), ((0, 0, 1000), (0, 1000, 0), 900),
    ((0, 0, 1000), (0, -707, 707), 2250), ((0, 0, 1000), (0, -174, -985), 3500),
    ((323, 480, 837), (323, 480, 837), 1800),
  ])
  func theEmbeddedControllersVectorsGiveItsAngles(
    base: (Int32, Int32, Int32), lid: (Int32, Int32, Int32), angle: Int64
  ) {
    let reading = HingeReading.halves(
      base: Acceleration(x: base.0, y: -base.1, z: -base.2),
      display: Acceleration(x: lid.0, y: lid.1, z: lid.2))
    #expect(reading.estimate == .angle(angle))
  }

  @Test(arguments: PanelEdge.allCases) func theHingeMayBeAtAnyEdgeOfThePanel(edge: PanelEdge) {
    let hinge = Hinge(angle: 120, pitch: 20, lean: 25)
    func panel(_ value: Acceleration) -> Acceleration {
      switch edge {
      case .bottom: value
      case .top: Acceleration(x: -value.x, y: -value.y, z: value.z)
      case .left: Acceleration(x: value.y, y: -value.x, z: value.z)
      case .right: Acceleration(x: -value.y, y: value.x, z: value.z)
      }
    }
    let turned = HingeReading(
      base: panel(hinge.half(at: 0)), display: panel(hinge.half(at: 120)), hingeAt: edge)
    #expect(turned == hinge.reading)
  }

  @Test(arguments: [
    (
      HingeReading.halves(base: .init(x: 0, y: 0, z: -1300), display: .init(x: 0, y: 1000, z: 0)),
      HingeDoubt.shaken
    ),
    (.halves(base: .init(x: 0, y: 0, z: -870), display: .init(x: 0, y: 1140, z: 0)), .shaken),
    (.halves(base: .init(x: 990, y: 0, z: -100), display: .init(x: 990, y: 100, z: 0)), .vertical),
    (
      .halves(base: .init(x: 0, y: 0, z: -1000), display: .init(x: 700, y: 700, z: 0)),
      .disagreement
    ),
    (.halves(base: .init(x: 0, y: 0, z: 0), display: .init(x: 0, y: 0, z: 0)), .shaken),
    (
      .halves(base: .init(x: .min, y: .min, z: .min), display: .init(x: .max, y: .max, z: .max)),
      .shaken
    ),
    (.angle(4000), .outOfRange), (.angle(.min), .outOfRange), (.angle(.max), .outOfRange),
  ])
  func anUnusableReadingKeepsThePostureAndNamesTheDoubt(reading: HingeReading, doubt: HingeDoubt) {
    var judge = HingeJudge()
    _ = judge.judge(Hinge(angle: 270).reading, at: .zero)
    for time in [1, 400, 2000, 4000] as [Int64] {
      #expect(judge.judge(reading, at: Instant(milliseconds: time)) == nil)
    }
    #expect(judge.posture == .tablet)
    #expect(judge.doubt == doubt)
    #expect(judge.angle == 2700)
  }

  @Test(arguments: [
    ([100], [HingePosture.laptop]), ([250], [.tablet]), ([180], [.laptop]),
    // Between the two angles nothing changes.
    ([100, 199, 161, 199], [.laptop]), ([250, 161, 199, 170], [.tablet]),
    ([100, 201, 159], [.laptop, .tablet, .laptop]),
    // Closed the way a lid is closed, and opened again.
    ([110, 60, 30, 5, 0], [.laptop, .closed]), ([80, 10, 45, 110], [.laptop, .closed, .laptop]),
    // Folded right round and beyond, with the noise of that.
    ([110, 190, 260, 340, 359, 2, 14, 355, 250], [.laptop, .tablet]),
    ([250, 5, 30, 44, 120], [.tablet, .laptop]),
    // Opened past flat from closed.
    ([60, 5, 250], [.laptop, .closed, .tablet]),
  ])
  func foldingGivesThePosturesInOrder(angles: [Double], expected: [HingePosture]) {
    #expect(Self.postures(angles) == expected)
  }

  @Test func withoutHistoryAnAngleOfZeroIsATabletAfterTwoSeconds() {
    var judge = HingeJudge()
    #expect(judge.judge(Hinge(angle: 3).reading, at: .zero) == nil)
    #expect(judge.doubt == .ambiguous)
    #expect(judge.judge(Hinge(angle: 358).reading, at: Instant(milliseconds: 1999)) == nil)
    #expect(judge.judge(Hinge(angle: 3).reading, at: Instant(milliseconds: 2000)) == .tablet)
    // A hinge that was upright while it was folded has no past either.
    var folded = HingeJudge()
    let story = [
      (Hinge(angle: 110).reading, Int64(500)), (Hinge(angle: 200, lean: 85).reading, 2000),
      (Hinge(angle: 358).reading, 3000),
    ]
    #expect(Self.postures(story, &folded) == [.laptop, .tablet])
  }

  /// An open laptop whose angle becomes ambiguous was closed if the hinge was last seen at 90° or less.
  @Test(arguments: [(90.0, HingePosture.closed), (91, .tablet)])
  func anAmbiguousAngleAfterANarrowOneIsAClosedLid(angle: Double, posture: HingePosture) {
    var judge = HingeJudge()
    let story = [
      (Hinge(angle: angle).reading, Int64(1000)), (Hinge(angle: 2).reading, Int64(4000)),
    ]
    #expect(Self.postures(story, &judge) == [.laptop, posture])
  }

  @Test func aClosedLidSwitchMakesAnAngleOfZeroClosed() {
    var judge = HingeJudge()
    judge.isLidClosed = true
    #expect(judge.judge(Hinge(angle: 2).reading, at: .zero) == .closed)
    #expect(judge.judge(Hinge(angle: 2).reading, at: Instant(milliseconds: 5000)) == nil)
  }

  @Test func aHingeSensorTellsZeroFromAFullFold() {
    var judge = HingeJudge()
    #expect(Self.postures([(.angle(3590), 500)], &judge) == [.tablet])
    #expect(Self.postures([(.angle(20), 1000)], &judge) == [.closed])
    #expect(Self.postures([(.angle(-20), 500), (.angle(3640), 1000)], &judge) == [.tablet])
  }

  @Test func aNewPostureMustHoldFor300Milliseconds() {
    var judge = HingeJudge()
    let (laptop, tablet) = (Hinge(angle: 100).reading, Hinge(angle: 260).reading)
    let shaken = HingeReading.halves(
      base: Acceleration(x: 0, y: 0, z: -1500), display: Acceleration(x: 0, y: 900, z: 0))
    func feed(_ reading: HingeReading, _ time: Int64) -> HingePosture? {
      judge.judge(reading, at: Instant(milliseconds: time))
    }
    #expect(feed(laptop, 0) == .laptop)
    #expect(feed(tablet, 100) == nil)
    #expect(feed(tablet, 399) == nil)
    #expect(feed(laptop, 400) == nil)
    #expect(feed(tablet, 500) == nil)
    #expect(feed(shaken, 700) == nil)
    #expect(feed(tablet, 850) == nil)
    #expect(feed(tablet, 1149) == nil)
    #expect(feed(tablet, 1150) == .tablet)
  }

  @Test func aClockThatGoesBackDoesNotTrap() {
    var judge = HingeJudge()
    for time in [Int64.max, 0, .min, 5, 4] {
      for angle in [100.0, 260, 3, 358] {
        _ = judge.judge(Hinge(angle: angle).reading, at: Instant(nanoseconds: time))
      }
    }
    let story = [(Hinge(angle: 250).reading, Int64(2000)), (Hinge(angle: 100).reading, 2000)]
    #expect(Self.postures(story, &judge).last == .laptop)
  }

  @Test func lastingDisagreementOfTheHalvesIsFlagged() {
    var judge = HingeJudge()
    let wrong = HingeReading.halves(
      base: Acceleration(x: 0, y: 0, z: -1000), display: Acceleration(x: 800, y: 600, z: 0))
    #expect(Self.postures([(wrong, 4900)], &judge).isEmpty)
    #expect(!judge.isContradicted)
    _ = judge.judge(wrong, at: Instant(milliseconds: 5000))
    #expect(judge.isContradicted)
    _ = judge.judge(Hinge(angle: 100).reading, at: Instant(milliseconds: 5100))
    #expect(!judge.isContradicted)
  }

  /// A sensor may be off by 5° beyond either end of the hinge's range.
  @Test(arguments: [(-50, 0), (-51, nil), (3650, 3600), (3651, nil)] as [(Int64, Int64?)])
  func fiveDegreesBeyondTheRangeAreNoise(told: Int64, angle: Int64?) {
    let wanted = angle.map { HingeReading.Estimate.angle($0) } ?? .doubt(.outOfRange)
    #expect(HingeReading.angle(told).estimate == wanted)
  }

  /// A repeated time does not go back: the halves have disagreed since 0.
  @Test func disagreementCountsFromItsFirstReadingUnlessTheClockGoesBack() {
    let wrong = HingeReading.halves(
      base: Acceleration(x: 0, y: 0, z: -1000), display: Acceleration(x: 800, y: 600, z: 0))
    func isFlagged(_ times: [Int64]) -> Bool {
      var judge = HingeJudge()
      for time in times { _ = judge.judge(wrong, at: Instant(milliseconds: time)) }
      return judge.isContradicted
    }
    #expect(isFlagged([1000, 1000, 6000]))
    #expect(!isFlagged([1000, 0, 4999]) && isFlagged([1000, 0, 5000]))
  }

  @Test func thresholdsAreAppliedAndClamped() {
    var parameters = HingeParameters()
    parameters.tabletAbove = 1400
    parameters.laptopBelow = 1250
    var judge = HingeJudge(parameters: parameters)
    let angles = [116.0, 153.5, 130, 109]
    #expect(
      Self.postures(angles.map { (Hinge(angle: $0).reading, 1000) }, &judge)
        == [.laptop, .tablet, .laptop])
    parameters.tabletAbove = .min
    parameters.laptopBelow = .max
    parameters.dwell = -1
    let clamped = HingeJudge(parameters: parameters).parameters
    #expect(clamped.laptopBelow <= clamped.tabletAbove)
    #expect(clamped.dwell == 0)
  }

  /// A length up to 1.15 g is gravity; the halves' lengths differ by at most 0.15 g.
  @Test(
    arguments: [
      (1150, 1150, true), (1151, 1151, false), (850, 850, true), (849, 849, false),
      (1000, 1140, true), (1000, 1141, false),
    ] as [(Int32, Int32, Bool)])
  func theLengthsOfBothHalvesAreNearGravity(base: Int32, display: Int32, isRest: Bool) {
    let reading = HingeReading.halves(
      base: Acceleration(x: 0, y: 0, z: -base), display: Acceleration(x: 0, y: display, z: 0))
    #expect(reading.estimate == (isRest ? .angle(900) : .doubt(.shaken)))
  }

  @Test func aClosedLidHasTheAngleZero() {
    #expect(Hinge(angle: 0).reading.estimate == .angle(0))
  }

  /// At 160° exactly a tablet is a laptop again.
  @Test(
    arguments: [(1600, [.tablet, .laptop]), (1601, [.tablet])] as [(Int64, [HingePosture])])
  func aTabletBecomesALaptopAt160Degrees(angle: Int64, expected: [HingePosture]) {
    var judge = HingeJudge()
    #expect(Self.postures([(.angle(2500), 500), (.angle(angle), 1000)], &judge) == expected)
  }

  /// Below 45° the noise of a full fold and an opened lid look alike to gravity.
  @Test(
    arguments: [(44.9, 449, [.tablet]), (45, 450, [.tablet, .laptop])]
      as [(Double, Int64, [HingePosture])])
  func aTabletFoldedRightRoundMayReadUpTo45Degrees(
    angle: Double, tenths: Int64, expected: [HingePosture]
  ) {
    var judge = HingeJudge()
    let reading = Hinge(angle: angle).reading
    #expect(reading.estimate == .angle(tenths))
    #expect(Self.postures([(Hinge(angle: 250).reading, 500), (reading, 1000)], &judge) == expected)
  }

  @Test func thresholdsHaveRanges() {
    var parameters = HingeParameters()
    (parameters.tabletAbove, parameters.laptopBelow) = (.max, .max)
    (parameters.closedBelow, parameters.dwell) = (.max, .max)
    var clamped = parameters.clamped
    #expect(clamped.tabletAbove == 3300 && clamped.laptopBelow == 3300)
    #expect(clamped.closedBelow == 300 && clamped.dwell == 5000)
    (parameters.tabletAbove, parameters.laptopBelow) = (.min, .min)
    (parameters.closedBelow, parameters.dwell) = (.min, .min)
    clamped = parameters.clamped
    #expect(clamped.tabletAbove == 600 && clamped.laptopBelow == 500)
    #expect(clamped.closedBelow == 0 && clamped.dwell == 0)
  }
}
