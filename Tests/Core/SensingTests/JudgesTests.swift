// SPDX-License-Identifier: Apache-2.0
import Orientation
import Testing

@testable import Judging
@testable import Sensing

@Suite struct JudgesTests {
  @Test func everyNameMakesAJudgeOfThatName() throws {
    for name in JudgeName.all {
      let judge = try #require(Judges.make(name))
      #expect(judge.name == name)
      #expect(judge.current == .unknown)
      #expect(judge.counts.readings == 0)
    }
    #expect(Judges.make("compass") == nil)
    #expect(JudgeName.all.first == "swivel")
  }

  @Test(arguments: JudgeName.all)
  func everyJudgeTellsFourQuietOrientationsApart(name: String) throws {
    for (angle, expected): (Double, DeviceOrientation) in [
      (0, .portrait), (90, .landscapeRight), (180, .portraitUpsideDown), (270, .landscapeLeft),
    ] {
      var judge = try #require(Judges.make(name))
      for step in 0..<40 {
        let instant = Instant(milliseconds: Int64(step) * 50)
        _ = judge.judge(Motion.reading(angle: angle, tilt: 15), at: instant)
      }
      #expect(judge.current == expected)
    }
  }

  @Test(arguments: JudgeName.all) func extremeReadingsTrapNoJudge(name: String) throws {
    var judge = try #require(Judges.make(name, sampling: .everyReading))
    for time in [Int64.max, 0, .min, 5, 4] {
      for value in [Int32.min, -1000, 0, 700, .max] {
        let instant = Instant(nanoseconds: time)
        _ = judge.judge(Acceleration(x: value, y: 0, z: value), at: instant)
        _ = judge.judge(Acceleration(x: 0, y: value, z: 0), at: instant)
        _ = judge.settle(at: instant)
      }
    }
    #expect(judge.counts.readings == 50)
  }

  @Test func polledJudgeSeesTheNewestReadingAtFixedTimes() {
    var judge = PolledJudge(Rot8Judge(), period: .milliseconds(500), phase: .milliseconds(200))
    func feed(_ angle: Double, _ time: Int64) -> DeviceOrientation? {
      judge.judge(Motion.reading(angle: angle), at: Instant(milliseconds: time))
    }
    #expect(feed(0, 0) == .portrait)
    #expect(judge.deadline == nil)
    #expect(feed(90, 100) == nil)
    #expect(feed(180, 150) == nil)
    #expect(judge.deadline == Instant(milliseconds: 200))
    #expect(judge.settle(at: Instant(milliseconds: 199)) == nil)
    #expect(judge.settle(at: Instant(milliseconds: 200)) == .portraitUpsideDown)
    #expect(judge.deadline == nil)
    #expect(feed(90, 699) == nil)
    #expect(feed(270, 700) == .landscapeLeft)
    #expect(feed(0, 2250) == .portrait)
    #expect(feed(90, 2400) == nil)
    #expect(judge.deadline == Instant(milliseconds: 2700))
    #expect(judge.counts.readings == 4)
  }

  /// The wait counts from the lift, and does not end during a touch.
  @Test(arguments: [(499, false), (500, true)] as [(Int64, Bool)])
  func theAndroidJudgeWaits500MillisecondsAfterTheLastTouch(wait: Int64, turns: Bool) {
    var judge = AndroidJudge()
    judge.touch(isDown: true, at: .zero)
    for step in 0..<40 {
      _ = judge.judge(Motion.reading(angle: 90), at: Instant(milliseconds: Int64(step) * 50))
    }
    judge.touch(isDown: false, at: Instant(milliseconds: 2000))
    let late = Instant(milliseconds: 2000 + wait)
    #expect(judge.judge(Motion.reading(angle: 90), at: late) == (turns ? .landscapeRight : nil))
    #expect((judge.stoppedAt == .sinceTouch) == !turns)
  }

  /// A swing is a growth of 20° within 300 ms.
  @Test(arguments: [(300, true), (301, false)] as [(Int64, Bool)])
  func androidSeesASwingWithin300Milliseconds(time: Int64, isSwing: Bool) {
    var history = AndroidTiltHistory()
    history.add(0, at: .zero)
    let now = Instant(milliseconds: time)
    history.add(20, at: now)
    #expect(history.isSwinging(at: now, tilt: 20) == isSwing)
    #expect(!history.isSwinging(at: now, tilt: 19))
  }

  @Test func everyGateIsCountedApart() {
    for gate in Gate.allCases {
      var counts = GateCounts()
      counts.count(gate)
      #expect(Gate.allCases.map { counts[$0] } == Gate.allCases.map { $0 == gate ? 1 : 0 })
    }
  }

  @Test func theAndroidJudgeWaitsForTheEndOfATouch() {
    var judge = AndroidJudge()
    judge.touch(isDown: true, at: .zero)
    for step in 0..<40 {
      let reading = Motion.reading(angle: 90)
      #expect(judge.judge(reading, at: Instant(milliseconds: Int64(step) * 50)) == nil)
    }
    #expect(judge.stoppedAt == .sinceTouch)
    judge.touch(isDown: false, at: Instant(milliseconds: 2000))
    let late = Instant(milliseconds: 2500)
    #expect(judge.judge(Motion.reading(angle: 90), at: late) == .landscapeRight)
  }

