// SPDX-License-Identifier: Apache-2.0
import Orientation
import Testing

@testable import Judging
@testable import Sensing

/// The gates of Android's judge, each reached by a motion of the hand.
@Suite struct AndroidGateTests {
  private var judge = AndroidJudge()
  private var now: Int64 = 0

  /// Holds a pose in readings 20 ms apart; returns the gate and the report of each reading.
  private mutating func hold(
    _ angle: Double, tilt: Double = 0, length: Double = 1, for time: Int64
  ) -> [(time: Int64, gate: Gate?, report: DeviceOrientation?)] {
    (0..<time / 20).map { _ in
      let reading = Motion.reading(angle: angle, tilt: tilt, length: length)
      let report = judge.judge(reading, at: Instant(milliseconds: now))
      defer { now += 20 }
      return (now, judge.stoppedAt, report)
    }
  }

  /// The screen turns half a second after the last reading that was flat for a second.
  @Test mutating func aScreenTakenUpFromATableWaitsForHalfASecond() throws {
    _ = hold(0, for: 1000)
    _ = hold(0, tilt: 90, for: 3000)
    let start = now
    let found = hold(90, for: 2000)
    let turn = try #require(found.first { $0.report != nil })
    #expect(turn.report == .landscapeRight)
    // The filter keeps the tilt above 80° for less than 100 ms after the change.
    #expect((start + 500...start + 600).contains(turn.time))
    let waits = Set(found.compactMap(\.gate))
    #expect(waits.contains(.sinceFlat) && !waits.contains(.sinceSwing))
  }

  /// A tilt of exactly 80° counts as flat, a tilt of 79° does not, and only after a whole second.
  @Test(arguments: [(80, 1000, true), (79, 1000, false), (80, 999, false)])
  func flatIsASecondAt80Degrees(tilt: Int, time: Int, isFlat: Bool) {
    var history = AndroidTiltHistory()
    for instant in [0, time / 2, time] {
      history.add(tilt, at: Instant(milliseconds: Int64(instant)))
    }
    #expect(history.isFlat(at: Instant(milliseconds: Int64(time))) == isFlat)
  }

  /// A second has 199 steps of 5,025,125.6 ns: the history keeps the latest 200 tilts.
  @Test(arguments: [(5_025_126, true), (5_025_125, false)] as [(Int64, Bool)])
  func flatIsASecondWithinTheLatest200Tilts(step: Int64, isFlat: Bool) {
    var history = AndroidTiltHistory()
    for index in 0..<300 { history.add(90, at: Instant(nanoseconds: Int64(index) * step)) }
    #expect(history.isFlat(at: Instant(nanoseconds: 299 * step)) == isFlat)
  }

  /// The readings in portrait that begin a wait, and the instant of the one from which it counts.
  struct Wait: Sendable {
    let gate: Gate
    let readings: [(time: Int64, tilt: Double, length: Double)]
    let start: Int64
    let time: Int64
  }

  static let waits = [
    Wait(gate: .dwell, readings: [(0, 0, 1), (1000, 0, 1)], start: 1000, time: 40),
    Wait(
      gate: .sinceFlat, readings: [(0, 90, 1), (10, 90, 1), (1010, 90, 1), (1410, 0, 1)],
      start: 1010, time: 500),
    Wait(
      gate: .sinceSwing, readings: [(0, 0, 1), (20, 0, 1), (220, 70, 1)], start: 220, time: 300),
    Wait(gate: .sinceAcceleration, readings: [(0, 0, 1.5), (20, 0, 1.5)], start: 20, time: 500),
  ]

  /// A wait is over when its whole time has passed, and not a nanosecond earlier.
  @Test(arguments: waits) mutating func everyWaitEndsAfterItsTime(wait: Wait) {
    for (time, tilt, length) in wait.readings {
      let reading = Motion.reading(angle: 0, tilt: tilt, length: length)
      #expect(judge.judge(reading, at: Instant(milliseconds: time)) == nil)
    }
    let end = Instant(milliseconds: wait.start + wait.time)
    var early = judge
    let justBefore = Instant(nanoseconds: end.nanoseconds - 1)
    #expect(early.judge(Motion.reading(angle: 0), at: justBefore) == nil)
    #expect(early.stoppedAt == wait.gate)
    #expect(judge.judge(Motion.reading(angle: 0), at: end) == .portrait)
  }

  @Test mutating func aScreenSwungBackwardsWaitsForTheEndOfTheSwing() throws {
    _ = hold(0, for: 1000)
    let found = hold(90, tilt: 45, for: 1500)
    let swinging = found.filter { $0.gate == .sinceSwing }
    let last = try #require(swinging.last)
    let turn = try #require(found.first { $0.report != nil })
    #expect(turn.report == .landscapeRight && turn.time == last.time + 20)
    #expect(!found.contains { $0.gate == .sinceFlat })
  }