  /// Forgets a flat screen with the filter, which restarts after a second without readings.
  @Test func theAndroidJudgeForgetsTheTiltsBeforeAPause() {
    var judge = AndroidJudge()
    func feed(_ angle: Double, _ tilt: Double, _ time: Int64) -> DeviceOrientation? {
      judge.judge(Motion.reading(angle: angle, tilt: tilt), at: Instant(milliseconds: time))
    }
    for time: Int64 in [0, 20, 1500, 1520] { #expect(feed(0, 90, time) == nil) }
    #expect(feed(90, 0, 1800) == nil)
    #expect(judge.stoppedAt == .dwell)
    #expect(feed(90, 0, 1840) == .landscapeRight)
  }

  @Test func androidComparesATiltWithTheNewestOnesFirstAfterAPauseToo() {
    var history = AndroidTiltHistory()
    history.add(80, at: .zero)
    history.clear()
    for time: Int64 in [0, 400] { history.add(0, at: Instant(milliseconds: time)) }
    #expect(history.isSwinging(at: Instant(milliseconds: 400), tilt: 20))
  }

  /// Every change of orientation: Android's gap of 45° leaves 22° on each side of a diagonal.
  @Test(arguments: 0..<4, [-1.0, 1])
  func theAndroidJudgeTurns23DegreesPastTheDiagonal(quarters: Int, sign: Double) {
    let orientations: [DeviceOrientation] = [
      .portrait, .landscapeRight, .portraitUpsideDown, .landscapeLeft,
    ]
    let next = orientations[(quarters + (sign > 0 ? 1 : 3)) % 4]
    for (past, turns) in [(21.0, false), (23, true)] {
      var judge = AndroidJudge()
      var time: Int64 = 0
      func hold(_ angle: Double) {
        for _ in 0..<60 {
          _ = judge.judge(Motion.reading(angle: angle), at: Instant(milliseconds: time))
          time += 50
        }
      }
      let middle = Double(quarters) * 90
      hold(middle)
      hold(middle + sign * (45 + past))
      #expect(judge.current == (turns ? next : orientations[quarters]), "\(past) degrees")
    }
  }

  /// The service keeps the orientation unless an elevation is above 35°.
  @Test(arguments: [(35.0, false), (36, true)])
  func theServiceTurnsAboveAnElevationOf35Degrees(elevation: Double, turns: Bool) {
    var judge = IIOSensorProxyJudge()
    let reading = Motion.reading(angle: 90, tilt: 90 - elevation)
    #expect(judge.judge(reading, at: .zero) == (turns ? .landscapeRight : nil))
    #expect((judge.stoppedAt == .flat) == !turns)
  }

  @Test func pollsAreAtLeastAMillisecondApart() {
    for period in [Duration.zero, .milliseconds(1)] {
      #expect(PolledJudge(Rot8Judge(), period: period).period == .milliseconds(1))
    }
  }

  /// A turn on the diagonal itself crosses nothing; a later one counts from the diagonal.
  @Test(arguments: [(0, []), (10, [10])] as [(Int64, [Double])])
  func theDelayCountsFromTheDiagonal(dwell: Int64, delays: [Double]) {
    let samples = [(0, 9.80665), (-7, 7), (-9.80665, 0)].enumerated().map { index, axes in
      ReplaySample(microseconds: Int64(index) * 10_000, x: axes.0, y: axes.1, z: 0)
    }
    let readings = Recording(name: "turn", samples: samples).readings
    let judge = Classifier(
      parameters: .with { ($0.lowPass, $0.hysteresis, $0.dwell) = (0, 0, dwell) })
    let run = JudgeRun(judge, over: readings)
    #expect(run.turns.map(\.orientation) == [.landscapeRight])
    #expect(run.delays(in: readings) == delays)
  }

  /// The synthetic turns lean back as far as a screen can before Swivel counts it as flat.
  @Test func syntheticTurnsLeanBackInThirdsAndAtTheFlatThreshold() {
    #expect(JudgeComparison.tilts == [0, 30, 60, Int(ClassifierParameters().flat) / 10])
  }

  /// Polls of ten phases see a turn up to half a second late, counted from its middle.
  @Test func aPollingJudgeHasTheDelaysOfTenPhases() throws {
    let samples = stride(from: Int64(0), through: 2000, by: 10).map { time in
      ReplaySample(
        microseconds: time * 1000, x: time < 1000 ? 0 : -9.80665, y: time < 1000 ? 9.80665 : 0,
        z: 0)
    }
    let recording = Recording(name: "turn", samples: samples)
    let polling = try #require(JudgeResult(judge: "rot8", recording: recording))
    #expect(polling.delays == stride(from: 5, through: 455, by: 50).map { $0 })
    #expect(polling.medianDelay == 230)
    let reading = try #require(JudgeResult(judge: "chromeos", recording: recording))
    #expect(reading.delays == [5] && reading.medianDelay == 5)
  }
}