  /// 4 m/s² beside gravity, which is 0.408 g, and half a second afterwards.
  @Test(arguments: [(1.407, false), (1.408, true), (0.593, false), (0.592, true)])
  mutating func aShakenScreenWaits(length: Double, waits: Bool) {
    // The same pose, since the length of a smoothed reading shrinks while the pose changes.
    _ = hold(0, length: length, for: 1000)
    _ = hold(0, length: length, for: 2000)
    #expect((judge.stoppedAt == .sinceAcceleration) == waits)
    #expect((judge.current == .portrait) == !waits)
    let after = hold(0, for: 2000)
    #expect(judge.current == .portrait && after.contains { $0.report != nil } == waits)
  }

  /// The gap lies between the rotation and its neighbours; from the opposite rotation there is none.
  @Test(arguments: [150.0, 180, 210], [0.0, 90, 180, 270])
  mutating func aHalfTurnMayEndAnywhereInTheOppositeQuadrant(away: Double, start: Double) {
    let orientations: [DeviceOrientation] = [
      .portrait, .landscapeRight, .portraitUpsideDown, .landscapeLeft,
    ]
    _ = hold(start, for: 1000)
    _ = hold(start + 180, tilt: 88, for: 400)
    _ = hold(start + away, for: 1500)
    #expect(judge.current == orientations[(Int(start) / 90 + 2) % 4])
  }

  /// 22° on each side of the diagonal belong to no rotation, within the rotation's own quadrant too.
  @Test(arguments: [
    (0.0, nil), (22, nil), (24, Gate.hysteresis), (44, .hysteresis), (46, .hysteresis),
    (66, .hysteresis), (68, nil),
  ])
  mutating func theGapBesideTheDiagonalBelongsToNobody(angle: Double, gate: Gate?) {
    for sign in [-1.0, 1] {
      judge = AndroidJudge()
      _ = hold(0, for: 1000)
      let found = hold(sign * angle, for: 1500)
      #expect(found.last?.gate == gate, "\(sign * angle)")
    }
  }

  /// From -40° the screen counts as held overhead, and until -15° again.
  @Test mutating func aScreenHeldOverheadStaysUntilItIsNearlyUpright() {
    _ = hold(0, for: 1000)
    for (tilt, gate) in [
      (-24.0, Gate?.none), (-39, .flat), (-40, .overhead), (-16, .overhead), (-15, nil),
    ] {
      #expect(hold(0, tilt: tilt, for: 2000).last?.gate == gate, "\(tilt)")
    }
  }

  /// Each rotation accepts its own range of tilts.
  @Test(arguments: [
    (0.0, 70.0, nil), (0, 71, Gate.flat), (90, 65, nil), (90, 66, .flat), (180, 60, nil),
    (180, 61, .flat), (270, 65, nil), (270, 66, .flat), (0, -25, nil), (0, -26, .flat),
    (90, -25, nil), (90, -26, .flat), (180, -25, nil), (180, -26, .flat), (270, -25, nil),
    (270, -26, .flat),
  ])
  mutating func eachRotationHasARangeOfTilts(angle: Double, tilt: Double, gate: Gate?) {
    _ = hold(angle, for: 1000)
    #expect(hold(angle, tilt: tilt, for: 3000).last?.gate == gate)
  }

  /// A low-pass with a time constant of 200 ms has passed half of a step after 200 ms.
  @Test(arguments: [(1.815, false), (1.816, true)])
  mutating func halfOfAPushPassesTheFilterIn200Milliseconds(length: Double, isPush: Bool) {
    for (time, length): (Int64, Double) in [(0, 1), (200, length), (240, 1)] {
      let reading = Motion.reading(angle: 0, length: length)
      _ = judge.judge(reading, at: Instant(milliseconds: time))
    }
    #expect(judge.stoppedAt == (isPush ? .sinceAcceleration : nil))
  }

  /// A pause of a second and a reading of zero restart the filter, a repeated time does not.
  @Test(arguments: [(0, 1, false), (1000, 1, false), (1001, 1, true), (20, 0, true)])
  mutating func theFilterRestartsAfterAPause(pause: Int64, length: Double, restarts: Bool) {
    _ = hold(0, for: 100)
    let end = Instant(milliseconds: 80 + pause)
    _ = judge.judge(Motion.reading(angle: 0, length: length), at: end)
    #expect((judge.stoppedAt == .lowPass) == restarts)
  }

  /// A reading of less than 1 m/s² has no direction.
  @Test(arguments: [(0.09, Gate.magnitude), (0.11, nil)])
  mutating func aScreenInFreeFallHasNoRotation(length: Double, gate: Gate?) {
    _ = hold(0, for: 1000)
    #expect(hold(0, length: length, for: 3000).last?.gate == (gate ?? .sinceAcceleration))
  }
}
